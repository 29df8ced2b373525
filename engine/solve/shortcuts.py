"""Known solutions of single games, which need no search or a much smaller one."""

from engine.demand import Demand
from engine.games.divisor import Divisor
from engine.games.geography import Chain
from engine.games.numbers import mask, numbers
from engine.games.parity import Parity
from engine.games.sequence import Sequence, Taken
from engine.games.split import Left, Split
from engine.solve.matching import inessential
from engine.solve.search import position_key, winning_moves


@winning_moves.register
def _(game: Divisor, state: Chain, _budget: int) -> tuple[int, ...]:
    # Undirected vertex geography: a player who can always answer along a maximum matching wins. The
    # opponent can't after a number that some maximum matching of the unused ones leaves unmatched.
    return numbers(inessential(game.reach, state.free) & game.reach[state.last])


def _piles(game: Parity, state: Chain) -> tuple[int, int]:
    """How many even and how many odd numbers are left."""
    odd = mask(range(1, game.size + 1, 2))
    return (state.free & ~odd).bit_count(), (state.free & odd).bit_count()


@winning_moves.register
def _(game: Parity, state: Chain, _budget: int) -> tuple[int, ...]:
    # The players empty one pile each, and the player with the larger pile outlasts the other.
    piles = _piles(game, state)
    return tuple(move for move in game.legal(state) if piles[move % 2] > piles[1 - move % 2])


@position_key.register
def _(game: Parity, state: Chain) -> tuple[int, int, Demand]:
    return *_piles(game, state), game.demand(state)


@winning_moves.register
def _(game: Split, state: Left, _budget: int) -> tuple[int, ...]:
    # A player who is left 1 or 2 has lost, and from any other number there is always 1 to leave.
    return tuple(part for part in game.legal(state) if part <= 2)


@position_key.register
def _(_game: Sequence, state: Taken) -> tuple[int, ...]:
    # Only parities matter, in the order in which the numbers were taken.
    return tuple(number % 2 for number in state)
