"""What all who play at the same time share: who is there, whose challenge is in whose way, and how
the duels before have ended."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.persisting import Persisting

# Who may do what it takes to manage the server.
MODERATOR = "Dan"


@dataclass
class Hall:
    guests: Mapping[str, Guest]
    persisting: Persisting = field(default_factory=Persisting)
    # Between two people there is one challenge at a time.
    _locks: dict[frozenset[str], asyncio.Lock] = field(default_factory=dict)
    _numbers: dict[int, asyncio.Future[int | None]] = field(default_factory=dict)

    @property
    def moderator(self) -> Guest:
        return self.guests[MODERATOR]

    def between(self, *people: str) -> asyncio.Lock:
        return self._locks.setdefault(frozenset(people), asyncio.Lock())

    def number(self, nth: int) -> "asyncio.Future[int | None]":
        """Of a duel that was planned, as soon as its meeting is over."""
        fresh = asyncio.get_running_loop().create_future
        return self._numbers.get(nth) or self._numbers.setdefault(nth, fresh())
