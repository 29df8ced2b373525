"""The function that draws starts. Each game registers its own way with it."""

from functools import singledispatch
from random import Random
from typing import Any

from engine.games.game import Game
from engine.refusal import NoStart


@singledispatch
def draw_start(game: Game[Any], _random: Random) -> Game[Any]:
    """The same game with a start drawn for it, or the game itself if the host draws none. Raises
    NoStart if no good start is found.

    A game that draws starts registers its own way of it. It may take some tenths of a second."""
    if game.draws_start:
        raise NoStart(game.key)
    return game
