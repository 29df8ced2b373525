"""Look-ahead: what a player sees who thinks a few plies ahead and knows nothing else."""

from functools import singledispatch
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.geography import Chain, Geography
from engine.games.numbers import numbers
from engine.games.split import Left, Split
from engine.opponents.budget import Budget

WIN, OPEN, LOSS = 1, 0, -1


def look_ahead_move(game: Game[Any], state: Any, depth: int, random: Random) -> int:
    """The move of a player who sees so many plies: one that is seen to win, if there is one, else
    any that isn't seen to lose, else any. Moves that look the same are drawn from uniformly."""
    moves = list(game.legal(state))
    random.shuffle(moves)
    if depth < 1:
        return moves[0]
    mover = game.to_move(state)
    open_ = None
    for move in moves:
        after = game.play(state, move)
        seen = value(game, after, depth - 1)
        if game.to_move(after) is not mover:
            seen = -seen
        if seen == WIN:
            return move
        if seen == OPEN and open_ is None:
            open_ = move
    return moves[0] if open_ is None else open_


@singledispatch
def value(game: Game[Any], state: Any, depth: int, budget: Budget | None = None) -> int:
    """Whether a player who sees so many plies can tell who wins: 1 if it is the player to move, -1
    if it is the other one, 0 if that is open. At the end it is by whose turn it would be. Raises
    Exhausted if that takes more positions than the budget has."""
    mover = game.to_move(state)
    if over := game.outcome(state):
        return WIN if over.winner is mover else LOSS
    if depth < 1:
        return OPEN
    best = LOSS
    for move in game.legal(state):
        if budget:
            budget.spend()
        after = game.play(state, move)
        seen = value(game, after, depth - 1, budget)
        best = max(best, seen if game.to_move(after) is mover else -seen)
        if best == WIN:
            break
    return best


@value.register
def _(game: Geography, state: Chain, depth: int, budget: Budget | None = None) -> int:
    # A win takes an odd number of plies and a loss an even one. Each is looked for by itself: that
    # gives up earlier than looking for both.
    free, last = state
    if depth > 0 and _wins(game.reach, free, last, depth - 1 + depth % 2, budget):
        return WIN
    return LOSS if _loses(game.reach, free, last, depth - depth % 2, budget) else OPEN


_by_moves = value.dispatch(object)


@value.register
def _(game: Split, state: Left, depth: int, budget: Budget | None = None) -> int:
    # A move leaves at most one number fewer to split, so that the end may be out of sight.
    if sum(number > 2 for number in state.numbers) > depth:
        return OPEN
    return _by_moves(game, state, depth, budget)


def _wins(reach: tuple[int, ...], free: int, last: int, depth: int, budget: Budget | None) -> bool:
    """Whether the player to move can win within so many plies, an odd number."""
    moves = numbers(free & reach[last])
    if budget:
        budget.spend(len(moves))
    for move in moves:
        if not free & reach[move]:
            return True
    return depth > 1 and any(
        _loses(reach, free ^ 1 << move, move, depth - 1, budget) for move in moves
    )


def _loses(reach: tuple[int, ...], free: int, last: int, depth: int, budget: Budget | None) -> bool:
    """Whether the player to move can't avoid losing within so many plies, an even number."""
    moves = numbers(free & reach[last])
    if not depth:
        return not moves
    if budget:
        budget.spend(len(moves))
    return all(_wins(reach, free ^ 1 << move, move, depth - 1, budget) for move in moves)
