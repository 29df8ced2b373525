"""A line of perfect play, to show how a position goes on."""

from typing import Any

from engine.games.game import Game
from engine.solve import solve
from engine.solve.search import BUDGET
from engine.solve.traps import hardest_trap


def line(game: Game[Any], state: Any, most: int, budget: int = BUDGET) -> tuple[int, ...]:
    """Perfect play of both players from a position to the end, or so many moves of it. The winning
    side ends the game if it can, or else makes its lowest winning move. The other side sets the
    hardest trap. Raises TooLarge as `solve` does."""
    moves: list[int] = []
    while len(moves) < most and game.outcome(state) is None:
        winning = solve(game, state, budget).winning
        if winning:
            move = next((each for each in winning if _ends(game, state, each)), winning[0])
        else:
            move = hardest_trap(game, state, game.legal(state), budget)
        moves.append(move)
        state = game.play(state, move)
    return tuple(moves)


def _ends(game: Game[Any], state: Any, move: int) -> bool:
    return game.outcome(game.play(state, move)) is not None
