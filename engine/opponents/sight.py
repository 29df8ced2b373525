"""Look-ahead: what a player sees who thinks a few plies ahead and knows nothing else."""

from functools import singledispatch
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.geography import Chain, Geography
from engine.games.numbers import numbers
from engine.games.sequence import Sequence, Taken
from engine.games.split import Left, Split
from engine.opponents.budget import Budget
from engine.outcome import Seat

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
    if _forces(game, state, mover, depth, budget):
        return WIN
    return LOSS if _forces(game, state, mover.other, depth, budget) else OPEN


def _forces(game: Game[Any], state: Any, seat: Seat, depth: int, budget: Budget | None) -> bool:
    """Whether a seat can win within so many plies, whatever the other one does. To ask this of each
    seat by itself gives up earlier than to look for the value of every move."""
    if over := game.outcome(state):
        return over.winner is seat
    if depth < least_plies(game, state):
        return False
    after = (_played(game, state, move, budget) for move in game.legal(state))
    if game.to_move(state) is seat:
        return any(_forces(game, each, seat, depth - 1, budget) for each in after)
    return all(_forces(game, each, seat, depth - 1, budget) for each in after)


def _played(game: Game[Any], state: Any, move: int, budget: Budget | None) -> Any:
    if budget:
        budget.spend()
    return game.play(state, move)


@singledispatch
def least_plies(_game: Game[Any], _state: Any) -> int:
    """How many plies a game that isn't over goes on at least. Look-ahead that sees fewer needn't
    look."""
    return 1


@least_plies.register
def _(_game: Split, state: Left) -> int:
    # Each number that can be split takes a move.
    return len(state.able)


@least_plies.register
def _(game: Sequence, state: Taken) -> int:
    return max(game.soonest - len(state), 1)


@value.register
def _(game: Geography, state: Chain, depth: int, budget: Budget | None = None) -> int:
    # A win takes an odd number of plies and a loss an even one. Each is looked for by itself: that
    # gives up earlier than looking for both.
    free, last = state
    if depth > 0 and _wins(game.reach, free, last, depth - 1 + depth % 2, budget):
        return WIN
    return LOSS if _loses(game.reach, free, last, depth - depth % 2, budget) else OPEN


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
