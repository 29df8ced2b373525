"""Lengths of time in milliseconds, and how long clocks and challenges last: the one place for
them."""

from engine.ids import Span

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

# The clocks that players choose from, by the keys of their names; servers choose the default.
CLOCKS = {
    "10m": Span(10 * MINUTE),
    "1h": Span(HOUR),
    "1d": Span(DAY),
    "3d": Span(3 * DAY),
    "7d": Span(7 * DAY),
}
DEFAULT_CLOCK = CLOCKS["1d"]
# How long a challenge waits for its answer.
CHALLENGE_LASTS = Span(15 * MINUTE)
# A player is reminded when one part in this many of the time for the move is left.
REMINDER_PART = 4
