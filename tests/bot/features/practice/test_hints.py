"""Hints in a duel with the bot: which kind of move is good, then which."""

from typing import Any

from bot.text.english import English
from engine.hints import hint
from tests.bot.features.practice.playing import move, play_out, running
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


async def begin(world: World, **options: Any) -> Any:
    return private(await world.ana.slash(world.games, "practice", **options))


async def test_the_kind_of_move_then_the_move(world: World) -> None:
    board = await begin(world, variant="ranked")
    record = (await running(world)).record
    found = hint(record.game, record.state)
    assert found
    first = private(await world.ana.click(board, label="Hint"))
    assert record.game.text(found.move) not in first.content.split()
    assert labels(first) == [English.HINT_AGAIN]
    second = private(await world.ana.click(first, label=English.HINT_AGAIN))
    assert f"**{record.game.text(found.move)}**" in second.content
    assert labels(second) == []
    assert (await running(world)).ply == record.ply


async def test_they_are_counted_at_the_end(world: World) -> None:
    board = await begin(world)
    first = private(await world.ana.click(board, label="Hint"))
    await world.ana.click(first, label=English.HINT_AGAIN)
    over = await play_out(world, board)
    assert "-# Against me, Casual · 2 hints" in world.read(over)


async def test_after_a_restart_the_second_step_is_next(world: World) -> None:
    board = await begin(world)
    private(await world.ana.click(board, label="Hint"))
    await world.restart()
    second = private(await world.ana.click(board, label="Hint"))
    assert labels(second) == []


async def test_for_an_old_board_there_is_none(world: World) -> None:
    board = await begin(world)
    await move(world, board)
    told(await world.press(world.ana, board, "d1:ph:1:0"))
    assert (await running(world)).hints == ()


async def test_between_players_there_are_none(world: World) -> None:
    board = await world.duel()
    said = told(await world.press(world.ana, board, "d1:ph:1:0"))
    assert said == says("no-hint-here")


async def test_somebody_else_gets_none(world: World) -> None:
    offer = await world.ana.slash(
        world.games, "duel start", game="divisor", opponent=world.bot, first="me"
    )
    told(await world.bo.click(answer(offer), label="Hint"))
    assert (await running(world)).hints == ()
