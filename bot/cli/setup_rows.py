"""The set-ups that a command measures: one that was typed, or presets."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import typer

from bot.cli.arguments import given
from engine.games import GAMES, kind_of, set_up
from engine.games.game import Game
from engine.starts import draw_start


class Row(NamedTuple):
    """A row to print: options that are left out may be drawn for each game anew."""

    name: str
    key: str
    options: Mapping[str, Any]

    def begin(self, random: Random) -> Game[Any]:
        return draw_start(self.game(random), random)

    def game(self, random: Random) -> Game[Any]:
        """The game, whose start may have to be drawn yet."""
        return set_up(self.key, self.options, random)


def chosen_rows(
    game: str | None, size: str | None, option: list[str] | None, variant: str | None
) -> list[Row]:
    """All presets, those of a game, or a set-up of it."""
    if game is None:
        if variant or size is not None or option:
            raise typer.BadParameter("name a GAME.")
        return [each for key in GAMES for each in _presets(key)]
    if variant is None and size is None and not option:
        return _presets(game)
    sized = None if size is None else f"size={size}"
    name = " ".join(filter(None, (game, variant, sized, *(option or []))))
    return [Row(name, game, given(game, size, option, variant))]


def refuse_set_up(
    game: str | None, size: str | None, option: list[str] | None, variant: str | None
) -> None:
    """Nothing may be chosen where everything is measured."""
    if game is not None or variant or size is not None or option:
        raise typer.BadParameter("--write measures every set-up, so don't name one.")


def _presets(key: str) -> list[Row]:
    return [Row(f"{key} {each.name}", key, each.options) for each in kind_of(key).presets]
