"""The best move of either side, to show how a position goes on. There is no chance in it."""

from collections.abc import Callable
from typing import Any

from engine.games.game import Game

# From how many moves a player who stands to lose chooses the one that is hardest to answer.
TRAPS = 8

# Returns the winning moves of a position of one game.
WinningMoves = Callable[[Any], tuple[int, ...]]


def best_move(game: Game[Any], state: Any, winning_in: WinningMoves) -> int:
    """The winning move that leaves the fewest replies or, in a lost position, the hardest trap."""
    winning = winning_in(state)
    if not winning:
        return hardest_trap(game, state, winning_in)
    return min(winning, key=lambda move: (_replies(game, state, move), move))


def hardest_trap(game: Game[Any], state: Any, winning_in: WinningMoves) -> int:
    """Of the moves with the most replies, the one with the smallest share of replies that win. A
    move that ends the game comes last."""
    replies = {move: _replies(game, state, move) for move in game.legal(state)}
    going_on = sorted(filter(replies.get, replies), key=lambda move: (-replies[move], move))
    if not going_on:
        return min(replies)
    return min(going_on[:TRAPS], key=lambda move: share_of_answers(game, state, move, winning_in))


def share_of_answers(game: Game[Any], state: Any, move: int, winning_in: WinningMoves) -> float:
    """The share of replies to a move that win. Nothing is harder to answer than a small one."""
    after = game.play(state, move)
    if game.outcome(after):
        return 1.0
    return len(winning_in(after)) / len(game.legal(after))


def _replies(game: Game[Any], state: Any, move: int) -> int:
    return len(game.legal(game.play(state, move)))
