"""The shelf of games. A new game is a file in this folder and its name in the list below."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from engine.games.game import Game
from engine.refusal import OptionLeftOpen, UnknownGame, UnknownOption


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
    """A game as the players asked for it. What they left open is the default, or is drawn if there
    is something to draw it with."""
    if key not in GAMES:
        raise UnknownGame(key, tuple(GAMES))
    known = {option.key: option for option in GAMES[key].options()}
    for name in options:
        if name not in known:
            raise UnknownOption(key, name, tuple(known))
    settled = dict(options)
    for name, option in known.items():
        if option.drawn and name not in settled:
            if random is None:
                raise OptionLeftOpen(key, name, option.least, option.most)
            settled[name] = random.choice(option.drawn)
    return GAMES[key](**settled)
