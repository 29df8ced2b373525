"""Perfect play, as far as a budget of positions goes."""

from functools import lru_cache, singledispatch
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.sequence import OWN, Sequence, Taken
from engine.opponents.budget import Budget
from engine.opponents.outlook import best_moves
from engine.refusal import TooLarge
from engine.solve.best_play import TRAPS, share_of_answers
from engine.solve.search import Search, is_solved, position_key, winning_moves

# How many plies it sees, so that its trap isn't one that it falls into itself.
SIGHT = 3
# Of Sequence Builder with either row, exact answers take 4 ms once with so many numbers left, and
# 40 ms with four more.
_NUMBERS_LEFT = 9


def perfect_move(game: Game[Any], state: Any, random: Random, budget: int) -> int:
    """The move of a perfect player: a winning one or else, of a few that aren't seen to lose, the
    one with the smallest share of winning replies. Raises TooLarge if it takes more positions to
    know the winning moves than the budget has."""
    exact = Exact(game, budget)
    if winning := exact.winning_moves(state):
        return random.choice(winning)
    to_see = exact.left // 2
    ahead = Budget(to_see)
    best = best_moves(game, state, SIGHT, ahead).moves
    exact.left -= to_see - max(ahead.left, 0)
    few = random.sample(best, min(TRAPS, len(best)))
    try:
        return min(few, key=lambda move: share_of_answers(game, state, move, exact.winning_moves))
    except TooLarge:
        return few[0]


class Exact:
    """Exact answers about several positions of a game, which take so many positions in all."""

    def __init__(self, game: Game[Any], budget: int) -> None:
        self.game = game
        self.left = self._budget = budget
        self._search = Search(game, budget)

    def winning_moves(self, state: Any) -> tuple[int, ...]:
        """Every winning move. Raises TooLarge if that takes too many positions."""
        if not is_small(self.game, state) or self.left <= 0:
            raise TooLarge(self.game.key, self._budget)
        if is_solved(self.game):
            return winning_moves(self.game, state, self.left)
        self._search.left = self.left
        try:
            return self._search.winning_moves(state)
        finally:
            self.left = self._search.left


@singledispatch
def is_small(game: Game[Any], _state: Any) -> bool:
    """Whether exact answers may be looked for in a position. A search that finds too many positions
    gives up all the same."""
    return game.exact


@is_small.register
def _(game: Sequence, state: Taken) -> bool:
    return game.rows == OWN or game.size - len(state) <= _NUMBERS_LEFT


# A challenge asks it again and again about the same few set-ups.
@lru_cache(maxsize=512)
def can_be_perfect(game: Game[Any], budget: int) -> bool:
    """Whether a perfect player knows the winning moves wherever a game goes."""
    if game.awaits_start:
        return game.exact and is_solved(game)
    start = game.start()
    if not is_small(game, start):
        return False
    return is_solved(game) or _count_moves(game, start, budget // 2) <= budget // 2


def _count_moves(game: Game[Any], start: Any, most: int) -> int:
    """How many moves there are in all positions together, or one more than the most it counts."""
    count, left, known = 0, [start], {position_key(game, start)}
    while left:
        state = left.pop()
        for move in game.legal(state):
            count += 1
            if count > most:
                return count
            after = game.play(state, move)
            key = position_key(game, after)
            if key not in known and not game.outcome(after):
                known.add(key)
                left.append(after)
    return count
