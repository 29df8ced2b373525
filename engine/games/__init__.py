"""The registry of games. A built-in game is a file in this folder and a name in the list below;
other games come from installed packages."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.options import Option
from engine.games.packages import LeftOut, installed
from engine.games.preset import Preset
from engine.refusal import (
    HostsOption,
    Refusal,
    RepeatedOption,
    UnknownGame,
    UnknownOption,
    UnknownVariant,
)


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
        "divisor",
        "parity",
        "evenodd",
        "split",
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


def named_options(kind: type[Game[Any]]) -> dict[str, Option]:
    """The options of a game by each name that they may be called by."""
    return {name: option for option in kind.options() for name in option.names}


def set_up(key: str, options: Mapping[str, Any], random: Random | None = None) -> Game[Any]:
    """A game with these options. An option that is left out has its default, or a value is drawn
    if there is a source of chance."""
    kind = kind_of(key)
    known = named_options(kind)
    settings: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise UnknownOption(key, name, tuple(option.key for option in kind.options()))
        if known[name].key in settings:
            raise RepeatedOption(key, name)
        settings[known[name].key] = value
    for option in kind.options():
        if option.key not in settings and option.default is None:
            settings[option.key] = kind.drawn(option, settings, random)
    return kind(**settings)


def agreed(key: str, options: Mapping[str, Any], random: Random) -> Game[Any]:
    """A game with the options that its players have agreed to. They can't choose what the host
    draws: a chosen start would pass for a drawn one."""
    kind = kind_of(key)
    known = named_options(kind)
    game = set_up(key, options, random)
    drawn = game.start_options if game.draws_start else frozenset[str]()
    for name in options:
        if known[name].host or known[name].key in drawn:
            raise HostsOption(key, name)
    return game


def preset_of(key: str, variant: str) -> Preset:
    """The preset of a game that has this name."""
    presets = {preset.name: preset for preset in kind_of(key).presets}
    if variant not in presets:
        raise UnknownVariant(key, variant, tuple(presets))
    return presets[variant]
