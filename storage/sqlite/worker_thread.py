"""A connection with a thread of its own, to which a whole piece of work travels in one hop."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import aiosqlite

from storage.trouble import Closed

T = TypeVar("T")


class Line(aiosqlite.Connection):
    """aiosqlite brings a statement to the thread; this brings a function of the connection."""

    waiting = 0

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
    """A future takes every exception but one, for which its caller would wait for ever."""

    def deliver(db: sqlite3.Connection) -> T:
        try:
            return work(db)
        except StopIteration as error:
            raise RuntimeError("a stray StopIteration") from error

    return deliver


@asynccontextmanager
async def open_line(connector: Callable[[], sqlite3.Connection]) -> AsyncIterator[Line]:
    made: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        made.append(connector())
        return made[0]

    line = Line(connect, 1)
    # What is not on disk when the program ends hasn't been acknowledged: no thread keeps it alive.
    line._thread.daemon = True  # noqa: SLF001
    try:
        await line
    except BaseException:
        # The thread reports its end to this loop, which therefore must not be over before.
        await asyncio.to_thread(line._thread.join)  # noqa: SLF001
        for db in made:
            db.close()
        raise
    try:
        yield line
    finally:
        await line.close()
