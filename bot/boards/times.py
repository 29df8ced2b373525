"""Times as players read them: the clocks to choose from, and moments."""

from bot.text.english import Words
from bot.text.format import duration
from engine.durations import SECOND
from engine.ids import Instant, Span


def clock(span: Span, words: Words) -> str:
    """Return the time for each move, such as `1 day`."""
    return duration(span, words)


def moment(at: Instant) -> str:
    """Return a timestamp that Discord shows relative to now, in the reader's language."""
    return f"<t:{at // SECOND}:R>"
