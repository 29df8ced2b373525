"""Shards: the parts that a bot divides its servers between, each with a session of its own."""

from dataclasses import dataclass
from typing import Any

# More of them for one server are a mistake.
MOST = 16


@dataclass(frozen=True)
class Shard:
    index: int
    count: int

    def has(self, server: str) -> bool:
        return (int(server) >> 22) % self.count == self.index

    def hears(self, server: str | None) -> bool:
        """Whether events of this server come here. Those of no server come to the first shard."""
        return self.has(server) if server else self.index == 0


ONLY = Shard(0, 1)


def asked_for(told: Any) -> Shard | None:
    """The shard that a bot names when it identifies, if there can be such a shard."""
    if not isinstance(told, list) or [type(each) for each in told] != [int, int]:
        return None
    index, count = told
    return Shard(index, count) if 0 <= index < count <= MOST else None
