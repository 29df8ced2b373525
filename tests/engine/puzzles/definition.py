"""Puzzles by their definition, with nothing but a game's own moves and perfect play."""

from typing import Any, NamedTuple

from engine.games.game import Game
from engine.opponents.thumb import thumb_move
from engine.solve import solve
from tests.engine.good_starts import sure


class Described(NamedTuple):
    winning: tuple[int, ...]
    hardness: int


def hardness_of(game: Game[Any], state: Any) -> int:
    """The least depth at which some move is seen to win, or every losing move is seen to lose."""
    winning = solve(game, state).winning
    after = {move: game.play(state, move) for move in game.legal(state)}
    for depth in range(1, 7):
        seen = {move: -sure(game, each, depth - 1) for move, each in after.items()}
        lost = {move for move, found in seen.items() if found == -1}
        if 1 in seen.values() or lost == {*seen} - {*winning}:
            return depth
    return 7


LEGAL = range(4, 26)


def described(game: Game[Any], state: Any, counts: range = LEGAL) -> Described | None:
    """The position as a puzzle, if it is one with so many legal moves."""
    legal, winning = game.legal(state), solve(game, state).winning
    if len(legal) not in counts or not winning or len(winning) > len(legal) / 3:
        return None
    hardness = hardness_of(game, state)
    if thumb_move(game, state) in winning or hardness < 3:
        return None
    return Described(winning, hardness)
