"""How hard a position is: how far a player has to look ahead to tell the winning moves."""

from collections.abc import Hashable
from functools import singledispatch
from typing import Any, Protocol

from engine.games.game import Game
from engine.games.geography import Chain, Geography
from engine.games.numbers import numbers
from engine.solve.search import position_key

# More plies than anybody sees at the board. A position that they don't tell has the hardness after.
MOST_PLIES = 6
HARDEST = MOST_PLIES + 1
# A position that takes more positions than these to tell is as hard as any. It counts positions and
# never time, so that the same position always has the same hardness.
BUDGET = 20_000


class Exhausted(Exception):
    """The budget of positions doesn't suffice."""


class Sight(Protocol):
    """Sees who wins within some plies. It raises Exhausted after a budget of positions."""

    def wins(self, state: Any, plies: int) -> bool:
        """Whether the player to move is seen to win."""

    def loses(self, state: Any, plies: int) -> bool:
        """Whether the player to move is seen to lose."""


def hardness(game: Game[Any], state: Any, winning: tuple[int, ...], most: int = MOST_PLIES) -> int:
    """The least number of plies that a player has to see to be sure of a winning move: either some
    move is seen to win, or all but the `winning` moves are seen to lose. If more than `most` plies
    would be needed, it is HARDEST."""
    sight = sight_of(game, BUDGET)
    after = {move: game.play(state, move) for move in game.legal(state)}
    won = [after[move] for move in winning]
    lost = [each for move, each in after.items() if move not in winning]
    try:
        for plies in range(most):
            if any(sight.loses(each, plies) for each in won):
                return plies + 1
            if all(sight.wins(each, plies) for each in lost):
                return plies + 1
    except Exhausted:
        pass
    return HARDEST


@singledispatch
def sight_of(game: Game[Any], budget: int) -> Sight:
    """The fastest way to look ahead in a game."""
    return _ByMoves(game, budget)


class _ByMoves:
    """Looks ahead by a game's own moves, and remembers who is seen to win."""

    def __init__(self, game: Game[Any], budget: int) -> None:
        self._game = game
        self._left = budget
        self._won: dict[tuple[Hashable, int], bool] = {}
        self._lost: dict[tuple[Hashable, int], bool] = {}

    def wins(self, state: Any, plies: int) -> bool:
        if over := self._game.outcome(state):
            return over.winner is self._game.to_move(state)
        if not plies:
            return False
        at = position_key(self._game, state), plies
        if at not in self._won:
            self._won[at] = any(self.loses(each, plies - 1) for each in self._after(state))
        return self._won[at]

    def loses(self, state: Any, plies: int) -> bool:
        if over := self._game.outcome(state):
            return over.winner is not self._game.to_move(state)
        if not plies:
            return False
        at = position_key(self._game, state), plies
        if at not in self._lost:
            self._lost[at] = all(self.wins(each, plies - 1) for each in self._after(state))
        return self._lost[at]

    def _after(self, state: Any) -> list[Any]:
        moves = self._game.legal(state)
        self._left -= len(moves)
        if self._left < 0:
            raise Exhausted
        return [self._game.play(state, move) for move in moves]


class _ByMasks:
    """Looks ahead in games on a list, where a win takes an odd number of plies and a loss an even
    one."""

    def __init__(self, game: Geography, budget: int) -> None:
        self._reach = game.reach
        self._left = budget

    def wins(self, state: Chain, plies: int) -> bool:
        return plies > 0 and self._wins(*state, plies - 1 + plies % 2)

    def loses(self, state: Chain, plies: int) -> bool:
        return self._loses(*state, plies - plies % 2)

    def _wins(self, free: int, last: int, plies: int) -> bool:
        reach = self._reach
        moves = numbers(free & reach[last])
        self._left -= len(moves)
        if self._left < 0:
            raise Exhausted
        for move in moves:
            if not free & reach[move]:
                return True
        return plies > 1 and any(self._loses(free ^ 1 << move, move, plies - 1) for move in moves)

    def _loses(self, free: int, last: int, plies: int) -> bool:
        moves = numbers(free & self._reach[last])
        if not plies:
            return not moves
        return all(self._wins(free ^ 1 << move, move, plies - 1) for move in moves)


@sight_of.register
def _(game: Geography, budget: int) -> Sight:
    return _ByMasks(game, budget)
