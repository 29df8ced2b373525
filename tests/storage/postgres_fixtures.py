"""Fixtures of everything that is tested on PostgreSQL: one server for each process of the tests."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.storage.postgres.databases import Databases
from tests.storage.postgres.partitioned import partitioned
from tests.storage.postgres.pgbouncer import PooledDatabases, pooler
from tests.storage.postgres.server import PostgresServer


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A server of our own."""
    server = PostgresServer()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> str:
    """The server that TEST_POSTGRES names, or else one of our own."""
    url: str = os.environ.get("TEST_POSTGRES") or request.getfixturevalue("server").url()
    return url


@pytest.fixture(scope="session")
def databases(address: str) -> Iterator[Databases]:
    with closing(Databases(address)) as databases:
        yield databases


@pytest.fixture(scope="session")
def partitioned_databases(address: str) -> Iterator[Databases]:
    with closing(Databases(address, partitioned())) as databases:
        yield databases


@pytest.fixture(scope="session")
def session_pooled_databases(address: str, databases: Databases) -> Iterator[PooledDatabases]:
    with pooler(address, "session", connections=20) as running:
        yield PooledDatabases(databases, running)


@pytest.fixture(scope="session")
def transaction_pooled_databases(address: str, databases: Databases) -> Iterator[PooledDatabases]:
    with pooler(address, "transaction", connections=2) as running:
        yield PooledDatabases(databases, running)


@pytest.fixture(scope="session")
def unchecked_databases(address: str) -> Iterator[Databases]:
    with closing(Databases(address, unchecked=True)) as databases:
        yield databases


@pytest.fixture
def database(databases: Databases) -> Iterator[str]:
    """The address of an empty database of the newest schema."""
    with databases.database() as url:
        yield url
