"""Perfect play by search, for games without a faster way.

Every search has a budget of positions. A search that needs more says that the game is too large. It
counts positions and never time, so that the same question always gets the same answer."""

from collections.abc import Callable, Hashable, Iterator
from functools import singledispatch
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.outcome import Seat
from engine.refusal import TooLarge

# A second or two, and some 50 MB: for a person who waits in a terminal.
BUDGET = 200_000


@singledispatch
def winning_moves(game: Game[Any], state: Any, budget: int) -> tuple[int, ...]:
    """Every legal move after which the mover can no longer be beaten, ascending. Raises TooLarge
    where that takes more positions than the budget has.

    A game that knows a faster way registers it for its class with `@winning_moves.register`, in the
    module that the class is in, if it is that of a package. Its answers are taken to be right."""
    return Search(game, budget).winning_moves(state)


def is_solved(game: Game[Any]) -> bool:
    """Whether the winning moves of this game are found without search."""
    return winning_moves.dispatch(type(game)) is not winning_moves.dispatch(object)


def solver(game: Game[Any], budget: int) -> Callable[[Any], tuple[int, ...]]:
    """A function that returns the winning moves of positions of this game. Where they have to be
    searched for, all positions share the budget, and what was found for one of them is known for
    the next."""
    if is_solved(game):
        return lambda state: winning_moves(game, state, budget)
    return Search(game, budget).winning_moves


@singledispatch
def position_key(_game: Game[Any], state: Hashable) -> Hashable:
    """The part of a state that matters for the rest of the game. States with the same key count as
    one position, which is searched once."""
    return state


class _Node(NamedTuple):
    """A position on the path being searched, and the moves not yet tried in it."""

    key: Hashable
    state: Any
    mover: Seat
    moves: Iterator[int]


class Search:
    """Finds winners depth first, and remembers them as long as it lives: no more of them than its
    budget. The path is a list, because a long game would exceed Python's limit on recursion."""

    def __init__(self, game: Game[Any], budget: int) -> None:
        self.game = game
        self.left = self._budget = budget
        self._winners: dict[Hashable, Seat] = {}

    def winning_moves(self, state: Any) -> tuple[int, ...]:
        """Every legal move after which the mover can no longer be beaten, ascending."""
        mover = self.game.to_move(state)
        return tuple(
            move for move in self.game.legal(state) if self.winner_after(state, move) is mover
        )

    def winner_after(self, state: Any, move: int) -> Seat:
        """The player who wins with perfect play after this move."""
        path: list[_Node] = []
        found = self._look(state, move, path)
        if found is not None:
            return found
        first = path[0].key
        while path:
            node = path[-1]
            for each in node.moves:
                winner = self._look(node.state, each, path)
                if winner is None:
                    break  # look into that position first
                if winner is node.mover:
                    self._decide(path, winner)
                    break
            else:
                self._decide(path, node.mover.other)
        return self._winners[first]

    def _look(self, state: Any, move: int, path: list[_Node]) -> Seat | None:
        """The winner after a move. If it isn't known yet, the position goes onto the path."""
        if not self.left:
            raise TooLarge(self.game.key, self._budget)
        self.left -= 1
        after = self.game.play(state, move)
        if over := self.game.outcome(after):
            return over.winner
        key = position_key(self.game, after)
        if key not in self._winners:
            moves = iter(self.game.legal(after))
            path.append(_Node(key, after, self.game.to_move(after), moves))
        return self._winners.get(key)

    def _decide(self, path: list[_Node], winner: Seat) -> None:
        """Note who wins at the end of the path, and in the positions before it that this decides: a
        player needs only one winning move."""
        self._winners[path.pop().key] = winner
        while path and path[-1].mover is winner:
            self._winners[path.pop().key] = winner
