"""Giving up a duel, which is asked once."""

from simcord import InteractionResult, MemberActor

from bot.text.english import English
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import labels, private, told, told_directly
from tests.bot.simcord.world import World
from tests.bot.text.says import says_directly


async def ask(who: MemberActor, board: Shown) -> InteractionResult:
    """Open the panel behind [⋯] and press [Resign] there."""
    panel = private(await who.click(board, label="⋯"))
    return await who.click(panel, label="Resign")


async def test_resigning_is_asked_once(world: World) -> None:
    board = await world.duel()
    asked = await ask(world.bo, board)
    assert world.read(told(asked)) == "Resign Divisor Duel #1? @ana wins then."
    assert asked.response
    assert labels(asked.response) == ["Resign", "Keep playing"]
    await world.bo.click(asked.response, label="Resign")
    assert told(asked) == "You have resigned."
    assert "@bo resigned." in world.lines()[-1]
    assert "Rematch" in labels(world.last())
    assert await world.standing(world.ana) == (1, 0)


async def test_the_question_takes_the_place_of_the_panel(world: World) -> None:
    board = await world.duel()
    panel = private(await world.bo.click(board, label="⋯"))
    asked = private(await world.bo.click(panel, label="Resign"))
    assert asked.id == panel.id
    assert labels(asked) == ["Resign", "Keep playing"]


async def test_resigning_once_in_two_deliveries(world: World) -> None:
    board = await world.duel()
    asked = private(await ask(world.bo, board))
    await world.press(world.bo, asked, "d1:y:1", times=2)
    await world.again()
    assert asked.content == "You have resigned."
    assert sum("@bo resigned." in line for line in world.lines()) == 1


async def test_a_move_from_elsewhere_in_two_deliveries(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    told(await world.ana.slash(other, "duel move", move="6", duel="1"))
    await world.again()
    assert sum("Your move" in line for line in world.lines()) == 1


async def test_a_move_made_up_outside_of_servers(world: World) -> None:
    await world.duel()
    data = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    channel = world.ana.user.dm_channel
    said = told_directly(await world.deliver(world.ana, 3, channel.id, data, guild=None))
    assert said == says_directly("no-such-duel", number=1)


async def test_thinking_better_of_it(world: World) -> None:
    await world.duel()
    asked = await world.ana.slash(world.games, "duel resign")
    assert asked.response
    await world.ana.click(asked.response, label="Keep playing")
    assert world.read(told(asked)) == "You play on. It's @ana's move: LINK"
    assert await world.standing(world.ana) == (0, 0)


async def test_resigning_twice(world: World) -> None:
    board = await world.duel()
    asked = await ask(world.bo, board)
    assert asked.response
    await world.bo.click(asked.response, label="Resign")
    again = await world.press(world.bo, board, "d1:y:1")
    assert told(again) == "This duel is over: one of you resigned."
    for custom_id in ("d1:n:1", "d1:r:1"):
        said = told(await world.press(world.bo, board, custom_id))
        assert said == "This duel is over: one of you resigned."
    assert await world.standing(world.ana) == (1, 0)


async def test_resigning_a_sequence_shows_how_far_it_got(world: World) -> None:
    board = await world.play(await world.duel("sequence"), 6)
    asked = private(await ask(world.bo, board))
    await world.bo.click(asked, label="Resign")
    shown = world.lines()[-1]
    assert "@bo resigned." in shown
    assert "@ana 6" in shown
    assert f"@bo {English.NONE}" in shown
