"""Leases: which process speaks for which shard. Several processes may share a database, and Discord
must hear each shard's answers from one of them.

Leases decide who speaks. What is true, rows decide: two processes that have the same shard for a
moment do no harm, because every step has a receipt."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

# In seconds: how long a lease lasts unless it is renewed.
LASTING = 40.0
# In seconds between two sessions of the same bucket: Discord's five, and some for clocks that
# differ.
GAP = 5.25


@dataclass(frozen=True)
class Holding:
    """The shards that a process holds, and how many shards there are in all. That is another number
    than it has asked for while others hold shards of such a division."""

    count: int
    shards: frozenset[int] = frozenset()


class Leases(Protocol):
    @property
    def lasting(self) -> float:
        """For how many seconds a lease lasts after it was asked for."""

    async def claim(self, application: str) -> str:
        """Return the application whose processes share the database: this one, if it is the
        first."""

    async def keep(self, holder: str, count: int, most: int) -> Holding:
        """Renew the leases of a holder, and take free ones until it has as many as `most`, of
        `count` in all."""

    async def release(self, holder: str) -> None:
        """Give up the leases of a holder, so that others can take them at once."""

    async def identify_turn(self, bucket: int) -> float:
        """Take the next turn at which a session of this bucket may begin, and return in how many
        seconds that is."""


class OnlyProcess(Leases):
    """The leases of a process that has the database to itself: it holds every shard, for ever."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        # When the next session of each bucket may begin.
        self._free = defaultdict[int, float](float)

    @property
    def lasting(self) -> float:
        return float("inf")

    async def claim(self, application: str) -> str:
        return application

    async def keep(self, holder: str, count: int, most: int) -> Holding:
        del holder, most
        return Holding(count, frozenset(range(count)))

    async def release(self, holder: str) -> None:
        """Do nothing: nobody else could take them."""

    async def identify_turn(self, bucket: int) -> float:
        now = self._now()
        at = max(now, self._free[bucket])
        self._free[bucket] = at + GAP
        return at - now


def free(count: int, taken: Collection[int], most: int) -> list[int]:
    """Return the shards that a process takes: the first ones that nobody has."""
    return [number for number in range(count) if number not in taken][: max(0, most)]
