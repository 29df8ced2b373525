"""Streaks: how many days in a row a player has answered the puzzle of the day."""

from collections.abc import Collection, Iterable

from engine.durations import DAY, MINUTE
from engine.ids import Instant
from engine.puzzles.days import date_at

# A bot that is away for as long on a day excuses everybody's missing answer of that day.
EXCUSES = 5 * MINUTE
# From a moment to another.
Interval = tuple[Instant, Instant]


def streak(answered: Collection[int], excused: Collection[int], today: int) -> int:
    """The number of answered days in a row, up to today or yesterday.

    An excused day counts nothing and breaks nothing. Nor does a day that isn't over: today, and any
    later one, which players answer if their offset or the host's clock is set back."""
    count, until = 0, today
    for day in sorted(set(answered), reverse=True):
        if any(missed not in excused for missed in range(day + 1, until)):
            break
        count, until = count + 1, min(day, today)
    return count


def excused_days(outages: Iterable[Interval], offset: int) -> frozenset[int]:
    """The dates, by an offset from UTC in minutes, on which the bot was away for long enough."""
    away: dict[int, int] = {}
    for begun, ended in _united(outages):
        for day in range(date_at(begun, offset), date_at(ended, offset) + 1):
            midnight = day * DAY - offset * MINUTE
            spent = min(ended, midnight + DAY) - max(begun, midnight)
            away[day] = away.get(day, 0) + spent
    return frozenset(day for day, spent in away.items() if spent >= EXCUSES)


def _united(intervals: Iterable[Interval]) -> list[Interval]:
    """The intervals without overlaps, as each moment counts once."""
    united: list[Interval] = []
    for begun, ended in sorted(intervals):
        if united and begun <= united[-1][1]:
            united[-1] = united[-1][0], max(united[-1][1], ended)
        elif begun < ended:
            united.append((begun, ended))
    return united
