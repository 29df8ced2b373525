"""A server's record as text: what stands on each of its lines, as JSON, and how that is read back.
It may come from anybody, so a line is taken only as it would have been written here."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

FORMAT, VERSION = "duelhost", 1

# No server has more duels, and Discord lets nobody choose more channels, or roles.
MOST, CHOSEN = 10_000_000, 25
# JSON has no larger whole numbers that every program reads alike. Discord's are text for that.
LARGEST = 2**53 - 1
# The last moment that a calendar knows.
LATEST = 253_402_300_799_999
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_WORD = re.compile(r"[a-z-]{1,20}")
_RECORD = re.compile(r"[0-9a-z/=,-]{1,3000}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class UnfitLine(ValueError):
    """Nobody here has written that. If it is about one value only, `key` says which."""

    def __init__(self, key: str | None = None) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True)
class Kind:
    """How a value is written, and how it is read: anything else raises a ValueError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


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
    """One of Discord's numbers, or of an erased person."""

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
    """In ascending order, each once."""

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > CHOSEN:
            raise ValueError
        found = [kind.read(each) for each in value]
        if not all(one < other for one, other in pairwise(found)):
            raise ValueError
        return found

    return Kind(lambda value: [kind.write(each) for each in sorted(value)], read)


COUNT, NUMBER = _whole(0, LARGEST), _whole(1, LARGEST)
DUELS, MOMENT = _whole(0, MOST), _whole(0, LATEST)
ID, PLACE, PERSON = _numbered(1), _numbered(0), _numbered(1 - 2**63)
WORD, RECORD = _text(_WORD), _text(_RECORD)

# What stands on a line, by what the line is, in this order. In a transcript each kind of lines
# follows the one before: the first and the last are there once, and so are the rules.
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
    },
    "blocked": {"player": ID},
    # Everything but what only concerns the bot that shows it: what its board shows, and reminders.
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
        "void": Kind(bool, _flag),
        "nth": _maybe(NUMBER),
        "channel": PLACE,
        "message": _maybe(ID),
        "step": COUNT,
    },
    # So many lines came before, and this comes of them: whatever was cut off or changed is noticed.
    "end": {"lines": NUMBER, "sha256": _text(_DIGEST)},
}
_encode = json.JSONEncoder(separators=(",", ":")).encode


def written(line: str, values: Mapping[str, Any]) -> bytes:
    """The line, with its end."""
    shown = {key: kind.write(values[key]) for key, kind in LINES[line].items()}
    return _encode({"line": line, **shown}).encode() + b"\n"


def read(text: bytes) -> tuple[str, dict[str, Any]]:
    """What the line is, and what stands on it. The text comes without its end."""
    found = _object(text)
    line = found.get("line")
    if not isinstance(line, str) or line not in LINES:
        raise UnfitLine
    values = {key: _value(found, key, kind) for key, kind in LINES[line].items()}
    # One line, one text: what reads alike but is written otherwise was not written by us.
    if written(line, values) != text + b"\n":
        raise UnfitLine
    return line, values


def version(text: bytes) -> int | None:
    """Of which version a transcript is that begins so, whatever else stands there."""
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
    try:
        return kind.read(found[key])
    except (KeyError, ValueError):
        raise UnfitLine(key) from None
