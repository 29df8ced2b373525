"""Facts as text: mentions, lists, ranges, signed numbers, times and quotations."""

from collections.abc import Iterable

from bot.text.english import English, Words
from engine.durations import DAY, HOUR, MINUTE, SECOND
from engine.ids import Instant, PlayerId, Span

# How many things are listed before the rest is only counted.
LISTED = 10
_QUOTED = 40
_UNITS = {"day": DAY, "hour": HOUR, "minute": MINUTE, "second": SECOND}


def quoted(text: str, most: int = _QUOTED) -> str:
    """Return a user's text, safe to print: cut short, without control characters."""
    shown = text[:most]
    if not shown.isprintable():
        shown = "".join(each if each.isprintable() else "�" for each in shown)
    return shown + English.MORE if len(text) > most else shown


def mention(player: PlayerId, words: Words = English) -> str:
    """Return a mention of the player, which Discord renders as the name."""
    return f"<@{player}>" if player > 0 else words.DELETED_PLAYER


def board_url(guild: int, channel: int, message: int | None) -> str:
    """Return the address of a board, or of its channel if there is no message to go to."""
    place = f"https://discord.com/channels/{guild}/{channel}"
    return f"{place}/{message}" if message else place


def duel_link(number: int, url: str, words: Words) -> str:
    """Return the number of a duel, linked with its board."""
    return words.LINK.format(number=number, url=url)


def parity(number: int, words: Words = English) -> str:
    return words.EVEN_OR_ODD[number % 2]


def listing(
    items: Iterable[object], most: int | None = LISTED, words: Words = English, last: str = ""
) -> str:
    """`1, 2 or 3`, or `1, 2, 3 and 5 more` if there are at least two more than `most`."""
    shown = [str(item) for item in items]
    if most is not None and len(shown) > most + 1:
        more = words.MORE_ITEMS.format(count=len(shown) - most)
        return f"{', '.join(shown[:most])} {more}"
    *others, end = shown or [words.NONE]
    return f"{', '.join(others)} {last or words.OR} {end}" if others else end


def ranges(numbers: Iterable[int]) -> str:
    """`1-5, 7` for ascending numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return ", ".join([f"{one}-{last}" if one < last else f"{one}" for one, last in runs])


def signed(change: int) -> str:
    """`+9`, `−9` or `±0`."""
    return f"{'+' if change > 0 else '−' if change < 0 else '±'}{abs(change)}"


def duration(span: int, words: Words = English) -> str:
    """`3 days` or `90 minutes`: milliseconds in the largest unit that divides them."""
    unit = next((each for each, length in _UNITS.items() if span % length == 0), "second")
    count = span // _UNITS[unit]
    return words.DURATIONS[unit][count != 1].format(count=count)


def clock(span: Span, words: Words) -> str:
    """Return the time for each move, such as `1 day`."""
    return duration(span, words)


def moment(at: Instant) -> str:
    """Return a timestamp that Discord shows relative to now, in the reader's language."""
    return f"<t:{at // SECOND}:R>"
