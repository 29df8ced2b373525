"""Discord's limits on how often sessions begin: one in each bucket of shards every five seconds,
and so many in a day."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from bot.host.login import Gateway
from engine.durations import DAY, SECOND

LOG = structlog.get_logger()

# Waits for the turn of the shard with this number to begin a session.
IdentifyTurn = Callable[[int], Awaitable[None]]

# In seconds between two sessions of a bucket: Discord's five, and some for clocks that differ.
GAP = 5.25


class IdentifyLimit:
    """The limits as one process keeps them. Each turn is another session of the day."""

    def __init__(
        self,
        gateway: Gateway,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._gateway = gateway
        self._now = now
        self._sleep = sleep
        self._left = gateway.remaining
        # When all sessions of a day are left again.
        self._reset = now() + gateway.reset_after / SECOND
        # When the next session of each bucket may begin.
        self._free: dict[int, float] = {}

    async def room_for(self, shards: int) -> None:
        """Wait until so many sessions may begin, or all of a day."""
        while self._remaining() < min(shards, self._gateway.total):
            wait = self._reset - self._now()
            facts = {"left": self._left, "needed": shards, "reset_in_seconds": round(wait)}
            LOG.warning("too few session starts are left today, so the bot waits", **facts)
            await self._sleep(wait)

    async def turn(self, shard: int) -> None:
        """Wait until a shard may begin a session."""
        await self.room_for(1)
        self._left -= 1
        bucket, now = shard % self._gateway.at_once, self._now()
        at = max(now, self._free.get(bucket, now))
        self._free[bucket] = at + GAP
        if at > now:
            await self._sleep(at - now)

    def _remaining(self) -> int:
        if self._now() >= self._reset:
            self._left, self._reset = self._gateway.total, self._now() + DAY / SECOND
        return self._left
