"""A standing is computed from finished duels."""

from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ids import Instant
from engine.rating import Rating
from engine.standing import FORM, Rank, Result, Standing

RANK = Rank(Rating(1600), Instant(7), 3)


def standing_after(results: str, rank: Rank | None = None) -> Standing:
    found = Standing()
    for result in results:
        found = found.after(Result(result), rank)
    return found


@pytest.mark.parametrize(
    ("results", "standing"),
    [
        ("", Standing(0, 0, 0, 0, "")),
        ("w", Standing(1, 0, 0, 1, "w")),
        ("l", Standing(0, 1, 0, -1, "l")),
        ("t", Standing(0, 0, 1, 0, "t")),
        ("www", Standing(3, 0, 0, 3, "www")),
        ("lll", Standing(0, 3, 0, -3, "lll")),
        ("wwl", Standing(2, 1, 0, -1, "wwl")),
        ("wwll", Standing(2, 2, 0, -2, "wwll")),
        ("llw", Standing(1, 2, 0, 1, "llw")),
        ("wwt", Standing(2, 0, 1, 0, "wwt")),
        ("wwtw", Standing(3, 0, 1, 1, "wwtw")),
        ("lltl", Standing(0, 3, 1, -1, "lltl")),
        ("lwlww", Standing(3, 2, 0, 2, "lwlww")),
        ("wlwlww", Standing(4, 2, 0, 2, "lwlww")),
        ("wwwwwwww", Standing(8, 0, 0, 8, "wwwww")),
    ],
)
def test_results_the_streak_and_the_form(results: str, standing: Standing) -> None:
    assert standing_after(results) == standing


@given(st.text("wlt", max_size=40))
def test_nothing_is_forgotten_but_the_order(results: str) -> None:
    found = standing_after(results)
    assert (found.wins, found.losses, found.ties) == tuple(map(results.count, "wlt"))
    assert found.played == len(results)
    assert found.form == results[-FORM:]
    latest = results[-1:]
    run = len(list(takewhile(lambda each: each == latest, reversed(results))))
    assert found.streak == {"w": run, "l": -run}.get(latest, 0)


def test_a_rank_is_what_it_is_said_to_be() -> None:
    """Results know nothing of ratings: who has none keeps none, and one is put in whole."""
    assert standing_after("wlt").rank is None
    assert standing_after("wlt", RANK).rank is RANK
    assert standing_after("w", RANK).after(Result.LOST, None).rank is None


def test_results_are_written_as_one_letter() -> None:
    """A form is stored as it is, so these stay what they are."""
    assert [str(each) for each in Result] == ["w", "l", "t"]
