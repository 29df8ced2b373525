"""Puzzles are drawn by another process, near what a player can solve."""

import pytest

from bot.host.worker_process import WorkerProcess
from bot.puzzles.drawing import draw_some, find_in, hardness_near
from engine.puzzles.daily import daily_puzzle
from engine.puzzles.puzzle import HARDNESS, read_puzzle
from engine.puzzles.rating import start_rating
from engine.record import Record

OF_A_DUEL = "1/divisor/size=52,board=drawn,gone=5.28.41.47.50,opening=33.3/36-2"


@pytest.mark.parametrize("hardness", HARDNESS)
def test_puzzles_are_as_hard_as_was_asked_for(hardness: int) -> None:
    drawn = [each for seed in range(4) for each in draw_some(seed, hardness)]
    assert drawn
    assert {each.hardness for each in drawn} == {hardness}
    assert draw_some(1, hardness) == draw_some(1, hardness)


def test_the_nearest_hardness_to_a_rating() -> None:
    assert [hardness_near(start_rating(each).value) for each in HARDNESS] == [*HARDNESS]
    assert hardness_near(1399) == 3
    assert hardness_near(1401) == 4
    assert (hardness_near(100), hardness_near(4000)) == (HARDNESS[0], HARDNESS[-1])


def test_another_process_does_it() -> None:
    before = Record.parse(OF_A_DUEL)
    record = before.play(before.legal[0])
    with WorkerProcess() as worker:
        assert worker.run(draw_some, 1, 4) == draw_some(1, 4)
        assert worker.run(find_in, record) == find_in(record)
        again = worker.run(daily_puzzle, b"secret", 20_000, 1, 0)
    assert again == daily_puzzle(b"secret", 20_000, 1)
    assert read_puzzle(OF_A_DUEL) in find_in(record)
