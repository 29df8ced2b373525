"""Times as players read them."""

from bot.text.languages import Words
from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant, Span

# The clocks that players choose from, by the key of their words.
CLOCKS = {
    "10m": Span(10 * MINUTE),
    "1h": Span(HOUR),
    "1d": Span(DAY),
    "3d": Span(3 * DAY),
    "7d": Span(7 * DAY),
}


def clock(span: Span, words: Words) -> str:
    for key, known in CLOCKS.items():
        if span == known:
            return words.CLOCKS[key]
    return words.SECONDS.format(seconds=span // 1000)


def moment(at: Instant) -> str:
    """Discord shows it in the reader's own words, and counts it down."""
    return f"<t:{at // 1000}:R>"
