"""The best that a player can do who stands to lose: make a move that is hard to answer."""

from collections.abc import Iterable
from typing import Any

from engine.games.game import Game
from engine.solve.search import BUDGET, winning_moves


def hardest_trap(game: Game[Any], state: Any, moves: Iterable[int], budget: int = BUDGET) -> int:
    """The first of the moves that leave the smallest share of winning replies."""
    return min(moves, key=lambda move: _answered(game, state, move, budget))


def _answered(game: Game[Any], state: Any, move: int, budget: int) -> float:
    """The share of replies to a move that win."""
    after = game.play(state, move)
    if game.outcome(after):
        return 1.0
    return len(winning_moves(game, after, budget)) / len(game.legal(after))
