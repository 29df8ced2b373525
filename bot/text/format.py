"""Facts as text: mentions, lists, ranges, signed numbers and quotations."""

from collections.abc import Iterable
from itertools import groupby

from bot.text.english import English, Words
from engine.ids import PlayerId

# How many things are listed before an ellipsis.
LISTED = 10
_QUOTED = 40


def quoted(text: str, most: int = _QUOTED) -> str:
    """Somebody's text, safe to print: short, and nothing in it that moves a cursor."""
    shown = "".join(each if each.isprintable() else "�" for each in text[:most])
    return shown + English.MORE if len(text) > most else shown


def mention(player: PlayerId, words: Words = English) -> str:
    """A name in every script, which nobody can fake or break a line with."""
    return f"<@{player}>" if player > 0 else words.DELETED_PLAYER


def parity(number: int, words: Words = English) -> str:
    return words.EVEN_OR_ODD[number % 2]


def listing(
    items: Iterable[object], most: int | None = LISTED, words: Words = English, last: str = ""
) -> str:
    """`1, 2 or 3`; of more than `most` the first ones and an ellipsis."""
    shown = [str(item) for item in items]
    if most is not None and len(shown) > most:
        return f"{', '.join(shown[:most])} {words.MORE}"
    *others, end = shown or [words.NONE]
    return f"{', '.join(others)} {last or words.OR} {end}" if others else end


def ranges(numbers: Iterable[int]) -> str:
    """`1-5, 7` for ascending numbers."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def signed(change: int) -> str:
    """`+9`, `−9` or `±0`."""
    return f"{'+' if change > 0 else '−' if change < 0 else '±'}{abs(change)}"


def stop(text: str) -> str:
    """Nothing ends in `….`."""
    return text if text.endswith(English.MORE) else f"{text}."
