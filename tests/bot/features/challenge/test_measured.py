"""Games of packages have no table: they are measured when somebody first wants to play them."""

from typing import Any

import pytest

from bot.text.english import English
from engine.fairness import Unrated
from engine.games import GAMES
from engine.games.game import Game
from engine.measure.table import Measured
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer
from tests.bot.simcord.world import World
from tests.engine.countdown import Countdown

FAIR = Measured(5.0, 10.0, 0.1)


class Measuring:
    """Finds what it is told to, and notes what it was asked."""

    def __init__(self, found: Measured | None) -> None:
        self.found = found
        self.asked: list[str] = []

    def __call__(self, game: Game[Any]) -> Measured | None:
        self.asked.append(game.setup)
        return self.found


@pytest.fixture(autouse=True)
def _countdown_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "countdown", Countdown)


async def challenged(world: World) -> Shown:
    """A challenge of Ana's as the picker makes it: a command only knows the games that there were
    when it was registered. It comes after a challenge with whose buttons Discord lets her press."""
    pressed = answer(await world.challenge(opponent=world.cy))
    return answer(await world.press(world.ana, pressed, f"d1:p:{world.bo.id}", "countdown"))


async def unrated(world: World, number: int = 2) -> Unrated | None:
    return (await world.match(number)).duel.terms.unrated


@pytest.mark.parametrize(
    ("found", "because"),
    [
        (FAIR, None),
        (FAIR._replace(decisions=1.9), Unrated.NO_CHOICE),
        (FAIR._replace(seat=0.6), Unrated.SEAT),
        (None, Unrated.UNMEASURED),
    ],
)
async def test_what_is_measured_decides(
    world: World, found: Measured | None, because: Unrated | None
) -> None:
    world.measure = Measuring(found)
    offer = await challenged(world)
    assert await unrated(world) is because
    if because:
        assert English.UNRATED_BECAUSE[because] in offer.content
    else:
        assert English.UNRATED not in offer.content


async def test_it_is_measured_once(world: World) -> None:
    world.measure = measuring = Measuring(FAIR)
    offer = await challenged(world)
    await world.bo.click(offer, label=English.DECLINE)
    await world.press(world.ana, offer, f"d1:p:{world.bo.id}", "countdown")
    assert await unrated(world, 3) is None
    assert measuring.asked == ["countdown/size=21,rule=steps"]


async def test_a_rematch_is_no_more_rated_than_the_duel(world: World) -> None:
    world.measure = Measuring(None)
    await world.bo.click(await challenged(world), label=English.ACCEPT)
    await world.resign(world.ana)
    await world.bo.click(world.last(), label=English.REMATCH)
    assert await unrated(world, 3) is Unrated.UNMEASURED


async def test_a_game_that_is_measured_in_earnest_is_rated(world: World) -> None:
    await challenged(world)
    assert await unrated(world) is None


async def test_the_games_of_the_table_are_not_measured(world: World) -> None:
    world.measure = measuring = Measuring(None)
    await world.challenge("divisor", first="random")
    assert (await unrated(world, 1), measuring.asked) == (None, [])
