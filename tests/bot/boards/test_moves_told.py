"""Which moves a message tells at once."""

from random import Random

import pytest

from bot.boards.moves import told_with
from engine.duel import Duel, Finished, First, Playing, Terms, accept, after_move, offer
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.games import set_up
from engine.ids import Instant, PlayerId
from engine.opponents.levels import Level
from engine.practice import begin

ANA, BO = PlayerId(1), PlayerId(2)
NOW = Instant(1_767_225_600_000)


def terms(size: int, first: First, level: Level | None) -> Terms:
    return Terms(
        ANA, BO, set_up("divisor", {"size": size}), first, DEFAULT_CLOCK, legs=2, level=level
    )


def told(duel: Duel, moves: str) -> list[list[int]]:
    """The moves that are told with each of these."""
    found = []
    for move in map(int, moves.split()):
        assert isinstance(duel, Playing)
        after = after_move(duel, move, NOW)
        found.append([*told_with(after, after.ply)])
        duel = after
    assert isinstance(duel, Finished)
    return found


@pytest.mark.parametrize(
    ("size", "first", "moves", "expected"),
    [
        (3, First.CHALLENGER, "2 1 3 2 1 3", [[1], [1, 2], [3], [3, 4], [5], [5, 6]]),
        (3, First.OPPONENT, "2 1 3 2 1 3", [[1], [2], [2, 3], [4], [4, 5], [6]]),
        # The bot ends the first game and begins the second.
        (2, First.CHALLENGER, "2 1 2 1", [[1], [1, 2], [1, 2, 3], [4]]),
    ],
)
def test_the_bots_moves_are_told_with_the_players(
    size: int, first: First, moves: str, expected: list[list[int]]
) -> None:
    duel = begin(terms(size, first, Level.CASUAL), now=NOW, random=Random(1))
    assert told(duel, moves) == expected


def test_between_people_each_move_is_told_alone() -> None:
    offered = offer(terms(3, First.CHALLENGER, None), now=NOW, lasting=CHALLENGE_LASTS)
    duel = accept(offered, BO, now=NOW, random=Random(1))
    assert told(duel, "2 1 3 2 1 3") == [[nth] for nth in range(1, 7)]
