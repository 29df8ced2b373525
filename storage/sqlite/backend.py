"""Runs units of work in one SQLite file."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from storage import backend
from storage.backend import Backend
from storage.ids import GuildId
from storage.leases import Leases
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB
from storage.sqlite.leases import FileLeases
from storage.sqlite.migrate import current
from storage.sqlite.worker_thread import WorkerThread
from storage.sqlite.writer import Writer

T = TypeVar("T")
F = TypeVar("F")


class SqliteBackend(Backend):
    """One writer for all servers, whose units share commits, and readers beside it."""

    def __init__(
        self,
        path: Path,
        writer: Writer,
        readers: Sequence[WorkerThread],
        long_reader: WorkerThread,
    ) -> None:
        self.path = path
        self.writer = writer
        self.readers = readers
        # Long reads have a thread of their own, so that no short one waits behind them.
        self._long_reader = long_reader
        self._leases = FileLeases(writer)

    def write(
        self, guild: GuildId | None, unit: Callable[[backend.DB], T], *, soon: bool = False
    ) -> Coroutine[Any, Any, T]:
        del guild  # the writer is one for all
        return self.writer.run(unit, soon=soon)

    def write_each(
        self,
        find: Callable[[backend.DB], Mapping[GuildId, F]],
        unit: Callable[[backend.DB, GuildId, F], T],
    ) -> Coroutine[Any, Any, list[T]]:
        return self.writer.run(
            lambda db: [unit(db, guild, found) for guild, found in find(db).items()]
        )

    def read(self, unit: Callable[[backend.DB], T]) -> Coroutine[Any, Any, T]:
        least_busy = min(self.readers, key=lambda reader: reader.waiting)
        return least_busy.run(partial(self._snapshot, unit))

    def read_long(self, unit: Callable[[backend.DB], T]) -> Coroutine[Any, Any, T]:
        return self._long_reader.run(partial(self._snapshot, unit))

    @property
    def leases(self) -> Leases:
        return self._leases

    def require_current(self, db: backend.DB) -> None:
        current(cast(DB, db), self.path)

    def forget(self, db: backend.DB, guild: GuildId) -> None:
        """Do nothing: all that is kept of a server is what its units have written."""

    async def settle(self) -> None:
        await self.writer.run(lambda _db: None)

    async def purge(self) -> None:
        await self.writer.empty_log()

    def _snapshot(self, unit: Callable[[backend.DB], T], db: DB) -> T:
        """Run a unit in a read transaction, so that it sees one moment."""
        with named_troubles(self.path):
            db.execute("BEGIN")
            try:
                return unit(db)
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
