"""PostgreSQL as a backend of the store: which connection runs which unit of work."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import Any, TypeVar

from storage.backend import DB, Backend
from storage.ids import GuildId
from storage.leases import Leases
from storage.location import ServerAddress
from storage.postgres import migrate
from storage.postgres.address import Server
from storage.postgres.connecting import connect
from storage.postgres.lanes import Lanes
from storage.postgres.leases import PostgresLeases
from storage.postgres.readers import Readers
from storage.postgres.reconnecting import Reconnecting
from storage.postgres.snapshot_reader import SnapshotReader
from storage.postgres.unit_runner import Isolation, UnitRunner
from storage.trouble import Closed

T = TypeVar("T")
F = TypeVar("F")

# How many seconds the server works on one statement at most, and how many more we wait for it.
LIMIT = 10.0
LONG_LIMIT = 300.0
GRACE = 5.0


@dataclass(frozen=True)
class Options:
    """How a process uses the server. A unit that is in no hurry waits up to `delay` seconds."""

    lanes: int = 16
    readers: int = 4
    delay: float | None = 0.25
    isolation: Isolation = Isolation.READ_COMMITTED

    @property
    def connections(self) -> int:
        """How many connections a process needs: those of lanes and of readers, one for units about
        no server, and one for long reads."""
        return self.lanes + 1 + self.readers + 1


class PostgresBackend(Backend):
    """A database on a server. Each connection is made when it is first needed."""

    def __init__(self, server: Server, options: Options) -> None:
        def connections(limit: float = LIMIT) -> Reconnecting:
            return Reconnecting(partial(connect, server, limit=limit, patience=limit + GRACE))

        self._address = server.address
        self._lanes = Lanes(
            lambda: UnitRunner(connections(), options.isolation), options.lanes, options.delay
        )
        self._readers = Readers("reader", lambda: SnapshotReader(connections()), options.readers)
        # Long reads have a thread of their own, so that no short one waits behind them.
        self._long_reader = Readers(
            "long reader", lambda: SnapshotReader(connections(LONG_LIMIT)), 1
        )
        self._leases = PostgresLeases(self._lanes)
        self._closed = False

    @property
    def address(self) -> ServerAddress:
        return self._address

    async def write(
        self, guild: GuildId | None, unit: Callable[[DB], T], *, soon: bool = False
    ) -> T:
        """Run a unit about one server, or about none, and return its answer once it is committed.
        Another caller's failure, or this caller's end, doesn't touch it."""
        self._require_open()
        answer: T = await self._lanes.run(guild, unit, soon=soon)
        return answer

    async def write_each(
        self,
        find: Callable[[DB], Mapping[GuildId, F]],
        unit: Callable[[DB, GuildId, F], T],
    ) -> Sequence[T]:
        """Look servers up, and run the unit for each of them in a transaction of its own."""

        def about(guild: GuildId, found: F) -> Coroutine[Any, Any, T]:
            return self.write(guild, lambda db: unit(db, guild, found))

        return await asyncio.gather(*starmap(about, (await self.read(find)).items()))

    async def read(self, unit: Callable[[DB], T]) -> T:
        """Run a short unit that only reads. It sees one moment."""
        self._require_open()
        answer: T = await self._readers.run(unit)
        return answer

    async def read_long(self, unit: Callable[[DB], T]) -> T:
        """Run a unit that reads much. It never holds up short ones."""
        self._require_open()
        answer: T = await self._long_reader.run(unit)
        return answer

    @property
    def leases(self) -> Leases:
        return self._leases

    def require_current(self, db: DB) -> None:
        """Raise OlderSchema or NewerSchema unless this version can work with the database."""
        migrate.require_current(db, self._address)

    def forget(self, db: DB, guild: GuildId) -> None:
        """Delete the row that units of the server lock. Those that wait for it make another."""
        db.execute("DELETE FROM guild_lock WHERE guild = ?", (guild,))

    async def settle(self) -> None:
        """Wait for the units that this process has asked for."""
        await self._lanes.settle()

    async def purge(self) -> None:
        """Do nothing. PostgreSQL clears erased rows away by itself and overwrites them as it needs
        the room; to force that would mean to rewrite tables that all servers share."""

    async def close(self) -> None:
        """Finish everything that was asked, also if the caller gives up waiting."""
        self._closed = True
        await asyncio.shield(asyncio.to_thread(self._close))

    def _close(self) -> None:
        for each in (self._lanes, self._readers, self._long_reader):
            each.close()

    def _require_open(self) -> None:
        if self._closed:
            raise Closed
