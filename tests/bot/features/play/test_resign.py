"""Giving up a duel, which is asked once."""

from tests.bot.simcord.server import CHOSEN, DEAD, POST, Hall, labels, private, told


async def test_resigning_is_asked_once(hall: Hall) -> None:
    board = await hall.duel()
    asked = await hall.bo.click(board, label="Resign")
    assert hall.read(told(asked)) == "Resign Divisor Duel #1? @ana wins then."
    assert asked.response
    assert labels(asked.response) == ["Resign", "Keep playing"]
    await hall.bo.click(asked.response, label="Resign")
    assert told(asked) == "You have resigned."
    assert hall.read(hall.last()) == (
        f"🏁 **@ana wins Divisor Duel** #1 against @bo: @bo resigned.\n{CHOSEN}"
    )
    assert await hall.standing(hall.ana) == (1, 0)
    assert hall.pinged(by=POST) == [hall.ana.id]


async def test_resigning_once_in_two_deliveries(hall: Hall) -> None:
    board = await hall.duel()
    asked = private(await hall.bo.click(board, label="Resign"))
    await hall.press(hall.bo, asked, "d1:y:1", times=2)
    await hall.again()
    assert asked.content == "You have resigned."
    assert sum("🏁" in line for line in hall.lines()) == 1


async def test_a_move_from_elsewhere_in_two_deliveries(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    told(await hall.ana.slash(other, "duel move", move="6", duel="1"))
    await hall.again()
    assert sum("Your move" in line for line in hall.lines()) == 1


async def test_a_move_made_up_outside_of_servers(hall: Hall) -> None:
    await hall.duel()
    data = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    channel = hall.ana.user.dm_channel
    assert told(await hall.deliver(hall.ana, 3, channel.id, data, guild=None)) == DEAD


async def test_thinking_better_of_it(hall: Hall) -> None:
    await hall.duel()
    asked = await hall.ana.slash(hall.games, "duel resign")
    assert asked.response
    await hall.ana.click(asked.response, label="Keep playing")
    assert hall.read(told(asked)) == "You play on. It's @ana's move: LINK"
    assert await hall.standing(hall.ana) == (0, 0)


async def test_resigning_twice(hall: Hall) -> None:
    board = await hall.duel()
    asked = await hall.bo.click(board, label="Resign")
    assert asked.response
    await hall.bo.click(asked.response, label="Resign")
    again = await hall.press(hall.bo, board, "d1:y:1")
    assert told(again) == "This duel is over: one of you resigned."
    for custom_id in ("d1:n:1", "d1:r:1"):
        said = told(await hall.press(hall.bo, board, custom_id))
        assert said == "This duel is over: one of you resigned."
    assert await hall.standing(hall.ana) == (1, 0)


async def test_resigning_a_sequence_shows_how_far_it_got(hall: Hall) -> None:
    board = await hall.play(await hall.duel("sequence"), 6)
    asked = private(await hall.bo.click(board, label="Resign"))
    await hall.bo.click(asked, label="Resign")
    assert hall.read(hall.last()).endswith(f"@bo resigned.\n{CHOSEN}\nP1 @ana 6\nP2 @bo none")
