"""There are enough puzzles, and they cost little. `tests.engine.many_puzzles` measures more."""

from random import Random
from statistics import mean

import pytest

from tests.engine.many_puzzles import SETUPS, drawn, search

# Milliseconds to find out how hard a puzzle is. It was measured at 0.1 to 6.
MOST_SEARCH = 20
GAMES = [name for name in SETUPS if not name.startswith("doubles")]


@pytest.mark.parametrize("name", GAMES)
def test_games_have_puzzles(name: str) -> None:
    assert search(SETUPS[name], 40, Random(1)).searches


@pytest.mark.long
@pytest.mark.parametrize("name", SETUPS)
def test_many_puzzles_cost_little(name: str) -> None:
    found = search(SETUPS[name], 400, Random(2))
    assert found.searches
    assert mean(found.searches) <= MOST_SEARCH


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "different"), [("divisor", 995), ("sequence", 600), ("split", 500)]
)
def test_hundreds_of_puzzles_are_different(key: str, different: int) -> None:
    """Of a thousand."""
    assert len({each.text for each in drawn(key, 1_000, Random(3))}) >= different
