"""A store in a real file, and a table to play at."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.sqlite import file
from storage.store import Store
from tests.storage.builders import Table
from tests.storage.database_files import new_database
from tests.storage.databases import Database
from tests.storage.engines import any_database, engine, filled, parametrize
from tests.storage.full_server import play_everything
from tests.storage.postgres_fixtures import (
    address,
    database,
    databases,
    partitioned_databases,
    server,
    session_pooled_databases,
    transaction_pooled_databases,
    unchecked_databases,
)

__all__ = [
    "address",
    "any_database",
    "database",
    "databases",
    "engine",
    "filled",
    "partitioned_databases",
    "server",
    "session_pooled_databases",
    "transaction_pooled_databases",
    "unchecked_databases",
]

pytest_generate_tests = parametrize


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An empty database."""
    return new_database(tmp_path / "duelhost.db")


@pytest.fixture(scope="package", autouse=True)
def commits_do_not_wait_for_the_disk() -> Iterator[None]:
    """Only a test of durability itself needs a commit to survive a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file, "SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(autouse=True)
def unless_it_is_durable(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("durable"):
        monkeypatch.setattr(file, "SYNCHRONOUS", "FULL")


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that is only to be copied."""
    path = tmp_path_factory.mktemp("everything") / "duelhost.db"
    asyncio.run(play_everything(path))
    return path


@pytest.fixture
async def store(any_database: Database) -> AsyncIterator[Store]:
    async with any_database.open() as store:
        yield store


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


@pytest.fixture(autouse=True)
def processes_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that are killed leave half-written coverage data behind."""
    for name in os.environ:
        if name.startswith("COVERAGE_"):
            monkeypatch.delenv(name)
