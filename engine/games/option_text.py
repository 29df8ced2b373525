"""Options as people type them: `size=30 rule=steps`."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.games.options import Option
from engine.refusal import RepeatedOption, UnknownOption, UnreadableOptions

_SEPARATORS = re.compile(r"[\s,]+")
# How many values of one option are suggested at once.
_SUGGESTED = 10


class Suggestion(NamedTuple):
    """A whole text to continue with, and the option that the last part of it sets."""

    text: str
    option: Option


def read_options(kind: type[Game[Any]], text: str) -> dict[str, object]:
    """The options that a text names, for `set_up` to judge their values."""
    known = {option.key: option for option in kind.options()}
    found: dict[str, object] = {}
    for part in filter(None, _SEPARATORS.split(text)):
        name, sign, value = part.partition("=")
        if not sign or not value:
            raise UnreadableOptions(part)
        if name not in known:
            raise UnknownOption(kind.key, name, tuple(known))
        if name in found:
            raise RepeatedOption(kind.key, name)
        found[name] = known[name].read(value)
    return found


def suggest_options(kind: type[Game[Any]], typed: str) -> Iterator[Suggestion]:
    """Texts to continue with: with one more option, or with a value of the one being typed. Parts
    that the game would not accept are left out."""
    *before, current = _SEPARATORS.split(typed)
    done = {}
    for part in before:
        name, _, value = part.partition("=")
        option = next((each for each in kind.options() if each.key == name), None)
        if option and option.accepts(option.read(value)):
            done[name] = part
    name, sign, value = current.partition("=")
    for option in kind.options():
        matches = option.key == name if sign else option.key.startswith(name)
        if matches and option.key not in done:
            for each in islice(option.beginning_with(value), _SUGGESTED):
                yield Suggestion(" ".join([*done.values(), f"{option.key}={each}"]), option)
