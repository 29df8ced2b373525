"""Units of work that stop at gates, so that tests decide what happens meanwhile."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connection import Connection
from storage.postgres.store import open_store

# They are in different lanes if there are two.
HERE, THERE = GuildId(2), GuildId(3)
PATIENCE = 20


@asynccontextmanager
async def opened(url: str, options: Options) -> AsyncIterator[PostgresBackend]:
    async with asyncio.timeout(60), open_store(url, options) as store:
        yield store.backend


class Gate:
    """Where a unit waits, in its thread, until the test lets it go on."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reached = asyncio.Event()
        self._open = threading.Event()

    def wait(self) -> None:
        """Called by the unit."""
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self._open.wait(PATIENCE)

    async def reached(self) -> None:
        await asyncio.wait_for(self._reached.wait(), PATIENCE)

    def open(self) -> None:
        self._open.set()


@asynccontextmanager
async def busy(
    backend: PostgresBackend, guild: GuildId | None = HERE, first: Callable[[DB], object] = id
) -> AsyncIterator[asyncio.Task[None]]:
    """Hold a lane up after a unit has done something, so that calls in this context wait."""
    gate = Gate()

    def hold(db: DB) -> None:
        first(db)
        gate.wait()

    holding = asyncio.create_task(backend.write(guild, hold))
    await gate.reached()
    try:
        yield holding
    finally:
        gate.open()
        await asyncio.wait([holding])


def note(key: str, value: str = "") -> Callable[[DB], str]:
    """A unit that writes a row and returns its key. Twice the same key is an error."""

    def unit(db: DB) -> str:
        assert db.execute("INSERT INTO note (key, value) VALUES (?, ?)", (key, value)).rowcount == 1
        return key

    return unit


def notes(db: DB) -> list[str]:
    return [key for (key,) in db.execute("SELECT key FROM note ORDER BY key")]


def written(connection: Connection) -> list[tuple[str, str]]:
    """The keys of notes in the order of their numbers, with the transactions that wrote them."""
    rows = connection.execute("SELECT key, xmin::text FROM note ORDER BY ctid").fetchall()
    return [tuple(row) for row in rows]
