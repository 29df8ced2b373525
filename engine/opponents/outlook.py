"""How moves look to a player who sees a few plies, and knows the score if the game has one."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from random import Random
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.games.sequence import Sequence, Taken
from engine.games.split import Left, Split
from engine.opponents.budget import Budget, Exhausted
from engine.opponents.sight import LOSS, OPEN, WIN, least_plies, look_ahead_move, value
from engine.outcome import Seat
from engine.solve.sequence import Essence, essence

# More pairs than anybody can lead by.
_WON = 100


class Best(NamedTuple):
    """The moves that look best, and whether they are seen to win or to lose."""

    moves: tuple[int, ...]
    seen: int


def best_moves(game: Game[Any], state: Any, depth: int, budget: Budget) -> Best:
    """The moves that look best to a player who sees so many plies, or fewer where the budget ends.
    The soonest win is seen first. If all moves are seen to lose, the best ones lose latest."""
    left = best = game.legal(state)
    if len(left) == 1:
        return Best(left, OPEN)
    for plies in range(1, depth + 1):
        seen: dict[int, float] = {}
        is_exhausted = False
        try:
            seen.update(outlooks(game, state, left, plies, budget))
        except Exhausted:
            is_exhausted = True  # but what was seen before that was seen
        if wins := tuple(move for move, looks in seen.items() if looks >= WIN):
            return Best(wins, WIN)
        open_ = tuple(move for move in left if seen.get(move, OPEN) > LOSS)
        if not open_:
            return Best(left, LOSS)
        left = open_
        if is_exhausted:
            return Best(tuple(move for move in best if move in left) or left, OPEN)
        top = max(seen[move] for move in left)
        best = tuple(move for move in left if seen[move] == top)
        if len(left) == 1:
            break
    return Best(best, OPEN)


@singledispatch
def outlooks(
    game: Game[Any], state: Any, moves: Iterable[int], depth: int, budget: Budget | None = None
) -> Iterator[tuple[int, float]]:
    """Each of these moves with how it looks to a player who sees so many plies, at least one: from
    -1 for a loss to 1 for a win."""
    if depth < least_plies(game, state):
        yield from ((move, OPEN) for move in moves)
        return
    mover = game.to_move(state)
    for move in moves:
        if budget:
            budget.spend()
        after = game.play(state, move)
        seen = value(game, after, depth - 1, budget)
        yield move, seen if game.to_move(after) is mover else -seen


@outlooks.register
def _(
    game: Sequence,
    state: Taken,
    moves: Iterable[int],
    depth: int,
    budget: Budget | None = None,
) -> Iterator[tuple[int, float]]:
    # The score is on the board: the player who leads in pairs. Numbers that do the same to it are
    # looked at once.
    lead = _Lead(game, game.to_move(state), budget)
    leads: dict[Essence, int] = {}
    for move in moves:
        if budget:
            budget.spend()
        after = (*state, move)
        key = essence(game, after)
        if key not in leads:
            leads[key] = lead.after(after, key, depth - 1)
        yield move, leads[key] / _WON


class _Lead(NamedTuple):
    """Knows by how many pairs a seat will lead."""

    game: Sequence
    seat: Seat
    budget: Budget | None

    def after(self, state: Taken, at: Essence, plies: int) -> int:
        """The lead after so many plies, if both players see them."""
        game, seat = self.game, self.seat
        if over := game.outcome(state):
            return _WON if over.winner is seat else -_WON
        if not plies:
            return at.lead if seat is Seat.FIRST else -at.lead
        legal = game.legal(state)
        if self.budget:
            self.budget.spend(len(legal))
        after = {essence(game, (*state, move)): (*state, move) for move in legal}
        leads = (self.after(each, key, plies - 1) for key, each in after.items())
        return max(leads) if game.to_move(state) is seat else min(leads)


@singledispatch
def ahead(game: Game[Any], state: Any, depth: int, random: Random) -> int:
    """The move of a player who sees so many plies, and is told the score if the game has one."""
    return look_ahead_move(game, state, depth, random)


@ahead.register
def _(game: Split, state: Left, depth: int, random: Random) -> int:
    # A move leaves at most one number fewer to split. Where the end is out of sight, any will do.
    if len(state.able) > depth:
        return random.choice(game.legal(state))
    return look_ahead_move(game, state, depth, random)


@ahead.register
def _(game: Sequence, state: Taken, depth: int, random: Random) -> int:
    moves = list(game.legal(state))
    random.shuffle(moves)
    if depth < 1:
        return moves[0]
    found = dict(outlooks(game, state, moves, depth))
    return max(moves, key=lambda move: found[move])
