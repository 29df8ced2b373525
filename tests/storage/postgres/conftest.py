"""A backend on an empty database, and another program's connection to the same one."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing

import pytest

from storage.postgres.address import server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from tests.storage.postgres.gates import HERE, THERE, notes, opened


@pytest.fixture
async def backend(database: str) -> AsyncIterator[PostgresBackend]:
    """A backend that knows two servers."""
    async with opened(database, Options(lanes=2, readers=1)) as backend:
        for guild in (HERE, THERE):
            await backend.write(guild, notes)
        yield backend


@pytest.fixture
def outsider(database: str) -> Iterator[Connection]:
    """Another program's connection to the database."""
    with closing(connect(server_at(database), limit=10)) as connection:
        yield connection


@pytest.fixture
def watcher(database: str) -> Iterator[Connection]:
    """Yet another connection, which sees who waits."""
    with closing(connect(server_at(database), limit=10)) as connection:
        yield connection
