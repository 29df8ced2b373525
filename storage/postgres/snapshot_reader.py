"""Runs units that only read, each in a transaction that sees one moment."""

from collections.abc import Callable
from typing import TypeVar

from storage.backend import DB
from storage.postgres.connection import Connection
from storage.postgres.errors import is_transient
from storage.postgres.reconnecting import Reconnecting
from storage.postgres.transaction import roll_back
from storage.trouble import Trouble

T = TypeVar("T")

BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# How often a unit runs again, after a lost connection for example.
RETRIES = 1


class SnapshotReader:
    """Reads on one connection, in one thread. After each unit, `end` ends its transaction: the
    answer needn't wait for that."""

    def __init__(self, connections: Reconnecting) -> None:
        self._connections = connections
        self._reading: Connection | None = None

    def read(self, unit: Callable[[DB], T]) -> T:
        attempt = 0
        while True:
            connection = self._connections.connection()
            self._reading = connection
            try:
                connection.begin(BEGIN)
                return unit(connection)
            except StopIteration as error:
                raise RuntimeError("a stray StopIteration") from error
            except Trouble as trouble:
                if attempt == RETRIES or not is_transient(trouble):
                    raise
                self.end()
            attempt += 1

    def end(self) -> None:
        if self._reading:
            roll_back(self._reading)
            self._reading = None

    def close(self) -> None:
        self._connections.drop()
