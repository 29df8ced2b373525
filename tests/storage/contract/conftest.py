"""Every storage engine there is: the tests of the contract run once for each."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.database_files import new_database

# How each engine is opened, given a folder of its own. Another engine is another entry here.
Backend = Callable[[Path], AbstractAsyncContextManager[Store]]
BACKENDS: dict[str, Backend] = {"sqlite": lambda folder: open_sqlite(folder / "duelhost.db")}


def open_sqlite(path: Path) -> AbstractAsyncContextManager[Store]:
    return open_store(path if path.exists() else new_database(path))


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    return BACKENDS[request.param]


@pytest.fixture
async def store(backend: Backend, tmp_path: Path) -> AsyncIterator[Store]:
    async with backend(tmp_path) as store:
        yield store
