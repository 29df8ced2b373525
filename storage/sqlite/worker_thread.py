"""A connection with a thread of its own, which runs whole functions of the connection."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import aiosqlite

from storage.trouble import Closed

T = TypeVar("T")


class WorkerThread(aiosqlite.Connection):
    """aiosqlite sends one statement at a time to its thread. This sends a function of the
    connection, so that a unit of work takes one hop."""

    waiting = 0

    def start(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Have the thread run the function, and don't wait for it."""
        if self._connection is None:
            raise Closed
        # `_execute` does the same, but has to be waited for.
        self._tx.put_nowait((None, partial(work, self._conn)))

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._connection is None:
            raise Closed
        self.waiting += 1
        try:
            answer: T = await self._execute(deliverable(work), self._conn)  # type: ignore[no-untyped-call]
        except sqlite3.ProgrammingError:
            if self._connection is None:  # it was closed in the meantime
                raise Closed from None
            raise
        finally:
            self.waiting -= 1
        return answer


def deliverable(work: Callable[[sqlite3.Connection], T]) -> Callable[[sqlite3.Connection], T]:
    """Turn a StopIteration into an error that a future accepts: its caller would wait for ever."""

    def deliver(db: sqlite3.Connection) -> T:
        try:
            return work(db)
        except StopIteration as error:
            raise RuntimeError("a stray StopIteration") from error

    return deliver


@asynccontextmanager
async def open_worker(connector: Callable[[], sqlite3.Connection]) -> AsyncIterator[WorkerThread]:
    """Start a thread with the connection that `connector` makes, and close both in the end."""
    made: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        made.append(connector())
        return made[0]

    worker = WorkerThread(connect, 1)
    # A change that isn't on disk when the program ends hasn't been acknowledged, so the thread
    # needn't keep the program alive.
    worker._thread.daemon = True  # noqa: SLF001
    try:
        await worker
    except BaseException:
        # The thread reports its end to this event loop, which must not be closed before.
        await asyncio.to_thread(worker._thread.join)  # noqa: SLF001
        for db in made:
            db.close()
        raise
    try:
        yield worker
    finally:
        await worker.close()
