"""Recalculates standings a little at a time, so that no move waits for it."""

import asyncio

import structlog

from storage.shards import Shard
from storage.store import Store

LOG = structlog.get_logger()


class Recalculation:
    def __init__(self, store: Store, shard: Shard) -> None:
        self._store = store
        self._shard = shard
        self._running = asyncio.Lock()
        self._stopped = False

    def stop(self) -> None:
        """Leave the rest for when the bot is back."""
        self._stopped = True

    async def run(self) -> None:
        """Recalculate until nothing is left. A second call has nothing to do meanwhile."""
        if self._running.locked():
            return
        async with self._running:
            for guild in await self._store.recalculating(self._shard):
                LOG.info("standings are recalculated", guild=guild)
                while not self._stopped and await self._store.recalculate_some(guild):
                    pass
                if self._stopped:
                    return
                LOG.info("standings are up to date", guild=guild)
