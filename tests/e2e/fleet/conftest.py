"""A database for a fleet, on a server that keeps what it has committed when it is killed."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest

from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from tests.storage.postgres.databases import run
from tests.storage.postgres.server import PostgresServer

NUMBERS = count(1)


@pytest.fixture(scope="session")
def durable_server() -> Iterator[PostgresServer]:
    server = PostgresServer(synchronous_commit="on")
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def shared_database(durable_server: PostgresServer) -> str:
    """The address of an empty database."""
    name = f"fleet_{next(NUMBERS)}"
    with closing(connect(server_at(durable_server.url()))) as admin:
        run(admin, f"CREATE DATABASE {name} TEMPLATE template0")
    return durable_server.url(name)
