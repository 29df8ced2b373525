"""Ratings against Glickman's own example, against his paper followed step by step in the dullest
way, and against what must hold whatever the numbers."""

from collections.abc import Iterable
from math import exp, isfinite, log, pi, sqrt

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.rating import CENTRE, SCALE, Rating, after, idle
from engine.rating import _expected as expected_at
from engine.rating import _weight as weight

Results = list[tuple[Rating, float]]

# The example in "Example of the Glicko-2 system", and what it says of each opponent.
MINE = Rating(1500, 200, 0.06)
PUBLISHED: Results = [
    (Rating(1400, 30, 0.06), 1),
    (Rating(1550, 100, 0.06), 0),
    (Rating(1700, 300, 0.06), 0),
]

values = st.floats(400, 2800)
usual = st.builds(Rating, values, st.floats(30, 350), st.floats(0.02, 0.12))
wide = st.builds(Rating, st.floats(-900, 3900), st.floats(1, 1000), st.floats(0.001, 0.2))
scores = st.sampled_from([0.0, 0.5, 1.0])
results = st.lists(st.tuples(usual, scores), max_size=8)


def extreme(volatility: st.SearchStrategy[float]) -> st.SearchStrategy[Rating]:
    return st.builds(Rating, st.floats(-1e6, 1e6), st.floats(0.001, 1e5), volatility)


def shifted(rating: Rating, by: float) -> Rating:
    return Rating(rating.value + by, rating.deviation, rating.volatility)


def mirrored(rating: Rating) -> Rating:
    return Rating(2 * CENTRE - rating.value, rating.deviation, rating.volatility)


def chance(mine: Rating, theirs: Rating) -> float:
    """The probability of winning against an opponent."""
    return expected_at(weight(theirs.deviation) * (mine.value - theirs.value) / SCALE)


def close(one: Rating, other: Rating, *, absolute: float = 1e-6) -> bool:
    return (
        one.value == pytest.approx(other.value, abs=absolute)
        and one.deviation == pytest.approx(other.deviation, rel=1e-6)
        and one.volatility == pytest.approx(other.volatility, rel=1e-6)
    )


def by_the_paper(mine: Rating, played: Iterable[tuple[Rating, float]]) -> Rating:
    """The eight steps, in the names of the paper, with the zero found by halving an interval."""
    tau = 0.5
    mu, phi, sigma = (mine.value - 1500) / 173.7178, mine.deviation / 173.7178, mine.volatility

    def g(phi: float) -> float:
        return 1 / sqrt(1 + 3 * phi**2 / pi**2)

    terms = []
    for theirs, s in played:
        mu_j, phi_j = (theirs.value - 1500) / 173.7178, theirs.deviation / 173.7178
        terms.append((g(phi_j), 1 / (1 + exp(-g(phi_j) * (mu - mu_j))), s))
    if not terms:
        return Rating(mine.value, 173.7178 * sqrt(phi**2 + sigma**2), sigma)
    v = 1 / sum(g_j**2 * e_j * (1 - e_j) for g_j, e_j, _ in terms)
    delta = v * sum(g_j * (s - e_j) for g_j, e_j, s in terms)
    a = log(sigma**2)

    def f(x: float) -> float:
        rest = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - a) / tau**2

    # Search from the old volatility to where the sign has changed.
    step = 0.1 if f(a) > 0 else -0.1
    one, other = a, a + step
    while f(other) * step > 0:
        one, other = other, other + step
    for _ in range(100):
        middle = (one + other) / 2
        if f(middle) * step > 0:
            one = middle
        else:
            other = middle
    new_sigma = exp(one / 2)
    phi_star = sqrt(phi**2 + new_sigma**2)
    new_phi = 1 / sqrt(1 / phi_star**2 + 1 / v)
    new_mu = mu + new_phi**2 * sum(g_j * (s - e_j) for g_j, e_j, s in terms)
    return Rating(173.7178 * new_mu + 1500, 173.7178 * new_phi, new_sigma)


