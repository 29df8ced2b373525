"""A user who sends too fast is told so, and nobody else has to wait for it."""

import pytest

from bot.interactions.rate_limit import RateLimit
from bot.metrics import REGISTRY
from bot.text.english import English
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.world import World

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


async def slow_down(world: World, limit: RateLimit) -> Shown:
    """The board of a duel, after which the bot is begun anew with a limit."""
    board = await world.duel()
    world.rate_limit = limit
    await world.restart()
    return board


def ignored() -> float:
    return REGISTRY.get_sample_value("duelhost_ignored_total") or 0


def refused(code: str) -> float:
    return REGISTRY.get_sample_value("duelhost_refusals_total", {"code": code}) or 0


async def test_a_flood_is_told_of_and_then_ignored(world: World, hand: Hand) -> None:
    board = await slow_down(world, RateLimit(MOST, now=hand))
    left, before = ignored(), refused("player-too-fast")
    pressed = [await world.press(world.ana, board, "d1:u:1") for _ in range(3 * MOST)]
    assert [each.acknowledged for each in pressed] == [True] * 2 * MOST + [False] * MOST
    assert {told(each) for each in pressed[MOST : 2 * MOST]} == {TOO_FAST.format(wait="3 seconds")}
    assert ignored() - left == MOST
    assert refused("player-too-fast") - before == MOST
    # A log of all that would be a flood as well.
    assert [each["event"] for each in world.log].count("somebody asks far too much") == 1


async def test_nobody_else_has_to_wait(world: World, hand: Hand) -> None:
    board = await slow_down(world, RateLimit(MOST, now=hand))
    for _ in range(3 * MOST):
        await world.press(world.bo, board, "d1:u:1")
    answer(await world.ana.click(board, label="6"))
    # A move that came too fast wasn't made, and can be made in a moment.
    step = (await world.match()).step
    assert (await world.bo.click(world.last(), label="12")).response is None
    assert (await world.match()).step == step
    hand.now += 10
    answer(await world.bo.click(world.last(), label="12"))


async def test_the_same_interaction_twice_is_asked_once(world: World, hand: Hand) -> None:
    board = await slow_down(world, RateLimit(2, now=hand))
    await world.press(world.ana, board, "d1:u:1", times=5)
    assert "Slow down" not in told(await world.press(world.ana, board, "d1:u:1"))
    assert "Slow down" in told(await world.press(world.ana, board, "d1:u:1"))
