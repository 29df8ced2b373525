"""Options as people type them: `size=30 rule=steps`, or `numbers=5,8,12`."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.games.options import Option
from engine.refusal import RepeatedOption, UnknownOption, UnreadableOptions

_SEPARATORS = re.compile(r"[\s,]+")
_NUMBER = re.compile(r"[0-9]{1,6}")
# How many values of one option are suggested at once.
_SUGGESTED = 10


class Suggestion(NamedTuple):
    """A whole text to continue with, and the option that the last part of it sets."""

    text: str
    option: Option


def read_options(kind: type[Game[Any]], text: str) -> dict[str, object]:
    """The options that a text names, for `set_up` to judge their values."""
    known = {name: option for option in kind.options() for name in option.names}
    found: dict[str, object] = {}
    for part in _parts(text):
        name, sign, value = part.partition("=")
        if not sign or not value:
            raise UnreadableOptions(part)
        if name not in known:
            raise UnknownOption(kind.key, name, tuple(each.key for each in kind.options()))
        if name in found:
            raise RepeatedOption(kind.key, name)
        found[name] = known[name].read(value)
    return found


def _parts(text: str) -> list[str]:
    """The parts of a text, each with one option. Numbers that follow a comma go on with a list."""
    parts: list[str] = []
    for part in filter(None, _SEPARATORS.split(text)):
        if parts and _NUMBER.fullmatch(part):
            parts[-1] += f".{part}"
        else:
            parts.append(part)
    return parts


def suggest_options(kind: type[Game[Any]], typed: str) -> Iterator[Suggestion]:
    """Texts to continue with: with one more option, or with a value of the one being typed. Parts
    that the game would not accept are left out."""
    before, current = _before_and_current(typed)
    options = [option for option in kind.options() if not option.host]
    done = {}
    for part in before:
        name, _, value = part.partition("=")
        option = next((each for each in options if name in each.names), None)
        if option and option.accepts(option.read(value)):
            done[option.key] = part
    name, sign, value = current.partition("=")
    for option in options:
        names = [each for each in option.names if (each == name if sign else each.startswith(name))]
        if names and option.key not in done:
            for each in islice(option.beginning_with(value), _SUGGESTED):
                yield Suggestion(" ".join([*done.values(), f"{names[0]}={each}"]), option)


def _before_and_current(typed: str) -> tuple[list[str], str]:
    """The parts that are complete, and the one that is being typed: the last one, unless something
    separates it from the end."""
    parts = _parts(typed)
    if not parts or _SEPARATORS.fullmatch(typed[-1]):
        return parts, ""
    return parts[:-1], parts[-1]
