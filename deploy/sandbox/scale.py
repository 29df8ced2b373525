"""How large a sandbox is: its servers, and the shards that a bot is told to divide them between."""

from dataclasses import dataclass
from math import ceil

# Servers that Discord has a bot put in one shard.
A_SHARD = 1_000


@dataclass(frozen=True)
class Scale:
    servers: int = 1
    # How many shards are recommended; none means as many as Discord would.
    shards: int | None = None
    # How many shards may begin a session at the same time.
    concurrency: int = 1
    # How many sessions a bot may begin in a day.
    sessions: int = 1_000

    @property
    def recommended(self) -> int:
        return self.shards or ceil(self.servers / A_SHARD)


ONE = Scale()
