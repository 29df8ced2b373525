"""Serves the shards whose leases this process holds. Others may serve the rest."""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from math import isinf
from secrets import token_hex
from typing import Protocol

import structlog

from bot.delivery.lease_guard import LeaseGuard
from bot.host.login import out_of_reach
from bot.host.status import Running
from bot.text.troubles import cause
from storage.leases import Holding, Leases
from storage.trouble import Trouble

LOG = structlog.get_logger()

# In seconds: how often leases are renewed, and free ones taken.
PULSE = 2.0
# How many seconds before its leases run out a process falls silent: what it has sent by then
# arrives while they last.
MARGIN = 5.0
# How many seconds the database has to take note of a good-bye.
FAREWELL = 1.0
# A process without a limit takes every shard that is free.
UNLIMITED = 1_000_000


def holder_name() -> str:
    """Return a name that no other process has, and that a host can find the process by."""
    return f"{socket.gethostname()}-{os.getpid()}-{token_hex(4)}"


class Shards(Protocol):
    """The shards that this process serves."""

    # How many there are, in all processes. It changes only while none is here.
    count: int

    @property
    def clients(self) -> Mapping[int, Running]: ...

    @property
    def numbers(self) -> frozenset[int]: ...

    async def begin(self, numbers: Iterable[int]) -> None: ...

    async def drop(self, numbers: Iterable[int]) -> None: ...

    async def pause(self) -> None: ...

    def resume(self) -> None: ...


class Fleet:
    """One of the processes that share a database. It takes free shards until it has its share."""

    def __init__(  # noqa: PLR0913
        self,
        shards: Shards,
        leases: Leases,
        guard: LeaseGuard,
        *,
        most: int | None = None,
        fixed_count: bool = False,
        refused_count: int | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._shards = shards
        self._leases = leases
        self._guard = guard
        self._most = most or UNLIMITED
        # Whether the host has set how many shards there are.
        self._fixed_count = fixed_count
        # The number of shards that Discord has just refused.
        self._refused_count = refused_count
        self._sleep = sleep
        self._holder = holder_name()
        self._was_reachable = True
        self._waits_for = 0
        self._stopping = False
        self._has_asked = False
        # Whether its clocks are stopped because it must not speak.
        self._is_silent = False

    @property
    def clients(self) -> Mapping[int, Running] | None:
        """The clients of the shards that this process serves, or None before it has any lease."""
        return self._shards.clients if self._has_asked else None

    @property
    def count(self) -> int:
        """How many shards the bot has, in all processes."""
        return self._shards.count

    @property
    def lease_left(self) -> float:
        """For how many more seconds this process may speak for its shards."""
        return max(0.0, self._guard.left)

    async def run(self) -> None:
        """Keep the leases, and serve the shards that are held. Ends only by an error."""
        while True:
            await self._turn()
            await self._sleep(PULSE)

    def stop(self) -> None:
        """Take no more shards."""
        self._stopping = True

    async def release(self) -> None:
        """Let others have the shards at once. Those of a process that can't say so are free when
        its leases run out."""
        self._guard.allow_until(self._guard.now())
        with suppress(Trouble, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._leases.release(self._holder)

    async def _turn(self) -> None:
        await self._fall_silent()
        asked = self._guard.now()
        try:
            patience = max(MARGIN, self._guard.left)
            async with asyncio.timeout(None if isinf(patience) else patience):
                # After an outage the others may not have renewed theirs yet.
                most = self._most if self._was_reachable and not self._stopping else 0
                holding = await self._leases.keep(self._holder, self._shards.count, most)
        except (Trouble, TimeoutError) as trouble:
            self._cannot_renew(trouble)
            return
        self._was_reachable = True
        # Others speak for what was lost, so it goes before anything may be said again.
        if lost := self._shards.numbers - holding.shards:
            LOG.warning("shards were lost to another process", shards=sorted(lost))
            await self._shards.drop(lost)
        self._guard.allow_until(asked + self._leases.lasting - MARGIN)
        if self._guard.has_lapsed:
            return
        if self._is_silent:
            self._is_silent = False
            LOG.info("the leases are renewed", shards=sorted(self._shards.numbers))
            self._shards.resume()
        await self._serve(holding)
        if not (self._has_asked or self._shards.numbers or self._waits_for):
            LOG.info("standing by: other processes have all shards", shards=self._shards.count)
        self._has_asked = True

    async def _serve(self, holding: Holding) -> None:
        if holding.count != self._shards.count:
            self._stand_by(holding.count)
        elif (new := holding.shards - self._shards.numbers) and not self._stopping:
            await self._begin(new)

    async def _begin(self, numbers: frozenset[int]) -> None:
        """Begin with shards. If Discord can't be reached, they are begun at a later turn."""
        if not isinf(self._leases.lasting):
            LOG.info("shards are begun", shards=sorted(numbers), of=self._shards.count)
        try:
            await self._shards.begin(numbers)
        except BaseException as error:
            await self._shards.drop(numbers & self._shards.numbers)
            if not out_of_reach(error):
                raise
            LOG.warning("Discord can't be reached yet", failed=cause(error), again_in=PULSE)

    def _stand_by(self, count: int) -> None:
        """The other processes have divided the bot into another number of shards. A process that
        needn't have its own number joins them; otherwise theirs have to end first. Discord may
        refuse to begin new sessions with a number that it takes for those that go on."""
        if self._waits_for != count:
            self._waits_for = count
            facts = {"shards": self._shards.count, "others": count}
            LOG.warning("other processes have another number of shards", **facts)
        if not self._fixed_count and count != self._refused_count:
            self._shards.count = count

    async def _fall_silent(self) -> None:
        """Stop the clocks once the leases have run out, as nobody can move. Connections stay: it
        may be that nobody takes the shards, as when the database is away from all processes."""
        if self._guard.has_lapsed and not self._is_silent and self._shards.numbers:
            self._is_silent = True
            numbers = sorted(self._shards.numbers)
            LOG.error("the leases have run out, so this process is silent", shards=numbers)
            await self._shards.pause()

    def _cannot_renew(self, trouble: Exception) -> None:
        if self._was_reachable:
            LOG.warning("the leases can't be renewed", failed=cause(trouble))
        self._was_reachable = False
