"""How often a bot may ask: a few messages at a time in each channel, and fifty requests a second in
all. Interactions are answered beyond that."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import md5


@dataclass(frozen=True)
class Allowance:
    """Discord doesn't promise these, but has kept to them for years."""

    limit: int
    seconds: float


MESSAGES = Allowance(5, 5.0)
REACTIONS = Allowance(1, 0.25)
MEMBERS = Allowance(10, 10.0)
GLOBAL = Allowance(50, 1.0)


class TooMany(Exception):
    def __init__(self, after: float, headers: dict[str, str], *, everywhere: bool) -> None:
        super().__init__(after)
        self.after = after
        self.headers = headers
        self.everywhere = everywhere


@dataclass
class Bucket:
    """Full again all at once, when its time is over."""

    allowance: Allowance
    used: int = 0
    until: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.until:
            self.used, self.until = 0, now + self.allowance.seconds
        if self.used >= self.allowance.limit:
            return False
        self.used += 1
        return True


class RateLimits:
    def __init__(self, now: Callable[[], float], *, enforced: bool = True) -> None:
        self._now = now
        self._enforced = enforced
        self._everything = Bucket(GLOBAL)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(
        self, route: str, place: str, allowance: Allowance | None = None, *, beyond: bool = False
    ) -> dict[str, str]:
        """For one more request on a route that is limited in each place. The headers that say what
        is left. What follows an interaction is beyond what is counted of everything."""
        if not self._enforced:
            return {}
        now = self._now()
        for key in [key for key, each in self._buckets.items() if now >= each.until]:
            del self._buckets[key]
        bucket = self._buckets.setdefault((route, place), Bucket(allowance or MESSAGES))
        free, free_everywhere = bucket.take(now), beyond or self._everything.take(now)
        headers = _headers(bucket, route, now)
        if not free:
            raise TooMany(bucket.until - now, headers, everywhere=False)
        if not free_everywhere:
            raise TooMany(self._everything.until - now, headers, everywhere=True)
        return headers

    def refusal(self, route: str, allowance: Allowance | None, seconds: float) -> TooMany:
        """What a request on a route hears when nothing is left for so many seconds."""
        now = self._now()
        allowance = allowance or MESSAGES
        spent = Bucket(allowance, used=allowance.limit, until=now + seconds)
        return TooMany(seconds, _headers(spent, route, now), everywhere=False)


def _headers(bucket: Bucket, route: str, now: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(bucket.allowance.limit),
        "X-RateLimit-Remaining": str(bucket.allowance.limit - bucket.used),
        "X-RateLimit-Reset": f"{bucket.until:.3f}",
        "X-RateLimit-Reset-After": f"{bucket.until - now:.3f}",
        "X-RateLimit-Bucket": md5(route.encode(), usedforsecurity=False).hexdigest(),
    }