class TestThePublishedExample:
    def test_what_it_comes_to(self) -> None:
        found = after(MINE, PUBLISHED)
        assert found.value == pytest.approx(1464.05, abs=0.005)
        assert found.deviation == pytest.approx(151.52, abs=0.005)
        assert found.volatility == pytest.approx(0.059996, abs=5e-7)

    @pytest.mark.parametrize(
        ("theirs", "weighs", "expected"),
        [
            (theirs, *facts)
            for (theirs, _), facts in zip(
                PUBLISHED, [(0.9955, 0.639), (0.9531, 0.432), (0.7242, 0.303)], strict=True
            )
        ],
    )
    def test_on_the_way(self, theirs: Rating, weighs: float, expected: float) -> None:
        assert weight(theirs.deviation) == pytest.approx(weighs, abs=5e-5)
        assert chance(MINE, theirs) == pytest.approx(expected, abs=5e-4)

    def test_the_dull_way_comes_to_the_same(self) -> None:
        assert close(by_the_paper(MINE, PUBLISHED), after(MINE, PUBLISHED), absolute=1e-3)


@given(usual, results)
def test_as_in_the_paper(mine: Rating, played: Results) -> None:
    assert close(after(mine, played), by_the_paper(mine, played), absolute=1e-2)


@given(wide, st.lists(st.tuples(wide, scores), max_size=30))
def test_as_in_the_paper_far_from_what_is_usual(mine: Rating, played: Results) -> None:
    found, expected = after(mine, played), by_the_paper(mine, played)
    assert found.value == pytest.approx(expected.value, rel=1e-4, abs=0.1)
    assert found.deviation == pytest.approx(expected.deviation, rel=1e-4)
    assert found.volatility == pytest.approx(expected.volatility, rel=1e-4)


@given(usual, results, st.permutations(range(8)))
def test_in_whatever_order(mine: Rating, played: Results, order: list[int]) -> None:
    again = [played[nth] for nth in order if nth < len(played)]
    assert close(after(mine, again), after(mine, played))


@given(usual, results, st.floats(-1e4, 1e4))
def test_only_differences_count(mine: Rating, played: Results, by: float) -> None:
    elsewhere = after(shifted(mine, by), [(shifted(theirs, by), score) for theirs, score in played])
    assert close(elsewhere, shifted(after(mine, played), by))


@given(usual, results)
def test_in_the_mirror(mine: Rating, played: Results) -> None:
    reflection = [(mirrored(theirs), 1 - score) for theirs, score in played]
    assert close(after(mirrored(mine), reflection), mirrored(after(mine, played)))


@given(usual, usual, st.sampled_from([0.0, 1.0]))
def test_between_equals_one_gains_what_the_other_loses(
    mine: Rating, theirs: Rating, score: float
) -> None:
    theirs = Rating(theirs.value, mine.deviation, mine.volatility)
    one, other = after(mine, [(theirs, score)]), after(theirs, [(mine, 1 - score)])
    assert one.deviation == pytest.approx(other.deviation)
    assert one.volatility == pytest.approx(other.volatility)
    assert one.value - mine.value == pytest.approx(theirs.value - other.value, abs=1e-6)
    assert (one.value > mine.value) == (score == 1)


@given(usual)
def test_a_tie_between_equals_moves_nobody(mine: Rating) -> None:
    tied = after(mine, [(mine, 0.5)])
    assert tied.value == pytest.approx(mine.value, abs=1e-9)
    assert tied.deviation < idle(mine, 1).deviation


@given(usual, usual)
def test_the_better_the_result_the_more_it_gains(mine: Rating, theirs: Rating) -> None:
    lost, tied, won = (after(mine, [(theirs, score)]).value for score in (0, 0.5, 1))
    assert lost < tied < won
    assert lost < mine.value < won


@given(usual, usual, st.floats(1, 500))
def test_the_more_surprising_a_win_the_more_it_gains(
    mine: Rating, theirs: Rating, by: float
) -> None:
    stronger = shifted(theirs, by)
    assert chance(mine, stronger) < chance(mine, theirs)
    assert after(mine, [(stronger, 1)]).value > after(mine, [(theirs, 1)]).value
    assert after(mine, [(stronger, 0)]).value > after(mine, [(theirs, 0)]).value


