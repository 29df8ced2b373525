"""The facts about moves of each game."""

from collections.abc import Iterator

from engine.games.divisor import CLASSIC_RULE, Divisor
from engine.games.geography import Chain, Geography
from engine.games.sequence import EITHER, Sequence, Taken, number_of, row_of, rows_of
from engine.games.split import ONE, Left, Split, splitting
from engine.hints.facts import Fact, Kind, facts_by_game

# The divisors that players see at once, beside 2.
_DIVISORS = (3, 5)
_PRIMES = frozenset(
    number for number in range(2, 101) if all(number % each for each in range(2, number))
)


@facts_by_game.register
def _(game: Geography, state: Chain, move: int) -> Iterator[Fact]:
    if state.last:
        divides = isinstance(game, Divisor) and game.rule == CLASSIC_RULE
        less, more = (Kind.DIVISOR, Kind.MULTIPLE) if divides else (Kind.SMALLER, Kind.LARGER)
        yield Fact(less if move < state.last else more)
    yield Fact(Kind.ODD if move % 2 else Kind.EVEN)
    half = game.size // 2
    yield Fact(Kind.LOW if move <= half else Kind.HIGH, half)
    yield Fact(Kind.PRIME if move in _PRIMES else Kind.NOT_PRIME)
    yield from (Fact(Kind.DIVISIBLE, each) for each in _DIVISORS if move % each == 0)


@facts_by_game.register
def _(game: Split, state: Left, move: int) -> Iterator[Fact]:
    whole, part = splitting(state, move)
    yield Fact(Kind.SPLITS, whole)
    if game.keep == ONE:
        if part == 1:
            yield Fact(Kind.KEEPS_ONE)
        yield Fact(Kind.KEEPS_ODD if part % 2 else Kind.KEEPS_EVEN)
    else:
        yield Fact(Kind.LARGER_ODD if part % 2 else Kind.LARGER_EVEN)
    left = game.play(state, move).able
    if len(set(left)) < len(left):
        yield Fact(Kind.LEAVES_EQUAL)
    yield Fact(Kind.LEAVES_TO_SPLIT, len(left))


@facts_by_game.register
def _(game: Sequence, state: Taken, move: int) -> Iterator[Fact]:
    seat, number = row_of(move, len(state)), number_of(move)
    if game.rows == EITHER:
        yield Fact(Kind.OWN_ROW if seat is game.to_move(state) else Kind.OTHER_ROW)
    if row := rows_of(state)[seat]:
        yield Fact(Kind.NO_PAIR if (row[-1] + number) % game.sums else Kind.PAIR)
    if game.sums == 2:
        yield Fact(Kind.ODD if number % 2 else Kind.EVEN)
    else:
        yield Fact(Kind.REMAINDER, number % game.sums)
