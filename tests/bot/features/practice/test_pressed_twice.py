"""Each button that begins a duel with the bot, pressed more than once."""

from typing import Any

import pytest

from engine.ids import PlayerId
from engine.opponents.levels import Level
from storage.ids import GuildId
from tests.bot.features.analysis.test_analysis import analysed, ended
from tests.bot.features.practice.playing import open_move, play_out
from tests.bot.simcord.messages import answer, private, told
from tests.bot.simcord.world import World

PRESSES = 3


async def begin(world: World, **options: Any) -> Any:
    return private(await world.ana.slash(world.games, "practice", **options))


async def numbers(world: World) -> list[int]:
    """The duels that Ana plays."""
    found = await world.store.running(GuildId(world.guild.id), PlayerId(world.ana.id))
    return [each.id for each in found]


async def pressed(world: World, on: Any, custom_id: str) -> list[str]:
    """What is shown after each of several presses."""
    presses = [await world.press(world.ana, on, custom_id) for _ in range(PRESSES)]
    return [world.read(told(each)) for each in presses]


@pytest.mark.parametrize("custom_id", ["d1:pl:1:casual", "d1:pv:divisor:ranked:casual"])
async def test_a_level(world: World, custom_id: str) -> None:
    over = await play_out(world, await begin(world))
    asked = private(await world.ana.click(over, label="Another level"))
    shown = await pressed(world, asked, custom_id)
    assert await numbers(world) == [2]
    assert "against me, Casual #2" in shown[0]
    assert shown == shown[:1] * PRESSES


async def test_another_level_begins_another(world: World) -> None:
    over = await play_out(world, await begin(world))
    for level in (Level.NOVICE, Level.EXPERT):
        await world.press(world.ana, over, f"d1:pl:1:{level}")
    assert await numbers(world) == [2, 3]


async def test_after_a_move_it_begins_another(world: World) -> None:
    over = await play_out(world, await begin(world))
    board = private(await world.press(world.ana, over, "d1:pl:1:casual"))
    await world.ana.click(board, label=await open_move(world, 2))
    await world.press(world.ana, over, "d1:pl:1:casual")
    assert await numbers(world) == [2, 3]


async def test_a_command_begins_another(world: World) -> None:
    await begin(world)
    await begin(world)
    assert await numbers(world) == [1, 2]


async def test_play_on(world: World) -> None:
    page = await analysed(world, await ended(world))
    shown = await pressed(world, page, "d1:pn:1:1")
    assert await numbers(world) == [2]
    assert shown == shown[:1] * PRESSES
    await pressed(world, page, "d1:pn:1:2")
    assert await numbers(world) == [2, 3]


async def test_play_again(world: World) -> None:
    over = await play_out(world, await begin(world))
    shown = await pressed(world, over, "d1:g:1")
    assert await numbers(world) == [2]
    assert shown == shown[:1] * PRESSES


async def test_play_again_in_a_channel(world: World) -> None:
    """The board is there already."""
    duel = {"game": "divisor", "opponent": world.bot, "first": "me"}
    over = await play_out(world, answer(await world.ana.slash(world.games, "duel start", **duel)))
    answer(await world.ana.click(over, label="Play again"))
    lines = world.lines()
    for _ in range(PRESSES):
        assert "LINK" in world.read(told(await world.ana.click(over, label="Play again")))
    assert world.lines() == lines
    assert await numbers(world) == [2]


async def test_presses_at_the_same_moment(world: World) -> None:
    await begin(world, variant="juniper")
    over = private(await world.resign(world.ana))
    data = {"component_type": 2, "custom_id": "d1:pl:1:casual"}
    for _ in range(PRESSES):
        await world.deliver(
            world.ana,
            3,
            world.games.id,
            data,
            message=world.payload(over),
            source=over.id,
            settle=False,
        )
    await world.env.settle()
    assert await numbers(world) == [2]
