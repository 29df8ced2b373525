"""The turning point that is looked for from the end of a game."""

from random import Random

import pytest

from engine.record import Record
from engine.refusal import TooLarge
from engine.review import review
from engine.review.turning_point import turning_point
from tests.engine.countdown import Countdown
from tests.engine.review.played import any_played

ENOUGH = 200_000


def test_it_is_the_last_mistake_of_the_review() -> None:
    random = Random(4)
    with_one = 0
    for _ in range(60):
        record = any_played(random)
        found, last = turning_point(record, ENOUGH), review(record).turning_point
        assert found == (last and last.nth)
        with_one += found is not None
    assert 10 < with_one < 60


def test_what_comes_before_it_costs_nothing() -> None:
    """Of 50, the start would take far more positions than this."""
    moves = [*("1" * 44), "2", "1", "3"]
    record = Record.replay(Countdown(50), moves)
    assert (turning_point(record, 50) or 0) > 40
    with pytest.raises(TooLarge):
        turning_point(Record.replay(Countdown(50), ["1"] * 3), 50)


def test_a_game_without_moves_has_none() -> None:
    assert turning_point(Record.start(Countdown(50)), 1) is None
