"""Many callers at once, and a writer that is held up until all of them have called."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from functools import partial
from typing import Any

from storage.backend import Backend
from storage.ids import GuildId
from storage.sqlite.store import SqliteStore
from storage.sqlite.writer import Writer
from storage.store import Store
from storage.unit_store import UnitStore
from tests.storage.builders import GUILD

DB = sqlite3.Connection


@asynccontextmanager
async def busy(
    writer: Writer, with_what: Callable[[DB], object] = lambda _db: None
) -> AsyncIterator[asyncio.Task[None]]:
    """Hold the writer up, so that all calls in this context come in one batch."""
    async with _holding(writer.run, with_what) as holding:
        yield holding


@asynccontextmanager
async def held_up(store: Store, guild: GuildId = GUILD) -> AsyncIterator[asyncio.Task[None]]:
    """Hold up a server's units of work, on any engine."""
    async with _holding(partial(backend_of(store).write, guild)) as holding:
        yield holding


def backend_of(store: Store) -> Backend:
    assert isinstance(store, UnitStore)
    backend: Backend = store.backend
    return backend


@asynccontextmanager
async def _holding(
    run: Callable[[Callable[[Any], None]], Coroutine[Any, Any, None]],
    with_what: Callable[[Any], object] = id,
) -> AsyncIterator[asyncio.Task[None]]:
    began, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(db: Any) -> None:
        with_what(db)
        loop.call_soon_threadsafe(began.set)
        assert gate.wait(10)

    holding = asyncio.create_task(run(hold))
    await began.wait()
    try:
        yield holding
    finally:
        gate.set()
        await asyncio.wait([holding])


async def queued(*calls: Any) -> list[asyncio.Task[Any]]:
    """Make calls that can't be answered yet."""
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    return tasks


def cancel_others() -> None:
    """Cancel all tasks but the test's, as an event loop does with all when it is stopped."""
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()


def note(name: str) -> Callable[[DB], str]:
    """A unit of work that writes a row."""

    def unit(db: DB) -> str:
        db.execute("INSERT INTO server (guild) VALUES (?)", (sum(name.encode()),))
        return name

    return unit


def notes(store: SqliteStore) -> int:
    """Count the rows on disk, as another program sees them."""
    with closing(sqlite3.connect(store.backend.path)) as db:
        (found,) = db.execute("SELECT count(*) FROM server").fetchone()
    return int(found)
