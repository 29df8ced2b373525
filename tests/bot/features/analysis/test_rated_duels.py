"""The bot helps nobody with a position of a rated duel that they are playing."""

import pytest
from simcord import MemberActor

from engine.duel import Finished, Playing
from tests.bot.features.analysis.test_analysis import analysed
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says

REFUSED = says("in-rated-duel", link="[#2](LINK)")


async def two_duels(world: World, *moves: int, first: str = "random") -> Shown:
    """The end of a duel from 1, and another of the same game after these moves."""
    end = await world.play(await world.rated(size=3), 1, 2)
    await world.play(await world.duel(size=3, first=first), *moves)
    return end


@pytest.mark.parametrize("moves", [(), (1,)])
async def test_no_analysis_of_a_game_that_came_there(world: World, moves: tuple[int, ...]) -> None:
    end = await two_duels(world, *moves)
    for custom_id in ("d1:an:1", "d1:am:1:0", "d1:am:1:2"):
        for who in (world.ana, world.bo):
            said = world.read(told(await world.press(who, end, custom_id)))
            assert said == REFUSED


async def test_others_may_ask(world: World) -> None:
    end = await two_duels(world, 1)
    assert "analysis" in world.read(await analysed(world, end, world.cy))


async def test_a_position_that_it_never_came_to(world: World) -> None:
    end = await two_duels(world, 3)
    assert "analysis" in world.read(await analysed(world, end))


async def test_nor_of_what_would_have_been_better(world: World) -> None:
    """The better line goes through 2."""
    end = await two_duels(world, 2)
    assert world.read(told(await world.ana.click(end, label="Analyse"))) == REFUSED


async def test_a_duel_that_is_not_rated(world: World) -> None:
    end = await two_duels(world, 1, first="me")
    assert "analysis" in world.read(await analysed(world, end))


async def test_it_is_analysed_when_the_other_one_is_over(world: World) -> None:
    end = await two_duels(world, 1)
    await world.resign(world.bo)
    assert "analysis" in world.read(await analysed(world, end))


async def test_nobody_plays_on_from_there(world: World) -> None:
    end = await two_duels(world, 1)
    assert world.read(told(await world.press(world.ana, end, "d1:pn:1:1"))) == REFUSED
    private(await world.press(world.ana, end, "d1:pn:1:0"))
    assert isinstance((await world.match(3)).duel, Playing)


async def hinted(world: World, who: MemberActor) -> str:
    """What the bot says of the first position of a duel with it."""
    asked = {"opponent": world.bot, "first": "me", "size": 3, "private": True}
    board = private(await who.slash(world.games, "duel start", game="divisor", **asked))
    return world.read(told(await who.click(board, label="Hint")))


async def test_no_hints_either(world: World) -> None:
    await two_duels(world)
    assert await hinted(world, world.ana) == REFUSED
    duel = (await world.match(3)).duel
    assert not isinstance(duel, Finished)
    assert duel.hints == ()  # type: ignore[union-attr]
    assert await hinted(world, world.cy) != REFUSED


async def test_hints_where_it_has_not_come_to(world: World) -> None:
    await two_duels(world, 1)
    assert await hinted(world, world.ana) != REFUSED
