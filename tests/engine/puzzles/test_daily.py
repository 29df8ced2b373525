"""The puzzle of the day."""

import os
import subprocess
import sys
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

from engine.puzzles import daily
from engine.puzzles.daily import WEEK, Weekday, daily_puzzle, daily_random, weekday_of
from engine.puzzles.puzzle import read_puzzle

ROOT = Path(__file__).parents[3]
SECRET = b"a host's secret"
# A Monday.
DAY = (date(2026, 11, 16) - date(1970, 1, 1)).days


def test_the_weekdays_are_those_of_the_calendar() -> None:
    epoch = date(1970, 1, 1).toordinal()
    for day in range(0, 30_000, 37):
        assert weekday_of(day) == date.fromordinal(epoch + day).weekday()


def test_a_day_has_one_puzzle_in_every_process() -> None:
    """Whatever the order in which Python keeps its sets."""
    ask = f"""
from engine.puzzles.daily import daily_puzzle
print(*(daily_puzzle({SECRET!r}, {DAY} + each, 7).text for each in range(7)))
"""
    texts = [daily_puzzle(SECRET, DAY + each, 7).text for each in range(7)]
    run = subprocess.run(
        [sys.executable, "-c", ask],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "12345"},
    )
    assert run.stdout.split() == texts
    assert len(set(texts)) == 7


def test_a_puzzle_depends_on_the_secret_the_day_the_server_and_the_draw() -> None:
    usual = (SECRET, DAY, 7, 1)
    others = (
        (b"another secret", DAY, 7, 1),
        (SECRET, DAY + 7, 7, 1),
        (SECRET, DAY, 72, 1),
        (SECRET, DAY, 7, 0),
        # The parts of what is signed don't flow into each other.
        (SECRET, DAY, 71, 0),
        (SECRET, DAY * 10 + 7, 0, 1),
    )
    drawn = {daily_random(*each).random() for each in (usual, *others)}
    assert len(drawn) == 7
    assert daily_random(*usual).random() in drawn
    assert len({daily_puzzle(*each).text for each in (usual, *others[:4])}) == 5


def test_a_week_goes_from_easy_to_hard() -> None:
    hardness = defaultdict[int, list[int]](list)
    keys, texts = set(), set()
    for day in range(DAY, DAY + 70):
        puzzle = daily_puzzle(SECRET, day, 7)
        assert puzzle == read_puzzle(puzzle.text)
        wanted = WEEK[weekday_of(day)]
        assert puzzle.hardness in wanted.hardness
        assert puzzle.game.key in wanted.games
        hardness[weekday_of(day)].append(puzzle.hardness)
        keys.add(puzzle.game.key)
        texts.add(puzzle.text)
    means = [sum(each) / len(each) for _, each in sorted(hardness.items())]
    assert len(means) == 7
    assert means == sorted(means)
    assert (means[0], means[-1]) == (3, 7)
    assert keys == {"divisor", "sequence", "split"}
    assert len(texts) == 70


def test_a_game_without_puzzles_has_one_of_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "WEEK", (Weekday(range(3, 8), ("evenodd",)),) * 7)
    monkeypatch.setattr(daily, "TRIES", 3)
    monkeypatch.setattr(daily, "SETUPS", 6)
    puzzle = daily_puzzle(SECRET, DAY, 7)
    assert puzzle.game.key == "divisor"
    assert puzzle.text != daily.LAST_RESORT


def test_a_game_without_puzzles_that_are_as_hard_has_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No puzzle of Number Split that is drawn has a hardness of 4."""
    monkeypatch.setattr(daily, "WEEK", (Weekday(range(4, 5), ("split",)),) * 7)
    monkeypatch.setattr(daily, "SETUPS", 2)
    puzzle = daily_puzzle(SECRET, DAY, 7)
    assert puzzle.game.key == "split"
    assert puzzle.hardness != 4


def test_there_is_a_puzzle_even_if_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "SETUPS", 0)
    puzzle = daily_puzzle(SECRET, DAY, 7)
    assert puzzle.text == daily.LAST_RESORT
    assert puzzle == read_puzzle(daily.LAST_RESORT)