@given(usual, usual, st.floats(1, 300))
def test_who_is_known_worse_moves_further(mine: Rating, theirs: Rating, by: float) -> None:
    vaguer = Rating(mine.value, mine.deviation + by, mine.volatility)
    assert after(vaguer, [(theirs, 1)]).value > after(mine, [(theirs, 1)]).value
    assert after(vaguer, [(theirs, 1)]).deviation > after(mine, [(theirs, 1)]).deviation


@given(usual, usual, st.floats(1, 300))
def test_an_opponent_who_is_known_worse_says_less(mine: Rating, theirs: Rating, by: float) -> None:
    assume(abs(theirs.value - mine.value) > 1)
    vaguer = Rating(theirs.value, theirs.deviation + by, theirs.volatility)
    assert abs(chance(mine, vaguer) - 0.5) < abs(chance(mine, theirs) - 0.5)


@given(usual, usual)
def test_chances_add_up(mine: Rating, theirs: Rating) -> None:
    theirs = Rating(theirs.value, mine.deviation, theirs.volatility)
    assert chance(mine, theirs) + chance(theirs, mine) == pytest.approx(1)
    assert chance(mine, mine) == 0.5


class TestIdle:
    @given(usual, st.floats(0.01, 500), st.floats(0.01, 500))
    def test_is_known_less_and_less(self, mine: Rating, soon: float, later: float) -> None:
        rested = idle(mine, soon)
        assert (rested.value, rested.volatility) == (mine.value, mine.volatility)
        assert mine.deviation < rested.deviation < idle(mine, soon + later).deviation
        assert close(idle(rested, later), idle(mine, soon + later))

    @given(usual)
    def test_no_time_changes_nothing(self, mine: Rating) -> None:
        assert close(idle(mine, 0), mine)

    @given(usual)
    def test_a_period_without_results_is_one(self, mine: Rating) -> None:
        assert after(mine, []) == idle(mine, 1)


class TestWhateverTheNumbers:
    """No play leads to such ratings, but a damaged file may hold them."""

    @given(
        extreme(st.floats(1e-300, 1e6)),
        st.lists(st.tuples(extreme(st.just(0.06)), scores), max_size=60),
    )
    @example(Rating(1500, 200, 1e-300), PUBLISHED)
    def test_they_stay_numbers(self, mine: Rating, played: Results) -> None:
        found = after(mine, played)
        assert isfinite(found.value)
        assert isfinite(found.deviation)
        assert isfinite(found.volatility)
        assert found.deviation > 0
        assert found.volatility >= 0
        assert isfinite(idle(mine, 1e6).deviation)
        assert all(0 < chance(mine, theirs) < 1 for theirs, _ in played)

    @given(
        extreme(st.floats(1e-6, 0.2)),
        st.lists(st.tuples(extreme(st.just(0.06)), scores), min_size=1, max_size=60),
    )
    def test_and_within_bounds(self, mine: Rating, played: Results) -> None:
        found = after(mine, played)
        # A volatility changes little by little, and no result makes somebody known less well than
        # the time that it took.
        assert 0.5 < found.volatility / mine.volatility < 2
        widest = Rating(mine.value, mine.deviation, found.volatility)
        assert found.deviation <= idle(widest, 1).deviation * (1 + 1e-9)
        # No result says more than it would if everything were known of the opponent.
        far = len(played) * found.deviation**2 / SCALE * (1 + 1e-6)
        assert abs(found.value - mine.value) <= far + 1e-6 * abs(mine.value)

    @given(extreme(st.floats(1e-6, 0.2)), extreme(st.just(0.06)))
    def test_and_no_win_costs_anything(self, mine: Rating, theirs: Rating) -> None:
        assert after(mine, [(theirs, 1)]).value >= mine.value >= after(mine, [(theirs, 0)]).value
