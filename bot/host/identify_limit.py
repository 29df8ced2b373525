"""Discord's limits on how often sessions begin: one in each bucket of shards every five seconds,
and so many in a day."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from bot.host.login import Gateway
from bot.text.troubles import cause
from engine.durations import DAY, SECOND
from storage.leases import Leases
from storage.trouble import Trouble

LOG = structlog.get_logger()

# Waits for the turn of the shard with this number to begin a session.
IdentifyTurn = Callable[[int], Awaitable[None]]

# In seconds, until the next turn is asked for again when the store can't be reached.
TRY_AGAIN = 1.0


class IdentifyLimit:
    """The limits. All processes take turns at beginning a session, and each knows how many are left
    of the day as of when it began."""

    def __init__(
        self,
        gateway: Gateway,
        leases: Leases,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._gateway = gateway
        self._leases = leases
        self._now = now
        self._sleep = sleep
        self._left = gateway.remaining
        # When all sessions of a day are left again.
        self._reset = now() + gateway.reset_after / SECOND

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
        while (wait := await self._wait_in(shard % self._gateway.at_once)) is None:
            await self._sleep(TRY_AGAIN)
        if wait:
            await self._sleep(wait)

    async def _wait_in(self, bucket: int) -> float | None:
        """Return how long to wait in a bucket, or None if the store can't tell."""
        try:
            return await self._leases.identify_turn(bucket)
        except Trouble as trouble:
            LOG.warning("no turn to begin a session", failed=cause(trouble), again_in=TRY_AGAIN)
            return None

    def _remaining(self) -> int:
        if self._now() >= self._reset:
            self._left, self._reset = self._gateway.total, self._now() + DAY / SECOND
        return self._left
