"""The lines of an exported server: which JSON values each kind of line has, written and read back.
A file may come from anyone, so a line is accepted only exactly as this module writes it."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

FORMAT, VERSION = "duelhost", 1

# More duels than any server has, and as many channels or roles as Discord lets a user choose.
MOST, CHOSEN = 10_000_000, 25
# Larger whole numbers are not read alike by every JSON program. Discord's IDs are written as text.
LARGEST = 2**53 - 1
# The end of the year 9999.
LATEST = 253_402_300_799_999
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_WORD = re.compile(r"[a-z-]{1,20}")
_NAME = re.compile(r"[a-z]{1,20}")
# 490 moves of a game with eight options, each a list of a hundred numbers, take some 7,500.
_RECORD = re.compile(r"[0-9a-z/=,.:*-]{1,8000}")
# Numbers of moves, each in ascending order.
_HINTS = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{1,3}){0,999})?")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class UnfitLine(ValueError):
    """A line that this module can't have written. `key` names the value, if only one is wrong."""

    def __init__(self, key: str | None = None) -> None:
        super().__init__(key)
        self.key = key


# The default of a value that every line must have.
REQUIRED: Any = object()


@dataclass(frozen=True)
class Kind:
    """How a value is written and read. `read` raises a ValueError for anything else. A value with a
    default is written only if it differs from that, so that older lines are still read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    default: Any = REQUIRED

    def optional(self, default: Any) -> "Kind":
        """Return the same kind for a key that earlier versions didn't write."""
        return replace(self, default=default)


def _as_it_is(value: Any) -> Any:
    return value


def _whole(least: int, most: int) -> Kind:
    def read(value: Any) -> int:
        # A bool is an int too.
        if type(value) is int and least <= value <= most:
            return value
        raise ValueError

    return Kind(_as_it_is, read)


def _numbered(least: int) -> Kind:
    """An ID of Discord's, or the negative one of an erased player."""

    def read(value: Any) -> int:
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            number = int(value)
            if least <= number < 2**63:
                return number
        raise ValueError

    return Kind(str, read)


def _text(form: re.Pattern[str]) -> Kind:
    def read(value: Any) -> str:
        if isinstance(value, str) and form.fullmatch(value):
            return value
        raise ValueError

    return Kind(_as_it_is, read)


def _only(wanted: object) -> Kind:
    def read(value: Any) -> Any:
        if type(value) is type(wanted) and value == wanted:
            return value
        raise ValueError

    return Kind(_as_it_is, read)


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError


def _maybe(kind: Kind) -> Kind:
    return Kind(
        lambda value: None if value is None else kind.write(value),
        lambda value: None if value is None else kind.read(value),
    )


def _several(kind: Kind) -> Kind:
    """A list in ascending order without duplicates."""

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > CHOSEN:
            raise ValueError
        found = [kind.read(each) for each in value]
        if not all(one < other for one, other in pairwise(found)):
            raise ValueError
        return found

    return Kind(lambda value: [kind.write(each) for each in sorted(value)], read)


def _by_name(kind: Kind) -> Kind:
    """Pairs of a name and a value, as an object in the order of the names."""

    def read(value: Any) -> list[tuple[str, Any]]:
        if not isinstance(value, dict) or len(value) > CHOSEN:
            raise ValueError
        found = [(NAME.read(name), kind.read(each)) for name, each in value.items()]
        if not all(one < other for (one, _), (other, _) in pairwise(found)):
            raise ValueError
        return found

    return Kind(lambda value: {name: kind.write(each) for name, each in sorted(value)}, read)


COUNT, NUMBER = _whole(0, LARGEST), _whole(1, LARGEST)
RATING, FLAG = _whole(-LARGEST, LARGEST), Kind(bool, _flag)
DUELS, MOMENT = _whole(0, MOST), _whole(0, LATEST)
ID, PLACE, PERSON = _numbered(1), _numbered(0), _numbered(1 - 2**63)
WORD, NAME, RECORD = _text(_WORD), _text(_NAME), _text(_RECORD)

