"""The status of a running bot for monitoring: whether it is ready, and what it has counted."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol

from prometheus_client import generate_latest

from bot.host.settings import Premises
from bot.metrics import BACKUP_AGE, CONNECTED, DUELS, REGISTRY, SERVERS, WITHOUT_BACKUPS
from bot.system_clock import system_clock
from engine.durations import SECOND
from storage.files import last_backup
from storage.store import Store
from storage.trouble import Trouble

# In seconds: monitoring waits no longer for an answer, nor does a player.
PATIENCE = 2.0
NOT_CONNECTED, STOPPING, SLOW_DATABASE = "not-connected", "stopping", "slow-database"


class Running(Protocol):
    """The facts about the Discord client."""

    @property
    def connected(self) -> bool: ...

    @property
    def closing(self) -> bool: ...

    @property
    def guilds(self) -> Sequence[object]: ...


class Status:
    """The status of a store, and of a client as soon as there is one."""

    def __init__(self, store: Store, premises: Premises) -> None:
        self._store = store
        self._premises = premises
        self.client: Running | None = None
        self._looking: asyncio.Task[float] | None = None

    @property
    def _path(self) -> Path | None:
        """The database's file. The backups of a server are the server's own."""
        location = self._premises.database.location
        return location if isinstance(location, Path) else None

    @property
    def is_connected(self) -> bool:
        return self.client is not None and self.client.connected

    async def metrics(self) -> bytes:
        """The metrics in the format of Prometheus."""
        await self._look_around()
        try:
            async with asyncio.timeout(PATIENCE):
                for phase, count in (await self._store.open_duels()).items():
                    DUELS.labels(phase).set(count)
        except (Trouble, TimeoutError):
            DUELS.clear()  # nothing is better than what isn't true any more
        return generate_latest(REGISTRY if self._path else WITHOUT_BACKUPS)

    async def wrong(self) -> AsyncIterator[str]:
        """The codes of what keeps moves from being made, if anything does."""
        if not self.is_connected:
            yield NOT_CONNECTED
        elif self.client and self.client.closing:
            yield STOPPING
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.prove(system_clock())
        except TimeoutError:
            yield SLOW_DATABASE
        except Trouble as trouble:
            yield trouble.code

    async def _look_around(self) -> None:
        CONNECTED.set(self.is_connected)
        SERVERS.set(len(self.client.guilds) if self.client else 0)
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
