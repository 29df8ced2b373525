"""Shards: the parts that Discord divides a bot's servers into."""

from dataclasses import dataclass
from math import lcm

from storage.ids import DIRECT, GuildId, are_direct_messages

# A server's ID tells the millisecond in which it was created, above these bits.
BELOW_THE_TIME = 22


def shard_key(guild: GuildId) -> int:
    """Return the number whose remainder, divided by the number of shards, is a server's shard. All
    direct messages come to the first one."""
    return 0 if are_direct_messages(guild) else guild >> BELOW_THE_TIME


@dataclass(frozen=True)
class Shard:
    """The shard with this number, from 0 on, of so many."""

    number: int = 0
    count: int = 1

    def has(self, guild: GuildId) -> bool:
        return shard_key(guild) % self.count == self.number

    def common(self, other: "Shard") -> "Shard | None":
        """Return the servers that two shards have in common, as a shard of more, or None if they
        have none. The numbers of shards may differ."""
        count = lcm(self.count, other.count)
        numbers = range(self.number, count, self.count)
        number = next((each for each in numbers if each % other.count == other.number), None)
        return None if number is None else Shard(number, count)

    def within(self, other: "Shard") -> bool:
        """Whether the other shard has all servers of this one."""
        return self.common(other) == self

    @property
    def values(self) -> tuple[int, int]:
        """The parameters of `OF_SHARD`."""
        return self.count, self.number


# All servers.
ONLY = Shard()
# The condition that a row's server is in a shard: see `shard_key`.
OF_SHARD = f"(CASE WHEN guild < {DIRECT} THEN guild >> {BELOW_THE_TIME} ELSE 0 END) % ? = ?"
