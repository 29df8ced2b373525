"""Dates as players have them: by an offset from UTC that each player chooses."""

from dataclasses import dataclass

from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant

# The least and the greatest offset from UTC that there is, in minutes.
LEAST_OFFSET, MOST_OFFSET = -12 * 60, 14 * 60
# For how long a puzzle of the day may still be begun after its day, by a player who is at it.
GRACE = HOUR


def date_at(now: Instant, offset: int = 0) -> int:
    """The date, as a number of days since 1970, where clocks are so many minutes ahead of UTC."""
    return (now + offset * MINUTE) // DAY


@dataclass(frozen=True)
class Days:
    """A player's dates. Each lasts for a day by the player's offset.

    A player whose offset grows must not lose the rest of a day, nor a date that this skips: dates
    up to `kept` last at least as long as by the `earlier` offset."""

    offset: int = 0
    earlier: int | None = None
    kept: int | None = None

    def today(self, now: Instant) -> int:
        return date_at(now, self.offset)

    def open(self, now: Instant) -> range:
        """The dates that the player has now. The last one is today, and usually the only one."""
        today = self.today(now)
        return range(min(today, date_at(now, self._slowest(now))), today + 1)

    def may_begin(self, day: int, now: Instant) -> bool:
        """Whether the player may begin the puzzle of a day: on that day, or soon after it."""
        return day in self.open(now) or day in self.open(Instant(now - GRACE))

    def moved(self, offset: int, now: Instant) -> "Days":
        """The days after the player has chosen another offset."""
        if not LEAST_OFFSET <= offset <= MOST_OFFSET:
            raise ValueError(f"no clock is {offset} minutes ahead of UTC")
        if offset == self.offset:
            return self
        slowest, today = self._slowest(now), self.today(now)
        if offset <= slowest:
            return Days(offset)
        # The day before the new date may be one that the player would never have had.
        return Days(offset, slowest, max(today, date_at(now, offset) - 1))

    def _slowest(self, now: Instant) -> int:
        """The offset by which days end last, of those that count now."""
        if self.earlier is None or self.kept is None or date_at(now, self.earlier) > self.kept:
            return self.offset
        return self.earlier
