"""What is known of single games, so that they need no search or a much smaller one."""

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
    # Undirected vertex geography: whoever can always answer along a maximum matching wins. The
    # opponent can't after a number that some maximum matching of the unused ones leaves over.
    return numbers(inessential(game.reach, state.free) & game.reach[state.last])


def _piles(game: Parity, state: Chain) -> tuple[int, int]:
    """How many even and how many odd numbers are left."""
    odd = mask(range(1, game.size + 1, 2))
    return (state.free & ~odd).bit_count(), (state.free & odd).bit_count()


@winning_moves.register
def _(game: Parity, state: Chain, _budget: int) -> tuple[int, ...]:
    # The players empty one pile each. The one who starts on the larger pile outlasts the other.
    piles = _piles(game, state)
    return tuple(move for move in game.legal(state) if piles[move % 2] > piles[1 - move % 2])


@position_key.register
def _(game: Parity, state: Chain) -> tuple[int, int, Demand]:
    return *_piles(game, state), game.demand(state)


@winning_moves.register
def _(game: Split, state: Left, _budget: int) -> tuple[int, ...]:
    # From 3 on there is always 1 to leave, and whoever is left 1 or 2 has lost.
    return tuple(part for part in game.legal(state) if part <= 2)


@position_key.register
def _(_game: Sequence, state: Taken) -> tuple[int, ...]:
    # Only odd and even count, so the order in which they came tells everything.
    return tuple(number % 2 for number in state)
