"""Runs units of work in transactions. It runs them again after transient failures, and finds out
what became of a commit whose answer was lost."""

import time
from collections.abc import Callable, Sequence
from enum import Enum
from random import random
from typing import Any, TypeVar

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.answers import Failed
from storage.postgres.errors import CONTENTION, is_transient
from storage.postgres.reconnecting import Reconnecting
from storage.postgres.transaction import MAKE_LOCK, CommitLost, NoLockYet, Transaction
from storage.trouble import ConnectionLost, Contention, ReadOnly, StatementFailed, Trouble

T = TypeVar("T")
Unit = Callable[[DB], T]

# How often a unit runs again after transient failures.
RETRIES = 5
# How often the lock of a server is made anew that others delete with the server.
LOCKS = 100
# The first pause between two runs, in seconds. Each further one is twice as long.
PAUSE = 0.002
# For how many seconds the outcome of a commit is asked for, and the first pause between two
# questions.
PERSISTENCE = 8.0
ASK_AGAIN = 0.05
OUTCOME = "SELECT pg_xact_status(?::xid8)"


class Isolation(Enum):
    """How far transactions are kept apart. The lock on the server makes the first one enough."""

    READ_COMMITTED = "READ COMMITTED"
    SERIALIZABLE = "SERIALIZABLE"


class InDoubt(Exception):
    """Nobody can tell whether a transaction was committed, so it must not run again."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__()
        self.trouble = trouble


class UnitRunner:
    """Runs units of work on one connection, in one thread."""

    def __init__(
        self,
        connections: Reconnecting,
        isolation: Isolation = Isolation.READ_COMMITTED,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connections = connections
        self._begin = f"BEGIN ISOLATION LEVEL {isolation.value}"
        self._sleep = sleep
        self._clock = clock

    def run(self, guild: GuildId | None, units: Sequence[Unit[Any]]) -> list[Any]:
        """Run units of one server in one transaction, or if that fails, each in its own. Return
        their answers; a failure comes back as `Failed`."""
        if len(units) > 1:
            try:
                return self._once(guild, units)
            except InDoubt as doubt:
                return [Failed(doubt.trouble)] * len(units)
            except BaseException as error:  # noqa: BLE001  (it comes again in the second run)
                self._pause(0, error)
        return [self._alone(guild, unit) for unit in units]

    def close(self) -> None:
        self._connections.drop()

    def _alone(self, guild: GuildId | None, unit: Unit[Any]) -> Any:
        attempt = 0
        while True:
            try:
                return self._once(guild, [unit])[0]
            except InDoubt as doubt:
                return Failed(doubt.trouble)
            except BaseException as error:  # noqa: BLE001  (the caller gets it)
                if attempt == RETRIES or not is_transient(error):
                    return Failed(_last_word(error))
                self._pause(attempt, error)
            attempt += 1

    def _pause(self, attempt: int, error: BaseException) -> None:
        """Wait a moment, so that the same two units don't meet again and again."""
        if isinstance(error, StatementFailed):
            self._sleep(PAUSE * 2**attempt * (0.5 + random()))

    def _once(self, guild: GuildId | None, units: Sequence[Unit[Any]]) -> list[Any]:
        for _ in range(LOCKS):
            try:
                return self._transact(guild, units)
            except NoLockYet:
                self._connections.connection().execute(MAKE_LOCK, (guild,)).fetchall()
        return self._transact(guild, units)

    def _transact(self, guild: GuildId | None, units: Sequence[Unit[Any]]) -> list[Any]:
        connection = self._connections.connection()
        transaction = Transaction(connection, self._begin, guild)
        answers: list[Any] = []
        try:
            answers += (_deliverable(unit, connection) for unit in units)
            transaction.commit()
        except CommitLost as lost:
            if not self._was_committed(transaction.number, connection.remembers_since):
                raise ConnectionLost(connection.server.address) from lost
        except BaseException as error:
            if isinstance(error, ReadOnly):
                connection.close()  # the primary server may be another one by now
            transaction.roll_back()
            if transaction.lacks_lock:
                raise NoLockYet from error
            raise
        return answers

    def _was_committed(self, number: str, since: str) -> bool:
        """Ask what became of a transaction, as long as the server is still at it."""
        until, pause = self._clock() + PERSISTENCE, ASK_AGAIN
        while True:
            try:
                connection = self._connections.connection()
                trouble: Trouble = ConnectionLost(connection.server.address)
                (outcome,) = connection.execute(OUTCOME, (number,)).fetchone()
                if outcome == "aborted":
                    return False
                # After a crash the number may be another transaction's.
                known = outcome is not None and connection.remembers_since == since
                if known and outcome == "committed":
                    return True
            except StatementFailed as failed:
                trouble, known = failed, False
            except Trouble as failed:
                trouble, known = failed, True
            # A server that doesn't know the number has forgotten it, or is another one, or has
            # crashed.
            if not known or self._clock() >= until:
                raise InDoubt(trouble)
            self._sleep(pause)
            pause = min(1.0, pause * 2)


def _deliverable(unit: Unit[T], db: DB) -> T:
    """Run a unit. A StopIteration becomes an error that a future accepts."""
    try:
        return unit(db)
    except StopIteration as error:
        raise RuntimeError("a stray StopIteration") from error


def _last_word(error: BaseException) -> BaseException:
    if isinstance(error, StatementFailed) and error.sqlstate in CONTENTION:
        contention = Contention(error.where)
        contention.__cause__ = error
        return contention
    return error
