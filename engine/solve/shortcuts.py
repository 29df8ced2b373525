"""Known solutions of single games, which need no search or a much smaller one."""

from engine.demand import Demand
from engine.games.divisor import Divisor
from engine.games.geography import Chain, Geography
from engine.games.numbers import mask, numbers
from engine.games.parity import CLASSIC_RULE, Parity
from engine.games.sequence import Sequence, Taken
from engine.games.split import WHOLE, Left, Split, kept, parts
from engine.solve.matching import inessential
from engine.solve.nimbers import of_number, of_table
from engine.solve.search import position_key, winning_moves
from engine.solve.sequence import Essence, essence, winners_of


@winning_moves.register
def _(game: Divisor, state: Chain, _budget: int) -> tuple[int, ...]:
    return _by_matching(game, state)


@winning_moves.register
def _(game: Parity, state: Chain, _budget: int) -> tuple[int, ...]:
    if game.rule != CLASSIC_RULE:
        return _by_matching(game, state)
    # The players empty one pile each, and the player with the larger pile outlasts the other.
    piles = _piles(game, state)
    return tuple(move for move in game.legal(state) if piles[move % 2] > piles[1 - move % 2])


def _by_matching(game: Geography, state: Chain) -> tuple[int, ...]:
    # Undirected vertex geography: a player who can always answer along a maximum matching wins. The
    # opponent can't after a number that some maximum matching of the unused ones leaves unmatched.
    return numbers(inessential(game.reach, state.free) & game.reach[state.last])


def _piles(game: Parity, state: Chain) -> tuple[int, int]:
    """How many even and how many odd numbers are left."""
    odd = mask(range(1, game.size + 1, 2))
    return (state.free & ~odd).bit_count(), (state.free & odd).bit_count()


@position_key.register
def _(game: Parity, state: Chain) -> Chain | tuple[int, int, Demand]:
    if game.rule != CLASSIC_RULE:
        return state
    return *_piles(game, state), game.demand(state)


@winning_moves.register
def _(game: Split, state: Left, _budget: int) -> tuple[int, ...]:
    # Each number is a heap of its own: a player who leaves heaps whose nimbers cancel out wins.
    keep = game.keep
    nimber = of_table(keep, state.numbers)
    several = WHOLE if len(state.numbers) > 1 else 0
    # The nimber that a splitting of each number has to have.
    wanted = {whole: nimber ^ of_number(keep, whole) for whole in sorted(set(state.numbers))}
    return tuple(
        [
            whole * several + part
            for whole, needed in wanted.items()
            for part in parts(keep, whole)
            if of_table(keep, kept(keep, whole, part)) == needed
        ]
    )


@winning_moves.register
def _(game: Sequence, state: Taken, _budget: int) -> tuple[int, ...]:
    mover, winners = game.to_move(state), winners_of(game)
    return tuple(
        move for move in game.legal(state) if winners.winner(essence(game, (*state, move))) is mover
    )


@position_key.register
def _(game: Sequence, state: Taken) -> Essence:
    return essence(game, state)
