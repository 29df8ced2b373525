"""Notes when each shard has begun a session and when it was served by nobody."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf

from deploy.sandbox.gateway.gateway import Gateway
from deploy.sandbox.gateway.shards import Shard
from tests.e2e.chaos.screen import Span

# The name of the process that a connection comes from, by its port.
Owner = Callable[[int | None], str | None]


@dataclass
class Connected:
    """A connection of a shard: of which process, and from when to when."""

    owner: str | None
    since: float
    until: float = inf
    # When its process stopped serving although it was connected.
    deaf: list[Span] = field(default_factory=list)

    @property
    def served(self) -> Iterable[Span]:
        """When it could hear."""
        since = self.since
        for begin, end in sorted(self.deaf):
            yield since, max(since, min(begin, self.until))
            since = max(since, min(end, self.until))
        yield since, self.until


class ShardWatch:
    """Times are the event loop's, in seconds."""

    def __init__(self, gateway: Gateway, owner: Owner) -> None:
        self._gateway, self._owner = gateway, owner
        self._known: dict[tuple[str, int | None], Connected] = {}
        self.by_shard: defaultdict[Shard, list[Connected]] = defaultdict(list)
        self._before, gateway.changed = gateway.changed, self._changed
        self._begun = asyncio.get_running_loop().time()

    def has_fallen_deaf(self, owner: str) -> None:
        """A process hears nothing from now on, or says nothing of what it hears."""
        for each in self._of(owner):
            each.deaf.append((self._now(), inf))

    def hears_again(self, owner: str) -> None:
        for each in self._of(owner):
            each.deaf[:] = [(since, min(until, self._now())) for since, until in each.deaf]

    def absences(self, server: str, until: float | None = None) -> tuple[Span, ...]:
        """When nobody served this server."""
        served = sorted(
            span
            for shard, connections in self.by_shard.items()
            if shard.has(server)
            for each in connections
            for span in each.served
        )
        found, left = list[Span](), self._begun
        for since, end in [*served, (until or self._now(), inf)]:
            if since > left:
                found.append((left, since))
            left = max(left, end)
        return tuple(found)

    def _of(self, owner: str) -> list[Connected]:
        found = [each for connections in self.by_shard.values() for each in connections]
        return [each for each in found if each.owner == owner and each.until == inf]

    def _changed(self) -> None:
        there = set[tuple[str, int | None]]()
        for session in self._gateway.sessions.values():
            if session.connection is None:
                continue
            key = (session.id, session.connection.port)
            there.add(key)
            if key not in self._known:
                made = Connected(self._owner(session.connection.port), self._now())
                self._known[key] = made
                self.by_shard[session.shard].append(made)
        for key in self._known.keys() - there:
            self._known.pop(key).until = self._now()
        self._before()

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
