"""Discord's ids: numbers that grow with time, which JSON carries as text."""

import time
from collections.abc import Callable

# A time in milliseconds since 1970.
Now = Callable[[], int]

EPOCH = 1_420_070_400_000
STEPS = 1 << 22


def by_the_clock() -> int:
    return time.time_ns() // 1_000_000


class Ids:
    """Never the same twice, and always growing, also when the clock is put back."""

    def __init__(self, now: Now, last: int = 0) -> None:
        self._now = now
        self.last = last

    def new(self) -> str:
        self.last = max(self.last + 1, (self._now() - EPOCH) * STEPS)
        return str(self.last)

    def has_been(self, snowflake: str) -> None:
        """One of an earlier time."""
        self.last = max(self.last, int(snowflake))


def born(snowflake: str) -> int:
    """When an id was made, in milliseconds since 1970."""
    return int(snowflake) // STEPS + EPOCH
