"""Keeps a process silent that has lost its leases: another one speaks for its shards by then."""

import time
from collections.abc import Callable


class LeaseLost(OSError):
    """A request wasn't sent because another process may be speaking for the shard."""


def _since_boot() -> float:
    """Seconds on a clock that goes on while the machine sleeps, where there is one."""
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.monotonic()


class LeaseGuard:
    """Knows until when this process may speak. It looks at the clock each time: a process that was
    stopped for a minute must not say a word when it goes on."""

    def __init__(self, now: Callable[[], float] = _since_boot) -> None:
        self._now = now
        # A process that has its database to itself speaks for ever.
        self._until = float("inf")

    def now(self) -> float:
        return self._now()

    def allow_until(self, until: float) -> None:
        self._until = until

    @property
    def left(self) -> float:
        """For how many more seconds the process may speak."""
        return self._until - self._now()

    @property
    def has_lapsed(self) -> bool:
        return self._now() >= self._until

    def require(self) -> None:
        """Raise LeaseLost if the process must not speak."""
        if self.has_lapsed:
            raise LeaseLost("the leases of this process have run out")
