"""How a game could have gone on after a winning move that was missed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.games.game import Game
from engine.outcome import Outcome
from engine.refusal import TooLarge
from engine.review import Ply, Review, states_of
from engine.solve.search import BUDGET, solver

# How many plies are shown at most: an odd number, so that the last one is a move of the winner.
LONGEST = 9
# From how many moves a player who stands to lose chooses the one that is hardest to answer.
TRAPS = 8


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
    winning = ply.winning
    winning_in = solver(game, budget)
    while len(moves) < LONGEST:
        try:
            if moves:
                winning = winning_in(state)
            move = _strongest(game, state, winning) if winning else _trap(game, state, winning_in)
        except TooLarge:
            break
        moves.append(move)
        state = game.play(state, move)
        if game.outcome(state):
            break
    return Line(tuple(moves), state, game.outcome(state))


def _strongest(game: Game[Any], state: Any, winning: tuple[int, ...]) -> int:
    """The winning move that leaves the fewest replies."""
    return min(winning, key=lambda move: (_replies(game, state, move), move))


def _trap(game: Game[Any], state: Any, winning_in: Callable[[Any], tuple[int, ...]]) -> int:
    """The move of a player who stands to lose: of those with the most replies, the one with the
    smallest share of replies that win. A move that loses at once comes last."""
    replies = {move: _replies(game, state, move) for move in game.legal(state)}
    going_on = sorted(filter(replies.get, replies), key=lambda move: (-replies[move], move))
    if not going_on:
        return min(replies)
    return min(
        going_on[:TRAPS],
        key=lambda move: len(winning_in(game.play(state, move))) / replies[move],
    )


def _replies(game: Game[Any], state: Any, move: int) -> int:
    return len(game.legal(game.play(state, move)))
