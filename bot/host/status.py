"""The status of a running bot for monitoring: whether it is ready, and what it has counted."""

import asyncio
import math
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol

from prometheus_client import generate_latest

from bot.host.settings import Premises
from bot.metrics import (
    BACKUP_AGE,
    CONNECTED,
    DUELS,
    LEASE_LEFT,
    REGISTRY,
    SERVERS,
    SHARDS,
    WITHOUT_BACKUPS,
)
from bot.system_clock import system_clock
from engine.durations import SECOND
from storage.files import last_backup
from storage.shards import ONLY, Shard
from storage.store import Store
from storage.trouble import Trouble

# In seconds: monitoring waits no longer for an answer, nor does a player.
PATIENCE = 2.0
NOT_CONNECTED, STOPPING, SLOW_DATABASE = "not-connected", "stopping", "slow-database"


class Running(Protocol):
    """The facts about the client of a shard."""

    @property
    def shard(self) -> Shard: ...

    @property
    def connected(self) -> bool: ...

    @property
    def closing(self) -> bool: ...

    @property
    def guilds(self) -> Sequence[object]: ...


class Serving(Protocol):
    """What serves the shards of this process."""

    @property
    def clients(self) -> Mapping[int, Running] | None:
        """The clients by shard, or None until it is known which there are. A process that stands by
        has none."""

    @property
    def count(self) -> int:
        """How many shards the bot has, in all processes."""

    @property
    def lease_left(self) -> float:
        """For how many more seconds this process may speak for its shards."""


class Status:
    """The status of a store, and of the shards' clients as soon as they are there."""

    def __init__(self, store: Store, premises: Premises) -> None:
        self._store = store
        self._premises = premises
        # None until the bot has logged in.
        self.fleet: Serving | None = None
        self._looking: asyncio.Task[float] | None = None

    @property
    def _path(self) -> Path | None:
        """The database's file. The backups of a server are the server's own."""
        location = self._premises.database.location
        return location if isinstance(location, Path) else None

    @property
    def disconnected(self) -> list[int]:
        """The numbers of the shards that aren't connected."""
        return [each.shard.number for each in self.running if not each.connected]

    @property
    def running(self) -> Sequence[Running]:
        return tuple(((self.fleet and self.fleet.clients) or {}).values())

    @property
    def _has_begun(self) -> bool:
        return self.fleet is not None and self.fleet.clients is not None

    async def metrics(self) -> bytes:
        """The metrics in the format of Prometheus."""
        await self._look_around()
        try:
            async with asyncio.timeout(PATIENCE):
                # Before a bot serves any shard, it is as if there were one that isn't connected.
                for shard in [each.shard for each in self.running] if self._has_begun else [ONLY]:
                    for phase, count in (await self._store.open_duels(shard)).items():
                        DUELS.labels(shard.number, phase).set(count)
        except (Trouble, TimeoutError):
            DUELS.clear()  # nothing is better than what isn't true any more
        return generate_latest(REGISTRY if self._path else WITHOUT_BACKUPS)

    async def wrong(self) -> AsyncIterator[str]:
        """The codes of what keeps moves from being made, if anything does."""
        # A process that can't keep its leases says nothing, though its shards may be connected.
        is_silent = self.fleet is not None and not self.fleet.lease_left
        if self.disconnected or is_silent or not self._has_begun:
            yield NOT_CONNECTED
        elif any(each.closing for each in self.running):
            yield STOPPING
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.prove(system_clock())
        except TimeoutError:
            yield SLOW_DATABASE
        except Trouble as trouble:
            yield trouble.code

    async def _look_around(self) -> None:
        for gauge in (CONNECTED, SERVERS, DUELS):
            gauge.clear()  # there may be fewer shards than before
        if not self._has_begun:
            for gauge in (CONNECTED, SERVERS):
                gauge.labels(ONLY.number).set(0)
        for each in self.running:
            CONNECTED.labels(each.shard.number).set(each.connected)
            SERVERS.labels(each.shard.number).set(len(each.guilds))
        SHARDS.set(self.fleet.count if self.fleet else 0)
        LEASE_LEFT.set(self.fleet.lease_left if self.fleet else 0)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(asyncio.to_thread(self._backup_age))
        # The folder may be on a disk that doesn't answer: nobody asks it twice at a time.
        await asyncio.wait((self._looking,), timeout=PATIENCE)
        BACKUP_AGE.set(self._looking.result() if self._looking.done() else math.inf)

    def _backup_age(self) -> float:
        now, folder, path, made = system_clock(), self._premises.backup_dir, self._path, None
        if folder and path:
            with suppress(Trouble, OSError):
                made = last_backup(path, folder, now)
        return math.inf if made is None else (now - made) / SECOND


@asynccontextmanager
async def open_status(store: Store, premises: Premises) -> AsyncIterator[Status]:
    """The status, served on its port if one is set."""
    status = Status(store, premises)
    if premises.status_port is None:
        yield status
        return
    # Most bots have no port, and the server is large.
    from bot.host.status_server import served  # noqa: PLC0415

    async with served(status, str(premises.status_address), premises.status_port):
        yield status
