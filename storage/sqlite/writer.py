"""The one writer: what waits goes into one transaction, and is answered once that is on disk."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB
from storage.sqlite.file_identity import Anchor
from storage.sqlite.worker_thread import Line, deliverable
from storage.trouble import Closed, Gone

T = TypeVar("T")
Unit = Callable[[DB], T]

# So that nobody waits for the work of too many others.
MOST = 500
EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"


@dataclass(frozen=True)
class Failed:
    """What a unit raised, on its way to whoever asked for the unit."""

    error: Exception


class Writer:
    """Runs units of work: each is done as a whole or not at all, also when its caller has gone."""

    def __init__(self, line: Line, anchor: Anchor) -> None:
        self._line = line
        self._anchor = anchor
        self._queue: deque[tuple[Unit[Any], asyncio.Future[Any]]] = deque()
        self._work: asyncio.Task[None] | None = None
        self._closed = False
        self._log_to_empty = False

    async def run(self, unit: Unit[T]) -> T:
        if self._closed:
            raise Closed
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append((unit, answer))
        if self._work is None:
            self._start()
        return await answer

    async def close(self) -> None:
        """What has been asked for is still done, also for those who don't wait for it."""
        self._closed = True
        while self._work:
            await asyncio.wait([self._work])

    async def empty_log(self) -> None:
        """What was overwritten or deleted stands in SQLite's log until that is emptied. If somebody
        is reading from it, that is tried again after each of the next commits."""
        self._log_to_empty = await self._line.run(_is_left_in_log)

    def _start(self) -> None:
        self._work = asyncio.create_task(self._empty_queue())
        self._work.add_done_callback(self._stopped)

    def _stopped(self, work: "asyncio.Task[None]") -> None:
        """Somebody may have come since it saw an empty queue, and somebody else may have cancelled
        it, even before it began."""
        self._work = None
        if self._queue and not work.cancelled():
            self._start()
        while self._queue and not self._work:
            _tell(self._queue.popleft()[1], Failed(Closed()))

    async def _empty_queue(self) -> None:
        while self._queue:
            batch = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
            await self._commit(batch)
            if self._log_to_empty:
                await self.empty_log()

    async def _commit(self, batch: Sequence[tuple[Unit[Any], asyncio.Future[Any]]]) -> None:
        units = [unit for unit, _ in batch]
        answers: Sequence[Any]
        try:
            answers = await self._line.run(lambda db: transact(db, units, self._anchor))
        except Exception as error:  # noqa: BLE001  (it is the callers who hear it)
            answers = [Failed(error)] * len(batch)
        except BaseException:
            answers = [Failed(Closed())] * len(batch)
            raise
        finally:
            for (_, waiting), answer in zip(batch, answers, strict=True):
                _tell(waiting, answer)


def _tell(waiting: asyncio.Future[Any], answer: Any) -> None:
    if waiting.done():
        return  # the caller was cancelled; what was done for it is done
    if isinstance(answer, Failed):
        waiting.set_exception(answer.error)
    else:
        waiting.set_result(answer)


def transact(db: DB, units: Sequence[Unit[Any]], anchor: Anchor) -> list[Any]:
    """All units in one transaction. If it fails as a whole, it raises."""
    _checkpoint_if_gone(db, anchor)
    with named_troubles(anchor.path):
        _roll_back(db)  # what an error has left behind
        try:
            db.execute("BEGIN IMMEDIATE")
            answers = _run(db, units, anchor.path)
            db.execute("COMMIT")
        except BaseException:
            _roll_back(db)
            raise
    anchor.hold()
    return answers


def _run(db: DB, units: Sequence[Unit[Any]], path: Path) -> list[Any]:
    """Units hardly ever fail, and a savepoint for each takes a sixth of all the time, in copies of
    the pages that it may have to restore. So they get them only once one of them has failed."""
    try:
        return [unit(db) for unit in units]
    except Exception:  # noqa: BLE001  (it fails again, and then it is told)
        _roll_back(db)
        db.execute("BEGIN IMMEDIATE")
        return [_attempt(db, unit, path) for unit in units]


def _roll_back(db: DB) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")


def _is_left_in_log(db: DB) -> bool:
    """Empty the log if nobody reads from it: no move waits for that."""
    (patience,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        return bool(db.execute(EMPTY).fetchone()[0])
    except sqlite3.Error:
        return True
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")


def _checkpoint_if_gone(db: DB, anchor: Anchor) -> None:
    """If the file was taken away, all that was acknowledged goes along with it: left in the log, it
    would be put into whatever stands at the path the next time that it is opened."""
    try:
        anchor.hold()
    except Gone:
        _is_left_in_log(db)
        raise


def _attempt(db: DB, unit: Unit[Any], path: Path) -> Any:
    db.execute("SAVEPOINT unit")
    try:
        with named_troubles(path):
            answer = deliverable(unit)(db)
    except Exception as error:
        if not db.in_transaction:
            # SQLite has rolled back everything, and so with it what others have asked for.
            raise
        db.execute("ROLLBACK TO unit")
        answer = Failed(error)
    db.execute("RELEASE unit")
    return answer
