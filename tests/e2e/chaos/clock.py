"""The bot's clock: the run moves it by a file, and the bot reads that file to know the time."""

import os
import time
from bisect import bisect
from collections.abc import Callable
from math import inf
from pathlib import Path

from engine.ids import Instant

# A clock is put back by at most this many seconds, and not again before it has caught up.
MOST_BACK = 55.0


class Clock:
    """The run's side. All times are in seconds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed = self.jumped = 0.0
        self._ahead = 0.0
        # What was changed: when, how far it is ahead since, and the most that was shown before.
        self._changes = [(0.0, 0.0, 0.0)]
        self._write()

    @property
    def played(self) -> float:
        """How much time players have had since some moment in the past: real time and steps, but no
        jumps, as the bot gives those back. It never goes down."""
        return max(self._at(time.monotonic()))

    def surely_away(self, since: float, until: float) -> tuple[float, float]:
        """Return when a bot was away for all that its clock can tell, which may have been put back:
        from the most that it has shown to what it shows."""
        return max(self._at(since)), self._at(until)[0]

    def step(self, seconds: float) -> None:
        """Forward, by less than what the bot takes for its machine having slept."""
        self._ahead += seconds
        self.passed += seconds
        self._write()

    def step_back(self, seconds: float) -> None:
        now, most = self._at(time.monotonic())
        self._ahead -= max(0.0, min(seconds, MOST_BACK - max(0.0, most - now)))
        self._write()

    def jump(self, seconds: float) -> None:
        """Forward, by so much that the bot must have been away."""
        now, most = self._at(time.monotonic())
        self._ahead += seconds + max(0.0, most - now)
        self.jumped += seconds
        self._write()

    def _at(self, real: float) -> tuple[float, float]:
        """Return what it showed at this moment, without jumps, and the most that it had shown until
        the change before."""
        _, ahead, most = self._changes[bisect(self._changes, (real, inf)) - 1]
        return real + ahead, most

    def _write(self) -> None:
        real = time.monotonic()
        self._changes.append((real, self._ahead - self.jumped, max(self._at(real))))
        fresh = self.path.with_suffix(".part")
        fresh.write_text(str(int(self._ahead * 1000)))
        os.replace(fresh, self.path)  # noqa: PTH105  (documented as atomic)


def reader(path: Path) -> Callable[[], Instant]:
    """The bot's side."""
    return lambda: Instant(time.time_ns() // 1_000_000 + int(path.read_text()))
