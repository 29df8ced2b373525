"""Fixtures of everything that is tested on PostgreSQL: one server for each process of the tests."""

import os
from collections.abc import Iterator

import pytest

from tests.storage.postgres.databases import Databases
from tests.storage.postgres.server import PostgresServer


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """Databases on the server that TEST_POSTGRES names, or on one of our own."""
    if url := os.environ.get("TEST_POSTGRES"):
        made = Databases(url)
        yield made
        made.close()
        return
    server = PostgresServer()
    try:
        yield Databases(server.url())
    finally:
        server.close()


@pytest.fixture
def database(databases: Databases) -> Iterator[str]:
    """The address of an empty database of the newest schema."""
    with databases.database() as url:
        yield url
