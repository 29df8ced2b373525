"""A result of the puzzle of the day is posted once, where the server lets the bot post."""

import pytest

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, number_on, solve_out
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.world import DEAD, World


async def test_the_channel_sees_squares_and_no_moves(world: World) -> None:
    over = await solve_out(world, await ask(world), "wr")
    answer(await world.ana.click(over, label=English.SHARE))
    (line,) = world.lines()
    assert line.startswith("@ana: Duelhost daily 1 🟥🟩")
    assert line.endswith(" · streak 1")
    assert world.pinged() == []


async def test_once(world: World) -> None:
    over = await solve_out(world, await ask(world))
    await world.ana.click(over, label=English.SHARE)
    assert told(await world.ana.click(over, label=English.SHARE)) == English.PUZZLE_SHARED_BEFORE
    again = await ask(world)
    assert told(await world.ana.click(again, label=English.SHARE)) == English.PUZZLE_SHARED_BEFORE
    await world.again()
    await world.restart()
    again = await ask(world)
    assert told(await world.ana.click(again, label=English.SHARE)) == English.PUZZLE_SHARED_BEFORE
    assert len(world.lines()) == 1


async def test_a_post_that_is_lost_is_not_made_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player can copy the line, which a second one would only repeat."""
    over = await solve_out(world, await ask(world))
    world.answers_are_lost(monkeypatch)
    await world.ana.click(over, label=English.SHARE)
    await world.restart()
    again = await ask(world)
    assert told(await world.ana.click(again, label=English.SHARE)) == English.PUZZLE_SHARED_BEFORE


async def test_a_blocked_player_solves_in_private_only(world: World) -> None:
    await world.store.block(GuildId(world.guild.id), PlayerId(world.ana.id), blocked=True)
    over = await solve_out(world, await ask(world))
    assert told(await world.ana.click(over, label=English.SHARE)) == English.TO_YOU["blocked"]
    assert world.lines() == []


async def test_not_where_no_duels_may_be_played(world: World) -> None:
    over = await solve_out(world, await ask(world))
    await world.rules(channels=frozenset({1}))
    told(await world.ana.click(over, label=English.SHARE))
    assert world.lines() == []
    await world.rules()
    await world.ana.click(over, label=English.SHARE)
    assert len(world.lines()) == 1


async def test_not_where_the_bot_may_not_post(world: World) -> None:
    over = await solve_out(world, await ask(world))
    world.deny(None, "send_messages")
    told(await world.ana.click(over, label=English.SHARE))
    assert world.lines() == []


@pytest.mark.parametrize("asked", ["begun", "another's", "of the pool", "nobody's"])
async def test_a_forged_press_shares_nothing(world: World, asked: str) -> None:
    board = await ask(world)
    number: int = number_on(board)
    if asked == "another's":
        await solve_out(world, await ask(world, who=world.bo), who=world.bo)
    if asked == "of the pool":
        board = await ask(world, "next")
        number = number_on(board)
        await solve_out(world, board)
    if asked == "nobody's":
        number = 99
    said = told(await world.press(world.ana, board, f"d1:zh:{number}"))
    assert said == DEAD or asked == "nobody's"
    assert world.lines() == []