# The values of each kind of line, in the order in which they are written. A file has the kinds in
# this order, with exactly one record, one rules and one end. A key that is added here must be
# optional, or no earlier export could be read.
LINES: Mapping[str, Mapping[str, Kind]] = {
    "record": {
        "format": _only(FORMAT),
        "version": _only(VERSION),
        "server": ID,
        "duels": DUELS,
        "ends": DUELS,
        "erased": COUNT,
    },
    "season": {"number": NUMBER, "first": NUMBER, "at": MOMENT},
    "rules": {
        "clock": _maybe(NUMBER),
        "channels": _several(PLACE),
        "roles": _several(ID),
        "rated_a_day": _maybe(COUNT),
        "board_mode": WORD.optional("one"),
        "variants": _by_name(NAME).optional([]),
        "daily_channel": _maybe(PLACE).optional(None),
    },
    "blocked": {"player": ID},
    # All of a duel but the state of its board and reminders, which concern only the bot that shows
    # it. Of a private one there is nothing but its number.
    "duel": {
        "number": NUMBER,
        "phase": WORD,
        "challenger": PERSON,
        "opponent": PERSON,
        "first": WORD,
        "seated": _maybe(WORD),
        "legs": NUMBER,
        "clock": NUMBER,
        "unrated": _maybe(WORD),
        "earlier": _maybe(RECORD),
        "record": RECORD,
        "deadline": _maybe(MOMENT),
        "winner": _maybe(COUNT),
        "reason": _maybe(WORD),
        "ended": _maybe(MOMENT),
        "void": FLAG,
        "nth": _maybe(NUMBER),
        "channel": PLACE,
        "message": _maybe(ID),
        "step": COUNT,
        "board_mode": WORD.optional("one"),
        "challenger_rating": _maybe(RATING).optional(None),
        "opponent_rating": _maybe(RATING).optional(None),
        "challenger_provisional": FLAG.optional(default=False),
        "opponent_provisional": FLAG.optional(default=False),
        "good_game": COUNT.optional(0),
        "level": _maybe(WORD).optional(None),
        "hints": _text(_HINTS).optional(""),
        "played_from": COUNT.optional(0),
    },
    # The number and the digest of all lines before, so that missing or changed lines are noticed.
    "end": {"lines": NUMBER, "sha256": _text(_DIGEST)},
}
_encode = json.JSONEncoder(separators=(",", ":")).encode


def written(line: str, values: Mapping[str, Any]) -> bytes:
    """Return the line with its line break."""
    shown = {key: kind.write(values[key]) for key, kind in LINES[line].items()}
    for key, kind in LINES[line].items():
        if kind.default is not REQUIRED and shown[key] == kind.write(kind.default):
            del shown[key]
    return _encode({"line": line, **shown}).encode() + b"\n"


def read(text: bytes) -> tuple[str, dict[str, Any]]:
    """Return the kind of the line and its values. The text has no line break."""
    found = _object(text)
    line = found.get("line")
    if not isinstance(line, str) or line not in LINES:
        raise UnfitLine
    values = {key: _value(found, key, kind) for key, kind in LINES[line].items()}
    # Each line has one form: text in another form wasn't written by us.
    if written(line, values) != text + b"\n":
        raise UnfitLine
    return line, values


def version(text: bytes) -> int | None:
    """Return the version that a first line names, whatever else it contains."""
    try:
        found = _object(text)
        number: int = NUMBER.read(found.get("version"))
    except ValueError:
        return None
    return number if found.get("format") == FORMAT else None


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text.decode("ascii"))
    except (ValueError, RecursionError):
        raise UnfitLine from None
    if not isinstance(found, dict):
        raise UnfitLine
    return found


def _value(found: Mapping[str, Any], key: str, kind: Kind) -> Any:
    if key not in found and kind.default is not REQUIRED:
        return kind.default
    try:
        return kind.read(found[key])
    except (KeyError, ValueError):
        raise UnfitLine(key) from None
