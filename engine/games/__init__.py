"""The registry of games. A built-in game is a file in this folder and a name in the list below;
other games come from installed packages."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.packages import LeftOut, installed
from engine.refusal import Refusal, UnknownGame, UnknownOption


def _built_in(key: str) -> type[Game[Any]]:
    """The game with this key, in the file with the same name."""
    module = import_module(f"{__name__}.{key}")
    found: type[Game[Any]] = next(
        each for each in vars(module).values() if getattr(each, "key", None) == key
    )
    return found


GAMES: dict[str, type[Game[Any]]] = {
    key: _built_in(key)
    for key in (
        "parity",
        "evenodd",
        "split",
        "divisor",
        "sequence",
    )
}
LEFT_OUT: list[LeftOut]
_installed, LEFT_OUT = installed(GAMES)
GAMES |= _installed


def own_refusals() -> dict[str, type[Refusal]]:
    """The refusals that games define themselves, by code."""
    return {kind.code: kind for game in GAMES.values() for kind in game.TEXT.refusals}


def kind_of(key: str) -> type[Game[Any]]:
    """The class of the game with this key."""
    if key not in GAMES:
        raise UnknownGame(key, tuple(GAMES))
    return GAMES[key]


def set_up(key: str, options: Mapping[str, Any], random: Random | None = None) -> Game[Any]:
    """A game with these options. An option that is left out has its default, or a value is drawn
    if there is a source of chance."""
    kind = kind_of(key)
    known = {option.key: option for option in kind.options()}
    for name in options:
        if name not in known:
            raise UnknownOption(key, name, tuple(known))
    settings = dict(options)
    for name, option in known.items():
        if name not in settings and option.default is None:
            if random is None:
                raise option.left_open(key)
            settings[name] = random.choice(option.drawn)
    return kind(**settings)
