"""Limits on how often bots begin a session: one IDENTIFY in five seconds for each rate limit key,
and a thousand in a day."""

from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.ids import Now
from deploy.sandbox.objects import Json

# In milliseconds: between two of the same key, and until the day's count begins anew.
APART = 5_000
DAY = 24 * 3_600_000


class SessionStarts:
    def __init__(self, now: Now, total: int, concurrency: int, *, enforced: bool = True) -> None:
        """A shard's key is its index modulo `concurrency`, which Discord calls max_concurrency."""
        self._now = now
        self._total = total
        self._concurrency = concurrency
        self._enforced = enforced
        self._used = self._ends = 0
        # By key: when the next IDENTIFY may come.
        self._free: dict[int, int] = {}

    @property
    def told(self) -> Json:
        """Returns the `session_start_limit` of `GET /gateway/bot`."""
        self._begin_anew()
        return {
            "total": self._total,
            "remaining": self._total - self._used,
            "reset_after": max(0, self._ends - self._now()),
            "max_concurrency": self._concurrency,
        }

    def count(self) -> bool:
        """Counts an IDENTIFY, also one that comes too early. Returns whether it is one of those
        that the bot has in a day."""
        self._begin_anew()
        if self._used >= self._total:
            return False
        if self._ends <= self._now():
            self._ends = self._now() + DAY
        self._used += 1
        return True

    def take(self, shard: Shard) -> bool:
        """Returns whether a shard may begin a session now. Its key is taken then."""
        key, now = shard.index % self._concurrency, self._now()
        if self._enforced and now < self._free.get(key, 0):
            return False
        self._free[key] = now + APART
        return True

    def _begin_anew(self) -> None:
        if self._ends <= self._now():
            self._used = 0
