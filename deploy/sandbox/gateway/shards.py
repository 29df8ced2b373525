"""Shards: the parts that a bot divides its servers between, each with a session of its own."""

from dataclasses import dataclass
from typing import Any

# Servers in one shard, and shards: more of them are a mistake.
LARGEST, MOST = 2_500, 16_384


@dataclass(frozen=True)
class Shard:
    index: int
    count: int

    def has(self, server: str) -> bool:
        return (int(server) >> 22) % self.count == self.index

    def hears(self, server: str | None) -> bool:
        """Whether events of this server come here. Those of no server come to the first shard."""
        return self.has(server) if server else self.index == 0

    @property
    def told(self) -> list[int]:
        return [self.index, self.count]


ONLY = Shard(0, 1)


def asked_for(told: Any) -> Shard | None:
    """The shard that a bot or a test names, if there can be such a shard."""
    if not isinstance(told, list) or [type(each) for each in told] != [int, int]:
        return None
    index, count = told
    return Shard(index, count) if 0 <= index < count <= MOST else None
