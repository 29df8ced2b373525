"""Compare these games with published counts: sequences of the OEIS."""

from functools import cache
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.geography import Chain
from engine.games.parity import Parity
from engine.games.split import Left, Split
from engine.outcome import Seat
from engine.solve import solve
from engine.solve.matching import inessential

# The number of complete games on 1..n that open with an even number.
A348842 = [0, 1, 1, 6, 10, 35, 47, 147, 216, 452, 512, 3055, 3365, 5602, 12160, 35951, 37959]
A348842 += [147889, 154998, 703094]
# The longest chain of 1..n in which neighbours divide one another.
A337125 = [1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17]
# How many disjoint pairs of 1..n divide one another.
A344497 = [0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 5, 5, 6, 7, 7, 7, 8, 8, 8, 9, 10, 10, 10, 11, 12, 12]
A344497 += [13, 13, 13, 13, 14, 14, 15, 16, 16, 16, 17, 17, 18, 18, 19, 19, 19, 20, 21, 21, 21, 21]
A344497 += [22, 23, 23, 23, 24, 24, 25, 25, 26, 26, 26, 26, 27, 28, 28, 28, 29, 29, 30, 30, 31, 31]
# Grundy's game: the values of heaps of n, each move splitting one into two unequal ones.
A002188 = {15: 1, 16: 3, 17: 2, 18: 4, 19: 3, 20: 0, 21: 4, 22: 3, 23: 0, 24: 4, 25: 3}


def test_complete_games() -> None:
    for size, expected in enumerate(A348842[1:], start=2):
        game = Divisor(size)

        @cache
        def games(state: Chain, game: Divisor = game) -> int:
            return sum(games(game.play(state, move)) for move in game.legal(state)) or 1

        openings = [game.play(game.start(), number) for number in range(2, size + 1, 2)]
        assert sum(map(games, openings)) == expected


def test_longest_chains() -> None:
    for size, expected in enumerate(A337125[1:], start=2):
        game = Divisor(size)

        @cache
        def longest(state: Chain, game: Divisor = game) -> int:
            return max(
                (1 + longest(game.play(state, move)) for move in game.legal(state)), default=0
            )

        assert longest(game.start()) == expected


def test_matching_numbers() -> None:
    for size, expected in enumerate(A344497[1:], start=2):
        assert size - 2 * expected == alone(Divisor(size))


def alone(game: Divisor) -> int:
    """How many numbers a maximum matching leaves over, from what `inessential` says alone: without
    one that can be left over, the rest matches as well as before."""
    vertices, left_over = game.reach[0], 0
    while free := inessential(game.reach, vertices):
        vertices ^= free & -free
        left_over += 1
    return left_over


def test_grundy_values() -> None:
    """Split offers exactly the splits of Grundy's game, though only one part goes on."""

    @cache
    def value(number: int) -> int:
        parts = Split((100,)).legal(Left((number,), Seat.FIRST))
        reached = {value(part) ^ value(number - part) for part in parts}
        return next(each for each in range(number + 1) if each not in reached)

    assert {number: value(number) for number in A002188} == A002188


@pytest.mark.parametrize(
    ("size", "winning"),
    [
        (10, []),
        (15, [11, 13]),
        (20, [number for number in range(1, 21) if number not in (1, 14)]),
        (25, [13, 17, 19, 23]),
    ],
)
def test_winning_first_picks(size: int, winning: list[int]) -> None:
    game = Divisor(size)
    assert list(solve(game, game.start()).winning) == winning


def test_parity_is_decided_by_the_size_or_the_first_number() -> None:
    for size in range(2, 101):
        game: Any = Parity(size)
        odd = tuple(range(1, size + 1, 2))
        assert solve(game, game.start()).winning == (odd if size % 2 else ())
