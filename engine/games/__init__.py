"""The shelf of games. A new game is a file in this folder and its name in the list below."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from engine.games.game import Game
from engine.refusal import UnknownGame, UnknownOption


def _from_shelf(key: str) -> type[Game[Any]]:
    """The game of that key, in the file of that name."""
    module = import_module(f"{__name__}.{key}")
    found: type[Game[Any]] = next(
        each for each in vars(module).values() if getattr(each, "key", None) == key
    )
    return found


GAMES: Mapping[str, type[Game[Any]]] = {
    key: _from_shelf(key)
    for key in (
        "parity",
        "evenodd",
        "split",
        "divisor",
        "sequence",
    )
}


def set_up(key: str, options: Mapping[str, Any], random: Random | None = None) -> Game[Any]:
    """A game with these options. An option that is left out has its default, or a value is drawn
    if there is a source of chance."""
    if key not in GAMES:
        raise UnknownGame(key, tuple(GAMES))
    known = {option.key: option for option in GAMES[key].options()}
    for name in options:
        if name not in known:
            raise UnknownOption(key, name, tuple(known))
    settings = dict(options)
    for name, option in known.items():
        if name not in settings and option.default is None:
            if random is None:
                raise option.left_open(key)
            settings[name] = random.choice(option.drawn)
    return GAMES[key](**settings)
