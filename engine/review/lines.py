"""How a game could have gone on after a winning move that was missed."""

from dataclasses import dataclass
from typing import Any

from engine.outcome import Outcome
from engine.refusal import TooLarge
from engine.review import Ply, Review, states_of
from engine.solve.best_play import best_move
from engine.solve.search import BUDGET, solver

# How many plies are shown at most: an odd number, so that the last one is a move of the winner.
LONGEST = 9


@dataclass(frozen=True)
class Line:
    """Moves that would have won, and where they lead. There is no outcome if the line stops before
    the end of the game; the same player stands to win there."""

    moves: tuple[int, ...]
    state: Any
    outcome: Outcome | None


def better_line(review: Review, ply: Ply, budget: int = BUDGET) -> Line:
    """A winning move in place of this one, which had better ones, and perfect play of both after
    it. The same game always has the same line. It stops early where the budget ends."""
    game = review.record.game
    state = list(states_of(review.record))[ply.nth - 1]
    moves: list[int] = []
    # The review knows the winning moves here, however many positions that has taken.
    known = {state: ply.winning}
    winning_in = solver(game, budget)
    while len(moves) < LONGEST and game.outcome(state) is None:
        try:
            move = best_move(game, state, lambda each: known.get(each) or winning_in(each))
        except TooLarge:
            break
        moves.append(move)
        state = game.play(state, move)
    return Line(tuple(moves), state, game.outcome(state))
