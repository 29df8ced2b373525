"""The bot's clock: the run moves it by a file, and the bot reads that file to know the time."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from engine.ids import Instant

# A clock is put back by at most this many seconds, and not again before it has caught up.
MOST_BACK = 55.0


class Clock:
    """The run's side. All times are in seconds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed = self.jumped = 0.0
        self._ahead = self._latest = 0.0
        self._write()

    @property
    def played(self) -> float:
        """How much time players have had since some moment in the past: real time and steps, but no
        jumps, as the bot gives those back. It never goes down."""
        self._latest = max(self._latest, self._now)
        return self._latest

    def step(self, seconds: float) -> None:
        """Forward, by less than what the bot takes for its machine having slept."""
        self._ahead += seconds
        self.passed += seconds
        self._write()

    def step_back(self, seconds: float) -> None:
        self._ahead -= max(0.0, min(seconds, MOST_BACK - (self.played - self._now)))
        self._write()

    def jump(self, seconds: float) -> None:
        """Forward, by so much that the bot must have been away."""
        self._ahead += seconds + self.played - self._now
        self.jumped += seconds
        self._write()

    @property
    def _now(self) -> float:
        return time.monotonic() + self._ahead - self.jumped

    def _write(self) -> None:
        fresh = self.path.with_suffix(".part")
        fresh.write_text(str(int(self._ahead * 1000)))
        os.replace(fresh, self.path)  # noqa: PTH105  (documented as atomic)


def reader(path: Path) -> Callable[[], Instant]:
    """The bot's side."""
    return lambda: Instant(time.time_ns() // 1_000_000 + int(path.read_text()))
