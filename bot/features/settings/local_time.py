"""Local times: the offsets from UTC that players may have, and those where it is the time that a
player types."""

import re
from typing import NamedTuple

from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant
from engine.puzzles.daily import weekday_of
from engine.puzzles.days import date_at

# The offsets from UTC that are in use, in minutes. Of two places that have the same time on
# different days, the one with more people comes first.
_WHOLE: tuple[int, ...] = tuple(60 * hours for hours in (*range(-10, 14), 14, -11))
_PARTS = (-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825)
OFFSETS = (*_WHOLE, *_PARTS)
# How many minutes a player's watch may differ from ours. Offsets differ by fifteen or more.
_WRONG = 7
_TIME = re.compile(r"([0-9]{1,2})(?:[:.h]?([0-9]{2}))?\s*(?:([ap])\.?m?\.?)?", re.IGNORECASE)
# Minutes of a day.
_NOON, _DAY = 12 * 60, DAY // MINUTE


class LocalTime(NamedTuple):
    """A weekday, from 0 on Mondays, and the minute of the day."""

    weekday: int
    minute: int

    @property
    def text(self) -> str:
        return f"{self.minute // 60}:{self.minute % 60:02}"

    @property
    def half(self) -> tuple[bool, str]:
        """Whether it is after noon, and the time counted in twelve hours."""
        hour = (self.minute // 60 - 1) % 12 + 1
        return self.minute >= _NOON, f"{hour}:{self.minute % 60:02}"


def local_time(now: Instant, offset: int) -> LocalTime:
    return LocalTime(weekday_of(date_at(now, offset)), (now // MINUTE + offset) % _DAY)


def next_midnight(now: Instant, offset: int) -> Instant:
    return Instant((date_at(now, offset) + 1) * DAY - offset * MINUTE)


def zone(offset: int) -> str:
    """`UTC`, `UTC+2` or `UTC-3:30`."""
    hours, minutes = divmod(abs(offset), HOUR // MINUTE)
    part = f":{minutes:02}" if minutes else ""
    return f"UTC{'-' if offset < 0 else '+'}{hours}{part}" if offset else "UTC"


def suggested(typed: str, now: Instant) -> list[int]:
    """The offsets where it is nearest to a typed time first, in the morning before the afternoon.
    Without a time, those of whole hours from the west on."""
    times = _times(typed)
    if not times:
        return sorted(_WHOLE)

    def away(offset: int) -> tuple[int, int]:
        return min((_away(now, offset, time), nth) for nth, time in enumerate(times))

    return sorted(OFFSETS, key=away)


def meant(text: str, now: Instant) -> int | None:
    """The offset that a text means: a zone, or the time that it is there now. None if it is that
    time nowhere. From one to twelve is in the morning, unless the text says otherwise."""
    zones = {zone(offset).lower(): offset for offset in OFFSETS}
    if (offset := zones.get(text.strip().lower())) is not None:
        return offset
    times = _times(text)
    if not times:
        return None
    nearest = min(OFFSETS, key=lambda offset: _away(now, offset, times[0]))
    return nearest if _away(now, nearest, times[0]) <= _WRONG else None


def _times(text: str) -> tuple[int, ...]:
    """The minutes of the day that a text may mean: two if it doesn't say which half of the day."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        return ()
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if hour > 23 or minute > 59 or (half and not 1 <= hour <= 12):
        return ()
    if half:
        return (hour % 12 * 60 + minute + (_NOON if half == "p" else 0),)
    time = hour * 60 + minute
    return (time, (time + _NOON) % _DAY) if 1 <= hour <= 12 else (time,)


def _away(now: Instant, offset: int, time: int) -> int:
    """How many minutes it is from a time there, either way round."""
    away = abs(local_time(now, offset).minute - time)
    return min(away, _DAY - away)
