"""A line of perfect play, by its definition."""

from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.refusal import TooLarge
from engine.solve import solve
from engine.solve.line import line
from engine.solve.traps import hardest_trap
from tests.engine.countdown import Countdown
from tests.engine.random_play import line as random_line

GAMES: list[Game[Any]] = [
    Divisor(20),
    Split((5, 7, 8)),
    Sequence(9, sums=3, ties="second"),
    Sequence(7, rows="either"),
    Countdown(20),
]


def share_of_answers(game: Game[Any], state: Any, move: int) -> float:
    after = game.play(state, move)
    replies = game.legal(after)
    return len(solve(game, after).winning) / len(replies) if replies else 1.0


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_both_sides_play_as_well_as_they_can(game: Game[Any]) -> None:
    for _, start in random_line(game, Random(1)):
        state = start
        for move in (moves := line(game, start, 8)):
            legal, winning = game.legal(state), solve(game, state).winning
            ends = [each for each in winning if game.outcome(game.play(state, each))]
            if winning:
                assert move == (ends or winning)[0]
            else:
                assert move == min(legal, key=lambda each: share_of_answers(game, state, each))
            state = game.play(state, move)
        assert len(moves) == 8 or game.outcome(state)
        assert line(game, start, 3) == moves[:3]


def test_the_first_of_equal_traps_is_set() -> None:
    # One reply of three wins, whatever is subtracted.
    game = Countdown(20)
    assert share_of_answers(game, game.start(), 1) == share_of_answers(game, game.start(), 3)
    assert hardest_trap(game, game.start(), (3, 1, 2)) == 3
    assert hardest_trap(game, game.start(), (1, 2, 3)) == 1


def test_a_game_that_is_too_large_has_no_line() -> None:
    with pytest.raises(TooLarge):
        line(Countdown(50), Countdown(50).start(), 8, budget=10)
