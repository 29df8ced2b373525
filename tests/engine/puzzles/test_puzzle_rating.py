"""Ratings of puzzles and of the players who try them."""

import pytest

from engine.ledger import MAX_DEVIATION, MIN_DEVIATION
from engine.puzzles.rating import rated_try, start_rating
from engine.rating import Rating, after


def test_a_harder_puzzle_starts_higher() -> None:
    assert [start_rating(each).value for each in range(3, 8)] == [1300, 1500, 1700, 1900, 2100]
    assert MIN_DEVIATION < start_rating(3).deviation < MAX_DEVIATION


def test_a_try_is_a_game_against_the_puzzle() -> None:
    player, puzzle = Rating(1600, 80), Rating(1700, 90)
    assert rated_try(player, puzzle, solved=True) == (
        after(player, [(puzzle, 1)]),
        after(puzzle, [(player, 0)]),
    )
    assert rated_try(player, puzzle, solved=False) == (
        after(player, [(puzzle, 0)]),
        after(puzzle, [(player, 1)]),
    )


def test_deviations_stay_within_their_limits() -> None:
    sure, unsure = Rating(1500, 10), Rating(1500, 900)
    assert rated_try(sure, unsure, solved=True)[0].deviation == MIN_DEVIATION
    assert rated_try(unsure, unsure, solved=True)[1].deviation == MAX_DEVIATION


def test_many_tries_find_a_puzzles_rating() -> None:
    """Players of 1500 who solve three of four: odds of 3 are 191 points."""
    puzzle = start_rating(7)
    for nth in range(400):
        _, puzzle = rated_try(Rating(1500, 60), puzzle, solved=nth % 4 != 0)
    assert puzzle.value == pytest.approx(1309, abs=40)
