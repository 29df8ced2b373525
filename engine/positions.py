"""Compares positions of games."""

from collections.abc import Hashable
from typing import Any

from engine.games.game import Game
from engine.outcome import Seat


def place(game: Game[Any], state: Any) -> Hashable:
    """Return what is the same for two positions that are played on in the same way. How a game
    came there makes no difference: neither its start, nor who is to move in it."""
    begins = game.start_options | {"board"}
    rules = frozenset((key, each) for key, each in game.settings().items() if key not in begins)
    if isinstance(state, tuple):
        state = tuple(each for each in state if not isinstance(each, Seat))
    return game.key, rules, state
