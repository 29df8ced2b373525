"""Perfect play against brute force, which knows nothing but `legal`, `play` and `outcome`."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.demand import Demand
from engine.duel import First, Terms
from engine.durations import DAY
from engine.fairness import Unrated, why_unrated
from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game, Rules
from engine.games.geography import Chain
from engine.games.numbers import mask, numbers
from engine.games.options import number_option
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Left, Split
from engine.games.view import Choice, View
from engine.ids import PlayerId, Span
from engine.outcome import Seat
from engine.refusal import TooLarge
from engine.solve import FATE_BUDGET, Fate, Verdict, fate, solve
from engine.solve.matching import inessential
from engine.solve.search import BUDGET, position_key, winning_moves
from tests.engine.random_play import ALL, line, start_any

# Whatever a state is, as something that can be compared with others.
Position = Callable[[Any], Hashable]


def itself(state: Hashable) -> Hashable:
    return state


def rows(state: tuple[int, ...]) -> Hashable:
    """The rows of both players, whichever of their numbers came first."""
    found: tuple[list[int], list[int]] = ([], [])
    for ply, move in enumerate(state):
        found[(ply + move // 100) % 2].append(move % 100)
    return tuple(map(tuple, found))


def brute_force(game: Game[Any], position: Position = itself) -> Callable[[Any], Verdict]:
    """Minimax, and nothing else: it looks at every state."""
    known: dict[Hashable, Verdict] = {}

    def verdict(state: Any) -> Verdict:
        key = position(state)
        if key not in known:
            known[key] = found(state)
        return known[key]

    def found(state: Any) -> Verdict:
        if over := game.outcome(state):
            return Verdict(1 if over.winner == game.to_move(state) else -1, ())
        moves = game.legal(state)
        winning = tuple(move for move in moves if verdict(game.play(state, move)).value < 0)
        return Verdict(1 if winning else -1, winning)

    return verdict


def every_state(game: Game[Any], position: Position = itself) -> Iterator[tuple[Any, Verdict]]:
    """Every state that can be reached, with its verdict by brute force."""
    states: dict[Hashable, Any] = {}

    def noted(state: Any) -> Hashable:
        key = position(state)
        states.setdefault(key, state)
        return key

    expected = brute_force(game, noted)
    expected(game.start())
    for state in [*states.values()]:
        yield state, expected(state)


def reachable(game: Game[Any]) -> Iterator[Any]:
    return (state for state, _ in every_state(game))


SMALL: list[Game[Any]] = [
    *(Divisor(size) for size in range(2, 13)),
    *(Parity(size) for size in range(2, 10)),
    EvenOdd(5),
    *(Split((size,)) for size in range(3, 31)),
]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_state_of_small_boards(game: Game[Any]) -> None:
    for state, verdict in every_state(game):
        assert solve(game, state) == verdict


def lists(size: int) -> Iterator[Game[Any]]:
    """Every rule of the games with a list."""
    for rule in ("classic", "steps"):
        for first in ("any", "even"):
            yield Divisor(size, rule=rule, first=first)
    for rule in ("classic", "doubles"):
        yield Parity(size, rule=rule)
        yield EvenOdd(size, rule=rule)


@pytest.mark.parametrize("size", range(2, 11))
def test_every_state_of_small_lists(size: int) -> None:
    """Whole, and with any gaps and any opening."""
    random = Random(size)
    for game in lists(size):
        for each in {game, *(start_any(game, random) for _ in range(6))}:
            for state, verdict in every_state(each):
                assert solve(each, state) == verdict, each
            assert fate(each) is brute_force_fate(each), each


@pytest.mark.parametrize(
    "game",
    [
        *(Split((6, 8, 9), keep=keep) for keep in ("one", "both", "larger")),
        *(Split((3, 4, 5, 6), keep=keep) for keep in ("one", "both", "larger")),
        Split((16,), keep="both"),
        Split((30,), keep="larger"),
        Split((5, 5, 5, 5, 5), keep="both"),
        Split((13, 17), keep="one"),
        Split((12, 13), keep="both"),
    ],
    ids=repr,
)
def test_every_state_of_small_tables(game: Split) -> None:
    for state, verdict in every_state(game):
        assert solve(game, state) == verdict
    assert fate(game) is brute_force_fate(game)


def combinations(size: int) -> Iterator[Sequence]:
    for sums, ties, where in product((2, 3), ("first", "second"), ("own", "either")):
        yield Sequence(size, sums, ties, where)


@pytest.mark.parametrize(
    "game", [each for size in (5, 6, 7) for each in combinations(size)], ids=repr
)
def test_every_state_of_small_sequences(game: Sequence) -> None:
    for state, verdict in every_state(game, rows):
        assert solve(game, state) == verdict


@pytest.mark.parametrize(
    "game", [each for size in range(8, 14) for each in combinations(size)], ids=repr
)
def test_endgames_of_large_sequences(game: Sequence) -> None:
    """Five numbers left at most, after any others."""
    random = Random(repr(game))
    expected = brute_force(game, rows)
    for _ in range(15):
        states = [state for _, state in line(game, random)]
        for state in states[game.size - 5 :]:
            assert solve(game, state) == expected(state)


@pytest.mark.parametrize(
    "game",
    [
        Divisor(60), Divisor(100), Parity(60), Parity(99),
        Divisor(60, rule="steps"), Divisor(99, rule="steps"),
        Parity(60, rule="doubles"), Parity(99, rule="doubles"),
    ],
    ids=repr,
)  # fmt: skip
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
    game = Split((100,))
    expected = brute_force(game)
    for seat in Seat:
        for number in range(1, 101):
            state = Left((number,), seat)
            assert solve(game, state) == expected(state)


def test_sequences_of_every_length() -> None:
    """The shortcut counts only odd and even; brute force goes by the numbers themselves."""
    game = Sequence()
    expected = brute_force(game)
    random = Random(1)
    for _ in range(1500):
        taken = tuple(random.sample(range(1, 10), random.randint(4, 9)))
        assert solve(game, taken) == expected(taken)


@pytest.mark.long
def test_sequences_from_the_start() -> None:
    """A state for everything that matters, all the way up to the empty one."""
    game = Sequence()
    expected = brute_force(game)
    found: dict[Hashable, tuple[int, ...]] = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        state = todo.pop()
        if found.setdefault(position_key(game, state), state) == state:
            todo += (game.play(state, move) for move in game.legal(state))
    assert len(found) > 200
    for state in found.values():
        assert solve(game, state) == expected(state)
    assert solve(game, ()) == Verdict(1, tuple(range(1, 10)))


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_a_win_is_a_move_that_leaves_a_loss(game: Game[Any]) -> None:
    """On boards too large for brute force every state must still fit its successors."""
    for seed in range(5 if game.variant else 1):
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


@pytest.mark.parametrize(
    "game",
    [
        Divisor(9), Parity(8), Split((30,)), Divisor(8, rule="steps"), Parity(9, rule="doubles"),
        Split((4, 5, 6), keep="both"), Sequence(5), Sequence(5, 3, "second", "either"),
    ],
    ids=repr,
)  # fmt: skip
def test_the_shortcuts_agree_with_the_search(game: Game[Any]) -> None:
    search = winning_moves.dispatch(object)
    for state in reachable(game):
        assert search(game, state, BUDGET) == winning_moves(game, state, 0)


def brute_force_fate(game: Game[Any]) -> Fate:
    winners = {over.winner for state in reachable(game) if (over := game.outcome(state))}
    if len(winners) > 1:
        return Fate.OPEN
    return Fate.FIRST if winners == {Seat.FIRST} else Fate.SECOND


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_fate_is_that_only_one_seat_ever_wins(game: Game[Any]) -> None:
    assert fate(game) is brute_force_fate(game)


def test_fate() -> None:
    """The fate of every built-in game is known at every size."""
    for kind in (Parity, EvenOdd):
        for size in range(2, 101):
            assert fate(kind(size)) is (Fate.OPEN if size % 2 else Fate.SECOND)
    assert fate(Divisor(2)) is Fate.SECOND
    assert {fate(Divisor(size)) for size in range(3, 101)} == {Fate.OPEN}
    assert fate(Split((3,))) is Fate.FIRST
    assert {fate(Split((size,))) for size in range(4, 101)} == {Fate.OPEN}
    assert fate(Sequence()) is Fate.OPEN


class Unsolved(Divisor):
    """A game that only search can solve."""


winning_moves.register(Unsolved, winning_moves.dispatch(object))


@dataclass(frozen=True)
class Walk(Game[tuple[int, ...]]):
    """A game that lasts as many moves as there are numbers, whatever is played."""

    key = "walk"
    title = "Walk"
    pitch = "Take any number that is left."

    size: int = number_option("How many numbers there are.", least=1, most=5000)
    counted: list[int] = field(default_factory=list, init=False, compare=False)

    @property
    def rules(self) -> Rules:
        return Rules("Take the last number.", "Take one.", "Any is valid.", "None is left.", "0")

    def start(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> Seat:
        return Seat.at(len(state))

    def legal(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(each for each in range(min(3, self.size - len(state))))

    def demand(self, _state: tuple[int, ...]) -> Demand:
        return Demand.ANY

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        self.counted.append(move)
        return (*state, move)

    def view(self, moves: tuple[int, ...], state: tuple[int, ...]) -> View:
        choices = tuple(map(Choice, self.legal(state)))
        outcome = self.outcome(state)
        last = moves[-1] if moves else None
        return View(self.to_move(state), self.demand(state), choices, last, outcome)


def unseen(size: int) -> Walk:
    """A game that nobody has asked the fate of."""

    class Unseen(Walk):
        pass

    return Unseen(size)


class TestBudgets:
    @pytest.mark.parametrize("size", range(3, 14))
    def test_the_search_finds_what_the_shortcut_does(self, size: int) -> None:
        game = Unsolved(size)
        assert solve(game, game.start()) == solve(Divisor(size), game.start())
        assert fate(game) is Fate.OPEN

    def test_a_search_stops_at_its_budget(self) -> None:
        game = Walk(5000)
        with pytest.raises(TooLarge) as refused:
            solve(game, (), 700)
        assert refused.value.facts() == {"game": "walk", "positions": 700}
        assert len(game.counted) == 700

    def test_fate_stops_at_its_budget(self) -> None:
        game = unseen(5000)
        assert fate(game) is Fate.UNKNOWN
        # Each position has three moves.
        assert len(game.counted) == FATE_BUDGET // 3

    def test_fate_tries_nothing_where_there_are_more_moves_than_the_budget(self) -> None:
        class Wide(Walk):
            def legal(self, _state: tuple[int, ...]) -> tuple[int, ...]:
                return tuple(range(FATE_BUDGET + 1))

        game = Wide(5)
        assert fate(game) is Fate.UNKNOWN
        assert game.counted == []

    def test_what_fits_is_known_and_one_position_less_is_not(self) -> None:
        """However often, and whatever was searched before: nothing is remembered from earlier."""
        game = unseen(5)
        for _ in range(2):
            del game.counted[:]
            assert solve(game, ()) == Verdict(1, (0, 1, 2))
            needed = len(game.counted)
            assert solve(game, (), needed) == Verdict(1, (0, 1, 2))
            with pytest.raises(TooLarge):
                solve(game, (), needed - 1)
        del game.counted[:]
        assert fate(game) is Fate.FIRST
        needed = len(game.counted)
        assert fate(game, needed) is Fate.FIRST
        assert fate(game, needed - 1) is Fate.UNKNOWN

    def test_a_long_game_has_an_end_within_the_budget(self) -> None:
        """Deeper than Python could go by recursion."""

        class Line(Walk):
            def legal(self, state: tuple[int, ...]) -> tuple[int, ...]:
                return super().legal(state)[:1]

        assert solve(Line(3001), ()) == Verdict(1, (0,))
        assert fate(Line(3001)) is Fate.FIRST

    def test_a_game_may_say_that_it_is_too_large(self) -> None:
        class Modest(Walk):
            @property
            def exact(self) -> bool:
                return self.size <= 4

        assert solve(Modest(4), ()).value == -1
        assert fate(Modest(4)) is Fate.SECOND
        assert fate(Modest(5)) is Fate.UNKNOWN
        with pytest.raises(TooLarge):
            solve(Modest(5), ())
        over = (0,) * 5
        assert solve(Modest(5), over) == Verdict(-1, ())

    def test_a_duel_of_unknown_fate_is_not_rated(self) -> None:
        terms = Terms(PlayerId(1), PlayerId(2), Walk(5000), First.DRAWN, Span(DAY))
        assert why_unrated(terms) is Unrated.TOO_LARGE
        assert why_unrated(replace(terms, game=Walk(5))) is Unrated.FATE


def brute_force_inessential(neighbours: list[int], vertices: int) -> int:
    """Return the vertices without which a maximum matching stays as large, by trying every
    matching."""

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
    """The graphs needn't be divisor graphs, and have many nested odd cycles."""
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
        assert inessential(neighbours, vertices) == brute_force_inessential(neighbours, vertices)
