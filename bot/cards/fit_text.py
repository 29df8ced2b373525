"""Any text on a card, tidied and short enough for its place."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.cards.content import Names
from bot.cards.fonts import Style, drawable
from bot.text.english import Words

_SEATS = re.compile(r"\{(first|second)\}")


def tidy(text: str) -> str:
    """One line without what can't be seen: controls, joiners, marks that turn the direction."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())  # most texts, at once
    spaced = "".join(" " if each.isspace() else each for each in text)
    seen = "".join(each for each in spaced if not _unseen(each))
    return " ".join(unicodedata.normalize("NFC", seen).split())


def called(names: Names, words: Words) -> str:
    """The first of somebody's names that can be drawn, for which it may lose its pictures."""
    for name in map(tidy, names):
        for each in (name, _plain(name)):
            if each and all(map(_legible, each)):
                return each
    return words.CARD_NAMELESS


def called_by_seat(names: Iterable[Names], words: Words) -> list[str]:
    """The names of both players; one without a drawable name is called "player 1" or "player 2"."""
    return [
        called((*each, words.CARD_PLAYER.format(nth=nth)), words)
        for nth, each in enumerate(names, start=1)
    ]


def legible(text: str) -> str:
    """The drawable part of a text that has no other form, such as a server's name."""
    if text.isascii():
        return tidy(text)
    return " ".join("".join(filter(_legible, tidy(text))).split())


def shortened(text: str, room: float, style: Style, words: Words) -> str:
    """As much of a text as there is room for."""
    if style.width(text) <= room:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if style.width(_cut(text, middle, words)) <= room:
            fits = middle
        else:
            too_long = middle
    return _cut(text, fits, words)


def wrapped(text: str, rooms: Sequence[float], style: Style, words: Words) -> list[str]:
    """A text in as many lines as it needs and has rooms for. The last one says if there is more."""
    lines, rest = [], text.split()
    for room in rooms[:-1]:
        most = 1
        while most < len(rest) and style.width(" ".join(rest[: most + 1])) <= room:
            most += 1
        lines.append(shortened(" ".join(rest[:most]), room, style, words))
        rest = rest[most:]
    lines.append(shortened(" ".join(rest), rooms[-1], style, words))
    return list(filter(None, lines))


def seated(text: str, names: Sequence[str]) -> str:
    """Put the names for `{first}` and `{second}`. A name that says `{second}` stays what it is."""
    put = dict(zip(("first", "second"), names, strict=True))
    return _SEATS.sub(lambda found: put[found[1]], text)


def fitting(text: str, names: Sequence[str], room: float, style: Style, words: Words) -> str:
    """The same, and if that is too long it's the names that are shortened."""
    whole = seated(text, names)
    if style.width(whole) <= room:
        return whole
    left = room - style.width(seated(text, ("", "")))
    each = max(left, 0) / max(len(_SEATS.findall(text)), 1)
    return seated(text, [shortened(name, each, style, words) for name in names])


def _plain(name: str) -> str:
    """Without emoji and the like, if that leaves anything to read."""
    left = "".join(each for each in name if unicodedata.category(each) not in {"So", "Sk"})
    return " ".join(left.split()) if any(map(str.isalnum, left)) else ""


def _cut(text: str, length: int, words: Words) -> str:
    return text[:length].rstrip() + words.MORE


def _unseen(character: str) -> bool:
    """Controls, formats (joiners, directions), what is private or half a character, and the
    selectors that only say how the character before them looks."""
    selects = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return selects or unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}


def _legible(character: str) -> bool:
    """Marks that belong to no letter of the font would be put beside theirs."""
    return not unicodedata.category(character).startswith("M") and drawable(character)
