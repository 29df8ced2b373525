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
            answer: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        finally:
            self.waiting -= 1
        return answer


@asynccontextmanager
async def open_line(connector: Callable[[], sqlite3.Connection]) -> AsyncIterator[Line]:
    line = Line(connector, 1)
    try:
        await line
    except BaseException:
        # The thread reports its end to this loop, which therefore must not be over before.
        await asyncio.to_thread(line._thread.join)  # noqa: SLF001
        raise
    try:
        yield line
    finally:
        await line.close()
