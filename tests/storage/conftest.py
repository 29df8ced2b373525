"""A store in a real file, for every backend there is."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from storage.sqlite.store import Store, open_store
from tests.storage.builders import Table
from tests.storage.full_server import play_everything

# How each backend is opened, given a place of its own. Another one is another entry here.
Backend = Callable[[Path], AbstractAsyncContextManager[Store]]
BACKENDS: dict[str, Backend] = {"sqlite": lambda folder: open_store(folder / "duelhost.db")}


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    return BACKENDS[request.param]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "duelhost.db"


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that is only to be copied."""
    path = tmp_path_factory.mktemp("everything") / "duelhost.db"
    asyncio.run(play_everything(path))
    return path


@pytest.fixture
async def store(backend: Backend, tmp_path: Path) -> AsyncIterator[Store]:
    async with backend(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


@pytest.fixture(autouse=True)
def processes_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are killed leave half-written measurements behind."""
    for name in os.environ:
        if name.startswith("COVERAGE_"):
            monkeypatch.delenv(name)
