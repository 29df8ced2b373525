"""Fixtures of everything that is tested on PostgreSQL: one server for each process of the tests."""

import os
from collections.abc import Iterator

import pytest

from tests.storage.postgres.databases import Databases
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
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """Databases on the server that TEST_POSTGRES names, or on one of our own."""
    url = os.environ.get("TEST_POSTGRES") or request.getfixturevalue("server").url()
    databases = Databases(url)
    try:
        yield databases
    finally:
        databases.close()


@pytest.fixture
def database(databases: Databases) -> Iterator[str]:
    """The address of an empty database of the newest schema."""
    with databases.database() as url:
        yield url
