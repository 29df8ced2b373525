"""Standings that have to be counted again, a little at a time, so that no move waits for it."""

import asyncio

import structlog

from storage.store import Store

LOG = structlog.get_logger()


class Recounting:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._going_on = asyncio.Lock()
        self._stopped = False

    def stop(self) -> None:
        """What is left is counted when the bot is back."""
        self._stopped = True

    async def go_on(self) -> None:
        """Until nothing is left. One at a time: whoever comes second has nothing to do."""
        if self._going_on.locked():
            return
        async with self._going_on:
            for guild in await self._store.behind():
                LOG.info("standings are counted again", guild=guild)
                while not self._stopped and await self._store.count_on(guild):
                    pass
                if self._stopped:
                    return
                LOG.info("standings are counted", guild=guild)
