"""The one writer: queued units of work share a transaction and are answered once it is on disk."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB
from storage.sqlite.file_identity import FileIdentity
from storage.sqlite.worker_thread import WorkerThread, deliverable
from storage.trouble import Closed, Gone

T = TypeVar("T")
Unit = Callable[[DB], T]
# A unit, and the caller's future.
Asked = tuple[Unit[Any], asyncio.Future[Any]]

# How many units share a transaction at most, so that no caller waits for too many others.
MOST = 500
EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"


@dataclass(frozen=True)
class Failed:
    """The exception that a unit raised, on its way to the caller."""

    error: BaseException


class Writer:
    """Runs units of work, each completely or not at all, even if its caller is cancelled. A unit
    that is in no hurry waits up to `delay` seconds for others to share a commit with."""

    def __init__(
        self, thread: WorkerThread, identity: FileIdentity, delay: float | None = None
    ) -> None:
        self.thread = thread
        self._identity = identity
        self._delay = delay
        self._queue: deque[Asked] = deque()
        # Set while no batch is being written.
        self._idle = asyncio.Event()
        self._idle.set()
        # Whether anything queued is to be written now, and what says so after the delay at the
        # latest.
        self._due = False
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._log_to_empty = False

    async def run(self, unit: Unit[T], *, soon: bool = False) -> T:
        """Run the unit in the next commit. One that is needed only `soon` doesn't start it."""
        if self._closed:
            raise Closed
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._queue.append((unit, answer))
        if not soon or not self._delay:
            self._write_now()
        elif self._timer is None:
            self._timer = loop.call_later(self._delay, self._delay_over)
        return await answer

    async def close(self) -> None:
        """Finish every queued unit, also those whose callers no longer wait."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        if self._queue:
            self._write_now()
        await self._idle.wait()

    async def empty_log(self) -> None:
        """Empty SQLite's log, which still holds overwritten and deleted data. While a reader uses
        it, try again after each of the next commits."""
        await self.thread.run(self._empty_log)

    def _write_now(self) -> None:
        self._due = True
        if self._idle.is_set():
            self._idle.clear()
            # Whatever else is asked for in this turn of the loop shares the commit.
            asyncio.get_running_loop().call_soon(self._write_batch)

    def _delay_over(self) -> None:
        """Write what is queued. (To stop the timer at each commit would cost more.)"""
        self._timer = None
        if self._queue:
            self._write_now()

    def _write_batch(self) -> None:
        """Hand a batch to the thread, which calls back with the answers. (A task and a future that
        waited for them would be a good part of what a move costs.)"""
        batch = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
        self._due = bool(self._queue)
        try:
            self.thread.start(partial(self._commit, asyncio.get_running_loop(), batch))
        except Closed as closed:
            self._answer(batch, [Failed(closed)] * len(batch))

    def _commit(self, loop: asyncio.AbstractEventLoop, batch: Sequence[Asked], db: DB) -> None:
        answers: Sequence[Any]
        try:
            answers = transact(db, [unit for unit, _ in batch], self._identity)
        except BaseException as error:  # noqa: BLE001  (the callers get it)
            answers = [Failed(error)] * len(batch)
        loop.call_soon_threadsafe(self._answer, batch, answers)
        if self._log_to_empty:
            self._empty_log(db)

    def _answer(self, batch: Sequence[Asked], answers: Sequence[Any]) -> None:
        for (_, waiting), answer in zip(batch, answers, strict=True):
            _tell(waiting, answer)
        if self._due:
            self._write_batch()
        else:
            self._idle.set()

    def _empty_log(self, db: DB) -> None:
        self._log_to_empty = _is_left_in_log(db)


def _tell(waiting: asyncio.Future[Any], answer: Any) -> None:
    if waiting.done():
        return  # the caller was cancelled, its unit was not
    if isinstance(answer, Failed):
        waiting.set_exception(answer.error)
    else:
        waiting.set_result(answer)


def transact(db: DB, units: Sequence[Unit[Any]], identity: FileIdentity) -> list[Any]:
    """Run units in one transaction. A failure of the whole transaction is raised."""
    with named_troubles(identity.path):
        _roll_back(db)  # a transaction that an error left open
        try:
            db.execute("BEGIN IMMEDIATE")
            answers = _run(db, units, identity.path)
            identity.check()
            db.execute("COMMIT")
        except Gone:
            _roll_back(db)
            # A log that stays behind would be applied to the next file at the path.
            _is_left_in_log(db)
            raise
        except BaseException:
            _roll_back(db)
            raise
    return answers


def _run(db: DB, units: Sequence[Unit[Any]], path: Path) -> list[Any]:
    """Run units without savepoints, which cost a sixth of the time in copied pages. If one of them
    fails, run all of them again, each in a savepoint."""
    try:
        return [unit(db) for unit in units]
    except Exception:  # noqa: BLE001  (it is raised again by the second run)
        _roll_back(db)
        db.execute("BEGIN IMMEDIATE")
        return [_attempt(db, unit, path) for unit in units]


def _roll_back(db: DB) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")


def _is_left_in_log(db: DB) -> bool:
    """Try to empty the log without waiting for readers. Return whether anything is left in it."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return bool(db.execute(EMPTY).fetchone()[0])
    except sqlite3.Error:
        return True
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")


def _attempt(db: DB, unit: Unit[Any], path: Path) -> Any:
    db.execute("SAVEPOINT unit")
    try:
        with named_troubles(path):
            answer = deliverable(unit)(db)
    except Exception as error:
        if not db.in_transaction:
            # SQLite has rolled back the whole batch, so it fails for every caller.
            raise
        db.execute("ROLLBACK TO unit")
        answer = Failed(error)
    db.execute("RELEASE unit")
    return answer
