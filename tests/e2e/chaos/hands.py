"""The hands of the bot's clock. The run moves them in a file, the bot looks at it whenever it wants
to know the time."""

import os
import time
from pathlib import Path

from tests.e2e.chaos.trouble import Span

SECOND = 1_000_000_000


class Hands:
    """For whoever moves them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # In seconds: how far the clock is ahead, and what of that it has to give back.
        self.ahead = self.jumped = 0.0
        self.passed = self.put_back = 0.0
        self.jumps = 0
        # Each time that it was put back: when that was for players, and how far it was behind then.
        self.behind: list[Span] = []
        self._most = 0.0
        self._show()

    @property
    def played(self) -> float:
        """How much time players can have had since some moment in the past, in seconds: what passed
        by itself or by steps, without what has to be given back. It never goes down."""
        self._most = max(self._most, self._now)
        return self._most

    @property
    def _now(self) -> float:
        return time.monotonic() + self.ahead - self.jumped

    def step(self, seconds: float) -> None:
        """Forth or back, by less than what the bot takes for its machine having slept."""
        played = self.played
        self.ahead += seconds
        if seconds > 0:
            self.passed += seconds
        else:
            self.put_back -= seconds
            self.behind.append((played, played - self._now))
        self._show()

    def jump(self, seconds: float) -> None:
        """Ahead, by so much that the bot must have been away. It gives back what it missed since
        the latest time that it knows of, so the clock is no longer behind that."""
        self.ahead += seconds + self.played - self._now
        self.jumped += seconds
        self.jumps += 1
        self._show()

    def _show(self) -> None:
        """Whoever looks sees where they were or where they are."""
        fresh = self.path.with_suffix(".part")
        fresh.write_text(str(int(self.ahead * SECOND)))
        os.replace(fresh, self.path)  # noqa: PTH105  (the same, and said to be atomic)


class Watch:
    """For whoever looks at them: stands in the place of the module `time`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def time_ns(self) -> int:
        return time.time_ns() + int(self._path.read_text())
