"""Somebody sends as fast as they can. They are told so, and nobody else has to wait for it."""

import pytest

from bot.interactions.rate_limit import RateLimit
from bot.metrics import REGISTRY
from bot.text.english import English
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.server import Hall, answer, told

MOST = 4
TOO_FAST = English.REFUSALS["player-too-fast"]


class Hand:
    """A watch that goes on when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hand() -> Hand:
    return Hand()


async def slow_down(hall: Hall, limit: RateLimit) -> Shown:
    """The board of a duel, after which the bot is begun anew with a limit."""
    board = await hall.duel()
    hall.rate_limit = limit
    await hall.restart()
    return board


def ignored() -> float:
    return REGISTRY.get_sample_value("duelhost_ignored_total") or 0


def refused(code: str) -> float:
    return REGISTRY.get_sample_value("duelhost_refusals_total", {"code": code}) or 0


async def test_a_flood_is_told_of_and_then_ignored(hall: Hall, hand: Hand) -> None:
    board = await slow_down(hall, RateLimit(MOST, now=hand))
    left, before = ignored(), refused("player-too-fast")
    pressed = [await hall.press(hall.ana, board, "d1:u:1") for _ in range(3 * MOST)]
    assert [each.acknowledged for each in pressed] == [True] * 2 * MOST + [False] * MOST
    assert {told(each) for each in pressed[MOST : 2 * MOST]} == {TOO_FAST.format(wait="3 seconds")}
    assert ignored() - left == MOST
    assert refused("player-too-fast") - before == MOST
    # A log of all that would be a flood as well.
    assert [each["event"] for each in hall.log].count("somebody asks far too much") == 1


async def test_nobody_else_has_to_wait(hall: Hall, hand: Hand) -> None:
    board = await slow_down(hall, RateLimit(MOST, now=hand))
    for _ in range(3 * MOST):
        await hall.press(hall.bo, board, "d1:u:1")
    answer(await hall.ana.click(board, label="6"))
    # A move that came too fast wasn't made, and can be made in a moment.
    step = (await hall.match()).step
    assert (await hall.bo.click(hall.last(), label="12")).response is None
    assert (await hall.match()).step == step
    hand.now += 10
    answer(await hall.bo.click(hall.last(), label="12"))


async def test_the_same_interaction_twice_is_asked_once(hall: Hall, hand: Hand) -> None:
    board = await slow_down(hall, RateLimit(2, now=hand))
    await hall.press(hall.ana, board, "d1:u:1", times=5)
    assert "Slow down" not in told(await hall.press(hall.ana, board, "d1:u:1"))
    assert "Slow down" in told(await hall.press(hall.ana, board, "d1:u:1"))
