"""Times as players read them."""

from bot.text.english import Words
from engine.durations import CLOCKS, SECOND
from engine.ids import Instant, Span


def clock(span: Span, words: Words) -> str:
    for key, known in CLOCKS.items():
        if span == known:
            return words.CLOCKS[key]
    return words.SECONDS.format(seconds=span // SECOND)


def moment(at: Instant) -> str:
    """Discord shows it in the reader's own words, and counts it down."""
    return f"<t:{at // SECOND}:R>"
