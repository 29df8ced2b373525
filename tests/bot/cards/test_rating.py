"""The card of a rating."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards.colours import ACCENT, BAD, DIM, GOLD, GOOD, HERE, INK
from bot.cards.content import Ratings
from bot.cards.rating import Scale
from bot.text.english import English
from tests.bot.cards.looking import misplaced
from tests.bot.cards.samples import drawn, picture, ratings

UP_AND_DOWN = ratings(1200, 1290, 1300.6, 1275)


def texts(value: Ratings) -> list[str]:
    return [each.text for each in drawn(value).texts]


def test_it_says_what_the_rating_is_and_was() -> None:
    assert texts(UP_AND_DOWN) == [
        *("Ana", "1275", "All games · 4 rated duels", "+75 since 1200 · ±61"),
        *("1200", "1220", "1240", "1260", "1280", "1300", "1320"),
        *English.CARD_AXIS,
        "peak 1301",
    ]


def test_all_of_it_is_in_the_words_for_those_who_cannot_see_it() -> None:
    assert picture(UP_AND_DOWN).alt == (
        "Ana, All games · 4 rated duels, rating 1275, +75 since 1200 · ±61. "
        "Started at 1200, highest 1301, lowest 1200."
    )
    assert picture(ratings(1200)).alt == "Ana, All games · 1 rated duels, rating 1200, ±61."


@pytest.mark.parametrize(("last", "shown"), [(1275, GOOD), (1100, BAD), (1200, DIM)])
def test_a_change_is_coloured_by_what_it_is(last: int, shown: str) -> None:
    (text,) = [each for each in drawn(ratings(1200, last)).texts if "since" in each.text]
    assert text.style.colour == shown


def test_what_is_not_known_is_not_said() -> None:
    assert "+75 since 1200" in texts(replace(UP_AND_DOWN, deviation=None))
    assert texts(replace(ratings(1200), deviation=None))[:3] == [
        *("Ana", "1200", "All games · 1 rated duels")
    ]


def test_a_part_of_the_duels_can_be_called_so() -> None:
    value = replace(UP_AND_DOWN, axis=("500 duels ago", "", "now"))
    assert {"500 duels ago", "now"} <= set(texts(value))
    assert English.CARD_AXIS[1] not in texts(value)


def test_the_line_goes_from_the_first_duel_to_the_last() -> None:
    line, peak, ring, last = drawn(UP_AND_DOWN).shapes
    assert [line.colour, peak.colour, ring.colour, last.colour] == [ACCENT, GOLD, HERE, INK]
    assert (line.box.left, line.box.right) == (92, 672)
    assert last.box.middle[0] == 672
    assert peak.box.middle == pytest.approx((92 + (672 - 92) * 2 / 3, line.box.top))
    # 1200 is where the scale begins, and 1320 where it ends.
    assert line.box.bottom == 436
    assert last.box.middle[1] == pytest.approx(436 - 296 * 75 / 120)


def test_a_single_point_is_in_the_middle_and_no_line() -> None:
    canvas = drawn(ratings(1200))
    assert [each.colour for each in canvas.shapes] == [HERE, INK]
    assert canvas.shapes[0].box.middle[0] == 382
    (today,) = [each for each in canvas.texts if each.text == "today"]
    assert today.ink.middle[0] == pytest.approx(382, abs=3)
    assert English.CARD_AXIS[0] not in texts(ratings(1200))


def test_what_never_changed_has_no_peak() -> None:
    assert not [each for each in texts(ratings(1200, 1200, 1200)) if "peak" in each]
    assert drawn(ratings(1200, 1200, 1200)).shapes[0].box.bottom < 436


def test_what_is_round_is_on_the_scale() -> None:
    assert Scale.of((1183.0, 1301.0)) == Scale(1180, 1320, 20)
    assert Scale.of((1200.0,)) == Scale(1180, 1230, 10)
    assert Scale.of((1200.0, 1299.0)) == Scale(1200, 1320, 20)
    assert Scale.of((40.0, -5e-324)) == Scale(-10, 50, 10)
    assert Scale.of((2.0, -2.0)) == Scale(-20, 30, 10)
    assert Scale.of((0.0, 100_000.0)) == Scale(0, 120_000, 20_000)


@given(st.lists(st.floats(-5000, 5000), min_size=1, max_size=500))
@settings(max_examples=25, deadline=None)
def test_whatever_the_ratings_are_they_are_on_the_scale(points: list[float]) -> None:
    scale = Scale.of(tuple(points))
    assert scale.least <= min(points) <= max(points) < scale.most
    # The peak has something to say above itself.
    assert scale.most - max(points) >= (scale.most - scale.least) * 0.029
    assert (scale.most - scale.least) % scale.step == scale.least % scale.step == 0
    assert 3 <= (scale.most - scale.least) / scale.step <= 7
    canvas = drawn(ratings(*points))
    assert misplaced(canvas) == []
    numbers = [each for each in canvas.texts if each.text.lstrip("-").isdecimal()][1:]
    assert all(one.ink.top > other.ink.bottom for one, other in pairwise(numbers))


@pytest.mark.parametrize("points", [(1300, 1200), (1200, 1300), (1299, 1300, 1299), (1300,) * 500])
def test_what_the_peak_says_stays_on_the_card(points: tuple[int, ...]) -> None:
    assert misplaced(drawn(ratings(*points))) == []
