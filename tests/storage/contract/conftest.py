"""Every storage engine there is: the tests of the contract run once for each."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from storage.store import Store
from tests.storage.builders import Table
from tests.storage.databases import Database, Engine
from tests.storage.engines import POOLED, VARIANTS, run_on
from tests.storage.postgres.pgbouncer import keeps_prepared

# How an engine is opened, given a folder of its own. The same folder means the same data.
Backend = Callable[[Path], AbstractAsyncContextManager[Store]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        # An older PgBouncer is told of once, by the tests of poolers.
        pooled = POOLED if keeps_prepared() else POOLED[:1]
        run_on(metafunc, *VARIANTS, *pooled)


@pytest.fixture
def backend(engine: Engine) -> Backend:
    return lambda folder: engine.new(name=folder.name).open()


@pytest.fixture
async def store(backend: Backend, tmp_path: Path) -> AsyncIterator[Store]:
    async with backend(tmp_path) as store:
        yield store


@pytest.fixture
def kept_in(engine: Engine, tmp_path: Path, table: Table) -> Database:
    """The database of the table's store."""
    del table
    return engine.new(name=tmp_path.name)
