"""Units of work that wait for their turn: in order within a server, and servers in the order in
which their first unit came."""

import math
from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

U = TypeVar("U")
G = TypeVar("G", bound=Hashable)


class WaitingUnits(Generic[G, U]):
    """What waits, by server. A unit that is in no hurry waits up to `delay` seconds for the next
    one of its server, and comes before it."""

    def __init__(self, delay: float | None, most: int) -> None:
        self._delay = delay or 0.0
        self._most = most
        self._units: dict[G, deque[U]] = {}
        # Servers whose turn it is, in order, and those that wait for a time, earliest first.
        self._due: dict[G, None] = {}
        self._later: dict[G, float] = {}

    def __bool__(self) -> bool:
        return bool(self._units)

    def add(self, guild: G, unit: U, now: float, *, soon: bool = False) -> None:
        self._units.setdefault(guild, deque()).append(unit)
        if guild in self._due:
            return
        if soon and self._delay:
            self._later.setdefault(guild, now + self._delay)
        else:
            self._later.pop(guild, None)
            self._due[guild] = None

    def hurry(self) -> None:
        """Let nobody wait any longer."""
        self._due |= dict.fromkeys(self._later)
        self._later.clear()

    def patience(self, now: float) -> float | None:
        """Return how many seconds nothing is due; None if nothing waits."""
        if self._due:
            return 0.0
        return max(0.0, min(self._later.values(), default=math.inf) - now) if self._later else None

    def take(self, now: float) -> tuple[G, list[U]] | None:
        """Take the units of the server whose turn it is, or return None if nothing is due."""
        for guild in [each for each, until in self._later.items() if until <= now]:
            del self._later[guild]
            self._due[guild] = None
        if not self._due:
            return None
        guild = next(iter(self._due))
        del self._due[guild]
        units = self._units[guild]
        taken = [units.popleft() for _ in range(min(self._most, len(units)))]
        if units:
            self._due[guild] = None  # behind the others
        else:
            del self._units[guild]
        return guild, taken
