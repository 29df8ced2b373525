"""Very many drawn starts: that each is a good one, and that no seat is favoured. `million_starts`
does the same with as many as you like."""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine.games.divisor import Divisor
from engine.games.geography import Chain
from engine.games.numbers import mask, numbers
from engine.solve import solve
from engine.starts.lists import Fault, Judge, draw
from tests.engine.good_starts import judged
from tests.engine.million_starts import Tally, drawing, tally

pytestmark = pytest.mark.long

LISTS = [preset for preset in drawing() if not preset.startswith("split/")]
TABLES = [preset for preset in drawing() if preset.startswith("split/")]


def test_forty_thousand_starts_of_lists_are_good_and_fair() -> None:
    """By play, which the tests can't repeat on a single start, they are good on the average."""
    found = [tally(preset, 0, 10_000) for preset in LISTS]
    for each in found:
        assert each.bad == ()
        assert each.share == pytest.approx(0.5, abs=0.02)
        assert min(each.decisions) > each.played
        # Less than half: four games let some starts pass from which it loses one game in four.
        assert each.thumb_losses > each.played * 0.35
    assert len(found) == 4
    # Four standard deviations.
    assert Tally.total(found).share == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("preset", TABLES)
def test_half_a_million_tables_are_fair(preset: str) -> None:
    found = tally(preset, 0, 500_000)
    assert found.bad == ()
    assert found.share == pytest.approx(0.5, abs=0.003)


def test_a_million_draws_are_judged_as_all_that_there_are() -> None:
    """On a small board every draw can be listed, with its chance and its verdict."""
    game = Divisor(20, board="drawn")
    chances: dict[tuple[str, bool], float] = defaultdict(float)
    for gone in combinations(range(1, 21), 2):
        free = game.reach[0] & ~mask(gone)
        for first in numbers(free):
            left = free & ~(1 << first)
            seconds = numbers(left & game.reach[first])
            chance = 1 / 190 / 18 / max(1, len(seconds))
            if not seconds:
                chances["none", False] += chance
            for second in seconds:
                if not left & ~(1 << second) & game.reach[second]:
                    chances["legal", False] += chance
                    continue
                started = Divisor(20, gone=gone, opening=(first, second))
                wins = bool(solve(started, started.start()).winning)
                chances[judged(started), wins] += chance
    assert sum(chances.values()) == pytest.approx(1)

    @cache
    def verdict(state: Chain) -> tuple[str, bool]:
        judge = Judge(game)
        fault = judge.fault(state, Random(1))
        by_chance = fault in (None, Fault.THUMB, Fault.DECISIONS)
        return "ok" if fault is None or by_chance else fault.value, judge.is_won(state)

    random, times = Random(8), 1_000_000
    found: Counter[tuple[str, bool]] = Counter()
    for _ in range(times):
        drawn = draw(game, random)
        found[verdict(drawn.state) if drawn else ("none", False)] += 1
    assert set(found) == set(chances)
    for each, chance in chances.items():
        deviation = (times * chance * (1 - chance)) ** 0.5
        assert abs(found[each] - times * chance) < 5 * deviation
