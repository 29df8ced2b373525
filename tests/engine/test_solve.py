"""Perfect play against brute force, which knows nothing but `legal`, `play` and `outcome`."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.geography import Chain
from engine.games.numbers import mask, numbers
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Left, Split
from engine.outcome import Seat
from engine.solve import Verdict, fate, solve
from engine.solve.matching import spare
from engine.solve.search import essence, winning_moves
from tests.engine.random_play import ALL, line


def brute_force(game: Game[Any]) -> Callable[[Any], Verdict]:
    """Minimax, and nothing else."""

    @cache
    def value(state: Any) -> int:
        if over := game.outcome(state):
            return 1 if over.winner == game.to_move(state) else -1
        return max(-value(game.play(state, move)) for move in game.legal(state))

    def verdict(state: Any) -> Verdict:
        moves = game.legal(state) if game.outcome(state) is None else ()
        winning = tuple(move for move in moves if value(game.play(state, move)) < 0)
        return Verdict(value(state), winning)

    return verdict


def reachable(game: Game[Any]) -> Iterator[Any]:
    todo, seen = [game.start()], {game.start()}
    while todo:
        state = todo.pop()
        yield state
        for move in game.legal(state):
            after = game.play(state, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)


SMALL: list[Game[Any]] = [
    *(Divisor(size) for size in range(2, 13)),
    *(Parity(size) for size in range(2, 10)),
    EvenOdd(5),
    *(Split(size) for size in range(3, 31)),
]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_state_of_small_boards(game: Game[Any]) -> None:
    expected = brute_force(game)
    for state in reachable(game):
        assert solve(game, state) == expected(state)


@pytest.mark.parametrize("game", [Divisor(60), Divisor(100), Parity(60), Parity(99)], ids=repr)
def test_thousands_of_endgames_on_large_boards(game: Divisor | Parity) -> None:
    """A dozen numbers left, whichever, after any last one: small enough to try everything."""
    random = Random(game.size)
    everything = range(1, game.size + 1)
    for _ in range(1000):
        free = random.sample(everything, random.randint(1, 11))
        last = random.choice([number for number in everything if number not in free])
        state = Chain(mask(free), last)
        assert solve(game, state) == brute_force(game)(state)


def test_splits_of_every_size() -> None:
    """States of one size are states of every larger one, so the largest has them all."""
    game = Split(100)
    expected = brute_force(game)
    for seat in Seat:
        for number in range(1, 101):
            state = Left(number, seat)
            assert solve(game, state) == expected(state)


def test_sequences_of_every_length() -> None:
    """The shortcut counts only odd and even; brute force goes by the numbers themselves."""
    game = Sequence()
    expected = brute_force(game)
    random = Random(1)
    for _ in range(1500):
        taken = tuple(random.sample(range(1, 10), random.randint(4, 9)))
        assert solve(game, taken) == expected(taken)


def test_sequences_from_the_start() -> None:
    """A state for every order of odd and even, all the way up to the empty one."""
    game = Sequence()
    expected = brute_force(game)
    found: dict[Hashable, tuple[int, ...]] = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        state = todo.pop()
        if found.setdefault(essence(game, state), state) == state:
            todo += (game.play(state, move) for move in game.legal(state))
    assert len(found) == sum(comb(n, odd) for n in range(10) for odd in range(n - 4, 6) if odd >= 0)
    for state in found.values():
        assert solve(game, state) == expected(state)
    assert solve(game, ()) == Verdict(1, tuple(range(1, 10)))


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_a_win_is_a_move_that_leaves_a_loss(game: Game[Any]) -> None:
    """On boards too large for brute force every state must still fit the ones that follow it."""
    for seed in range(5):
        for _, state in line(game, Random(seed)):
            verdict = solve(game, state)
            lost = tuple(
                move
                for move in game.legal(state)
                if solve(game, game.play(state, move)).value == -1
            )
            assert verdict.winning == lost
            if game.outcome(state) is None:
                assert verdict.value == (1 if lost else -1)


@pytest.mark.parametrize("game", [Divisor(9), Parity(8), Split(30)], ids=repr)
def test_the_shortcuts_agree_with_the_search(game: Game[Any]) -> None:
    search = winning_moves.dispatch(object)
    for state in reachable(game):
        assert search(game, state) == winning_moves(game, state)


def brute_force_fate(game: Game[Any]) -> Seat | None:
    winners = {over.winner for state in reachable(game) if (over := game.outcome(state))}
    return winners.pop() if len(winners) == 1 else None


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_fate_is_that_only_one_seat_ever_wins(game: Game[Any]) -> None:
    assert fate(game) == brute_force_fate(game)


def test_fate() -> None:
    for kind in (Parity, EvenOdd):
        for size in range(2, 101):
            assert fate(kind(size)) == (None if size % 2 else Seat.SECOND)
    assert [size for size in range(2, 101) if fate(Divisor(size)) is not None] == [2]
    assert fate(Divisor(2)) is Seat.SECOND
    assert [size for size in range(3, 101) if fate(Split(size)) is not None] == [3]
    assert fate(Split(3)) is Seat.FIRST
    assert fate(Sequence()) is None


def test_a_seat_is_never_nothing() -> None:
    """What fate decides for the first seat is decided, though that seat is number 0."""
    assert fate(Split(3))
    assert Seat.FIRST


def brute_force_spare(neighbours: list[int], vertices: int) -> int:
    """What can be left over without the matching becoming smaller, by trying every matching."""

    @cache
    def size(rest: int) -> int:
        if not rest:
            return 0
        vertex = rest.bit_length() - 1
        rest ^= 1 << vertex
        partners = numbers(rest & neighbours[vertex])
        return max(size(rest), *(1 + size(rest ^ 1 << each) for each in partners), 0)

    return mask(
        vertex for vertex in numbers(vertices) if size(vertices) == size(vertices ^ 1 << vertex)
    )


def test_matchings_in_any_graph() -> None:
    """Not only in divisor graphs, and with many odd cycles inside one another."""
    random = Random(7)
    for _ in range(4000):
        size = random.randint(1, 11)
        density = random.random()
        neighbours = [0] * (size + 1)
        for one in range(1, size + 1):
            for two in range(1, one):
                if random.random() < density:
                    neighbours[one] |= 1 << two
                    neighbours[two] |= 1 << one
        vertices = mask(range(1, size + 1))
        assert spare(neighbours, vertices) == brute_force_spare(neighbours, vertices)
