"""Drawn starts: the tests that they have to pass, by starts that just pass or just fail each of
them, and the starts that are drawn."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, agreed, preset_of
from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.geography import Chain, Geography, Relation
from engine.games.numbers import mask, numbers
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.record import Record
from engine.refusal import NoStart
from engine.solve import solve
from engine.starts import draw_start, lists
from engine.starts.lists import Fault, Judge, draw
from tests.engine.countdown import Countdown
from tests.engine.good_starts import decisions, judged, thumb_loses
from tests.missing import missing

ORACLE = Path(__file__).parents[2].parent / "shared/oracle/oracle.json"
BY_CHANCE = (Fault.THUMB, Fault.DECISIONS)
DRAWING = [
    (key, preset.name)
    for key, kind in GAMES.items()
    for preset in kind.presets
    if agreed(key, preset.options, Random(1)).draws_start
]
LISTS: list[Geography] = [
    Divisor(30, board="drawn"),
    Divisor(40, board="drawn", first="even"),
    Divisor(30, rule="steps", board="drawn"),
    Divisor(100, rule="steps", board="drawn", first="even"),
    Parity(50, rule="doubles", board="drawn"),
    EvenOdd(30, rule="doubles", board="drawn"),
]


def start(gone: tuple[int, ...], *opening: int) -> Divisor:
    """A start with 1 to 30."""
    return Divisor(30, gone=gone, opening=opening)


def drawn_list(game: Geography, random: Random) -> Geography:
    drawn = draw_start(game, random)
    assert isinstance(drawn, Geography)
    return drawn


def drawn_table(game: Split, random: Random) -> Split:
    drawn = draw_start(game, random)
    assert isinstance(drawn, Split)
    return drawn


def fault(game: Geography, random: Random | None = None) -> Fault | None:
    return Judge(game).fault(game.start(), random or Random(1))


def test_openings_are_judged_as_they_should_be() -> None:
    if not ORACLE.exists():
        missing(f"{ORACLE} has the openings")
    kinds: dict[str, Callable[..., Geography]] = {
        "divides": Divisor,
        "steps": lambda size, **start: Divisor(size, rule="steps", **start),
        "doubles": lambda size, **start: Parity(size, rule="doubles", **start),
    }
    openings = json.loads(ORACLE.read_text())["openings"]
    assert len(openings) == 31
    for each in openings:
        game = kinds[each["relation"]](each["size"], gone=each["gone"], opening=each["opening"])
        found = fault(game)
        verdict = "ok" if found is None or found in BY_CHANCE else found.value
        assert verdict == judged(game) == each["verdict"]
        assert Judge(game).is_won(game.start()) == each["mover_wins"]


@pytest.mark.parametrize(("moves", "passes"), [(2, False), (3, True), (25, True), (26, False)])
def test_from_3_to_25_legal_moves(moves: int, passes: bool) -> None:
    game = Divisor(60)
    state = Chain(mask(range(2, 2 + moves)), 1)  # all of them follow 1
    assert Judge(game).has_choice(state) == passes
    assert (Judge(game).fault(state, Random(1)) is not Fault.LEGAL) == passes


@pytest.mark.parametrize(
    ("game", "easy"),
    [
        # 3 of 6 moves win, and 8 of 14.
        (start((7, 24, 25), 16, 4), False),
        (start((7, 9, 29), 28, 2), True),
        # The mover loses: 3 of 6 moves let every reply win, and 3 of 4.
        (start((16, 18, 29), 1, 24), False),
        (start((17, 22, 29), 1, 28), True),
    ],
    ids=str,
)
def test_at_most_half_of_the_moves_are_easy(game: Divisor, easy: bool) -> None:
    assert (fault(game) is Fault.EASY) == easy


@pytest.mark.parametrize(
    ("game", "shallow"),
    [
        (start((7, 14, 16), 30, 15), True),  # lost in four plies
        (start((1, 20, 27), 18, 2), False),  # won in five
        (start((2, 3, 19), 20, 10), False),  # lost in six
    ],
    ids=str,
)
def test_nothing_is_decided_within_four_plies(game: Divisor, shallow: bool) -> None:
    assert (fault(game) is Fault.SHALLOW) == shallow


def test_the_rule_of_thumb_has_to_lose_two_of_four_won_games() -> None:
    """From this start it loses two in five: the second of four comes by a chance that is known."""
    game, random = start((3, 4, 10), 18, 6), Random(2)
    rate = sum(thumb_loses(game, random) for _ in range(2000)) / 2000
    assert rate == pytest.approx(0.4, abs=0.04)
    expected = sum(comb(4, losses) * 0.4**losses * 0.6 ** (4 - losses) for losses in (2, 3, 4))
    passes = [Judge(game).outwits_thumb(game.start(), random) for _ in range(2000)]
    assert sum(passes) / 2000 == pytest.approx(expected, abs=4 * sqrt(0.25 / 2000))


def test_each_player_has_to_meet_a_decision_a_game_in_eight() -> None:
    """From this start every other eight games have as many."""
    game, random, times = start((9, 20, 24), 16, 2), Random(2), 1000
    expected = 0
    for _ in range(times):
        one, other = zip(*(decisions(game, random) for _ in range(8)), strict=True)
        expected += sum(one) >= 8 and sum(other) >= 8
    passes = sum(Judge(game).gives_decisions(game.start(), random) for _ in range(times))
    assert 0.3 < expected / times < 0.7
    assert passes / times == pytest.approx(expected / times, abs=4 * sqrt(0.5 / times))


def test_a_start_without_decisions_is_refused_for_that() -> None:
    """Some starts pass all the other tests."""
    game, random = Divisor(30, board="drawn"), Random(4)
    drawn = filter(None, (draw(game, random) for _ in range(400)))
    faults = [(Judge(game).fault(each.state, random), each.state) for each in drawn]
    found = [state for fault, state in faults if fault is Fault.DECISIONS]
    assert found
    for state in found:
        assert Judge(game).outwits_thumb(state, random) or value_by_chance(game, state)


def value_by_chance(game: Geography, state: Chain) -> bool:
    """Whether some of many tries outwit the rule of thumb."""
    return any(Judge(game).outwits_thumb(state, Random(each)) for each in range(50))


@pytest.mark.parametrize("game", LISTS, ids=repr)
def test_what_is_drawn_passes_the_tests(game: Geography) -> None:
    random = Random(3)
    for _ in range(20):
        drawn = drawn_list(game, random)
        assert judged(drawn) == "ok"
        assert len(set(drawn.gone)) == game.size // 10
        assert len(drawn.opening) == (2 if game.key == "divisor" else 1)
        if game.even_first:
            assert drawn.opening[0] % 2 == 0


@pytest.mark.parametrize(
    ("game", "count", "least", "most"),
    [
        (Split((), board="drawn"), 3, 5, 12),
        (Split((), keep="larger", board="drawn"), 3, 5, 12),
        (Split((), keep="both", board="drawn"), 1, 15, 25),
    ],
    ids=str,
)
def test_numbers_to_split_are_drawn_plainly_once_a_coin_has_said_who_wins(
    game: Split, count: int, least: int, most: int
) -> None:
    """All tables come up that one player wins, one as often as another."""
    random, times = Random(5), 30_000
    drawn = Counter(drawn_table(game, random) for _ in range(times))
    first = {each for each in drawn if solve(each, each.start()).winning}
    assert {len(each.numbers) for each in drawn} == {count}
    seen = {number for each in drawn for number in each.numbers}
    assert seen == set(range(least, most + 1))
    for side in (first, set(drawn) - first):
        total = sum(drawn[each] for each in side)
        assert total / times == pytest.approx(0.5, abs=4 * sqrt(0.25 / times))
        ways = {each: _orders(each.numbers) for each in side}
        for each, orders in ways.items():
            expected = total * orders / sum(ways.values())
            assert drawn[each] == pytest.approx(expected, abs=5 * sqrt(expected))


def _orders(drawn: tuple[int, ...]) -> int:
    """In how many orders these up to three numbers may have been drawn."""
    return {1: 1, 2: 3, 3: 6}[len(set(drawn))] if len(drawn) == 3 else 1


@pytest.mark.parametrize(("key", "name"), DRAWING)
class TestPresets:
    def test_the_same_source_of_chance_draws_the_same_start(self, key: str, name: str) -> None:
        game = agreed(key, preset_of(key, name).options, Random(1))
        assert draw_start(game, Random("a")) == draw_start(game, Random("a"))
        assert len({draw_start(game, Random(each)) for each in range(12)}) > 4

    def test_a_start_is_one_of_the_same_game(self, key: str, name: str) -> None:
        game = agreed(key, preset_of(key, name).options, Random(1))
        assert game.awaits_start
        drawn = draw_start(game, Random(2))
        assert drawn.draws_start
        assert not drawn.awaits_start
        assert drawn.without_start() == game
        assert (drawn.variant, drawn.setup) == (name, game.setup)

    def test_a_start_can_be_played_and_comes_back_from_a_record(self, key: str, name: str) -> None:
        game = agreed(key, preset_of(key, name).options, Random(1))
        for each in range(8):
            record = Record.start(draw_start(game, Random(each)))
            record = record.play(record.legal[0])
            assert Record.parse(record.text) == record
            assert Record.parse(record.text).game == record.game

    def test_a_start_that_is_drawn_again_takes_the_place_of_the_first(
        self, key: str, name: str
    ) -> None:
        game = agreed(key, preset_of(key, name).options, Random(1))
        once = draw_start(game, Random(2))
        assert draw_start(once, Random(3)) == draw_start(game, Random(3))


def test_there_are_presets_with_drawn_starts() -> None:
    assert {key for key, _ in DRAWING} == {"divisor", "parity", "evenodd", "split"}


@pytest.mark.parametrize("game", [Divisor(40), Parity(50), Split((16,)), Sequence(), Countdown(9)])
def test_a_game_without_drawn_starts_stays_as_it_is(game: Game[Any]) -> None:
    assert draw_start(game, Random(1)) is game


@pytest.mark.parametrize(
    "game",
    [
        Parity(50, board="drawn"),
        EvenOdd(100, board="drawn"),
        Parity(29, rule="doubles", board="drawn"),
        Divisor(20, board="drawn"),
        Divisor(29, rule="steps", board="drawn"),
    ],
    ids=repr,
)
def test_nothing_is_drawn_where_nothing_is_decided_or_players_would_know_the_starts(
    game: Geography,
) -> None:
    random = Random(1)
    before = random.getstate()
    with pytest.raises(NoStart) as refused:
        draw_start(game, random)
    assert refused.value.game == game.key
    assert random.getstate() == before


def _anything(_last: int, _number: int) -> bool:
    return True


@dataclass(frozen=True)
class Free(Divisor):
    """A game in which any number follows any other."""

    key = "free"

    @property
    def relation(self) -> Relation:
        return _anything


def test_after_thousands_of_draws_there_is_no_start() -> None:
    with pytest.raises(NoStart):
        draw_start(Free(30, board="drawn"), Random(1))


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ("has_choice", False),
        ("is_easy", True),
        ("outwits_thumb", False),
        ("gives_decisions", False),
    ],
)
def test_a_start_that_fails_any_test_is_not_drawn(
    test: str, verdict: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Parity(50, rule="doubles", board="drawn")
    monkeypatch.setattr(lists, "MOST_DRAWS", 300)
    draw_start(game, Random(1))
    monkeypatch.setattr(Judge, test, lambda *_: verdict)
    with pytest.raises(NoStart):
        draw_start(game, Random(1))


@dataclass(frozen=True)
class Higher(Countdown):
    """A game of a package, whose number is drawn."""

    key = "higher"

    @property
    def draws_start(self) -> bool:
        return True


def test_a_game_of_a_package_draws_as_it_registers() -> None:
    with pytest.raises(NoStart):
        draw_start(Higher(21), Random(1))

    @dataclass(frozen=True)
    class Registered(Higher):
        key = "registered"

    @draw_start.register
    def _(_game: Registered, random: Random) -> Registered:
        return Registered(random.randint(30, 40))

    assert 30 <= draw_start(Registered(21), Random(1)).settings()["size"] <= 40


def test_a_coin_says_who_wins_until_it_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """In doubles most good starts are won by player 2."""
    game = EvenOdd(30, rule="doubles", board="drawn")

    def share(times: int) -> float:
        random = Random(6)
        drawn = [drawn_list(game, random) for _ in range(times)]
        return sum(Judge(each).is_won(each.start()) for each in drawn) / times

    assert share(250) == pytest.approx(0.5, abs=4 * sqrt(0.25 / 250))
    monkeypatch.setattr(lists, "COIN_TRIES", 0)
    assert share(250) < 0.35


def test_draws_are_uniform() -> None:
    """Each start of a small board comes up as often as it should: any number is struck out, and any
    legal move made, as likely as any other."""
    game, random, times = Divisor(10, board="drawn"), Random(7), 60_000
    expected: dict[tuple[int, ...] | None, float] = defaultdict(float)
    for gone in range(1, 11):
        free = game.reach[0] ^ 1 << gone
        firsts = numbers(free)
        for first in firsts:
            seconds = numbers(free & game.reach[first])
            for second in seconds:
                expected[gone, first, second] += times / 10 / len(firsts) / len(seconds)
            if not seconds:
                expected[None] += times / 10 / len(firsts)
    found: Counter[tuple[int, ...] | None] = Counter()
    for _ in range(times):
        drawn = draw(game, random)
        found[(drawn.gone[0], *drawn.opening) if drawn else None] += 1
        if drawn:
            left = game.reach[0] & ~mask(drawn.gone) & ~mask(drawn.opening)
            assert drawn.state == Chain(left, drawn.opening[-1])
    assert set(found) <= set(expected)
    chi_square = sum((found[each] - often) ** 2 / often for each, often in expected.items())
    degrees = len(expected) - 1
    assert abs(chi_square - degrees) < 5 * sqrt(2 * degrees)
