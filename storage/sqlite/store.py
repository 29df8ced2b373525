"""Opens the store in one SQLite file."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from storage.sqlite.backend import SqliteBackend
from storage.sqlite.file import PATIENCE, connect_reading, followed, only_one
from storage.sqlite.file_identity import FileIdentity
from storage.sqlite.migrate import open_current
from storage.sqlite.worker_thread import open_worker
from storage.sqlite.writer import Writer
from storage.unit_store import UnitStore

SqliteStore = UnitStore[SqliteBackend]

READERS = 2
# How many seconds a note that is in no hurry waits for the next change.
DELAY = 0.25


@asynccontextmanager
async def open_store(
    path: Path, patience: float = PATIENCE, delay: float | None = DELAY
) -> AsyncIterator[SqliteStore]:
    """Open the store in this file. A missing file is created, an older schema is upgraded. Notes
    that are in no hurry wait up to `delay` seconds for the next change; without a delay they are
    written at once."""
    path = followed(path)
    async with AsyncExitStack() as stack:
        stack.enter_context(only_one(path))
        thread = await stack.enter_async_context(open_worker(partial(open_current, path, patience)))
        *readers, long_reader = [
            await stack.enter_async_context(open_worker(partial(connect_reading, path, patience)))
            for _ in range(READERS + 1)
        ]
        writer = Writer(thread, FileIdentity.of(path), delay)
        stack.push_async_callback(writer.close)
        yield UnitStore(SqliteBackend(path, writer, readers, long_reader))
