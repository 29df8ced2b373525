"""How hard a position is: how far a player has to look ahead to tell the winning moves."""

from collections.abc import Hashable
from functools import singledispatch
from typing import Any, Protocol

from engine.games.game import Game
from engine.games.geography import Geography
from engine.opponents.budget import Budget, Exhausted
from engine.opponents.sight import LOSS, WIN, value
from engine.solve.search import position_key

# More plies than anybody sees at the board. A position that they don't tell has the hardness after.
MOST_PLIES = 6
HARDEST = MOST_PLIES + 1
# A position that takes more positions than these to tell is as hard as any. It counts positions and
# never time, so that the same position always has the same hardness.
BUDGET = 20_000


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
        self._budget = Budget(budget)
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
        self._budget.spend(len(moves))
        return [self._game.play(state, move) for move in moves]


class _ByValue:
    """Looks ahead by what is seen of a position's value, where nothing needs to be remembered."""

    def __init__(self, game: Game[Any], budget: int) -> None:
        self._game = game
        self._budget = Budget(budget)

    def wins(self, state: Any, plies: int) -> bool:
        return value(self._game, state, plies, self._budget) == WIN

    def loses(self, state: Any, plies: int) -> bool:
        return value(self._game, state, plies, self._budget) == LOSS


@sight_of.register
def _(game: Geography, budget: int) -> Sight:
    return _ByValue(game, budget)
