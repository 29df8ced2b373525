"""Puzzles in the direct messages with the bot: a player's own, with a rating of their own."""

from typing import Any

import pytest

from bot.interactions.refusals import DeadButton
from bot.text.english import English
from engine.ids import PlayerId
from engine.solve import solve
from storage.ids import GuildId, direct_messages
from tests.bot.features.puzzle.solving import number_on
from tests.bot.simcord.messages import controls, labels, text_of
from tests.bot.simcord.world import World
from tests.bot.text.says import says_directly


async def ask(world: World, kind: str) -> Any:
    result = await world.ana.user.slash(f"puzzle {kind}")
    assert result.response
    return result.response


async def solve_out(world: World, board: Any) -> Any:
    guild, player, number = direct_messages(PlayerId(world.ana.id)), world.ana.id, number_on(board)
    while True:
        found = await world.store.puzzle_attempt(guild, PlayerId(player), number)
        if found.attempt.over:
            return board
        record = found.attempt.record
        text = record.game.text(solve(record.game, record.state).winning[0])
        if text in labels(board):
            result = await world.ana.user.click(board, label=text)
        else:
            (at,) = [
                each["custom_id"]
                for each in controls(board)
                if text in [option["value"] for option in each.get("options", [])]
            ]
            result = await world.ana.user.select(board, [text], custom_id=at)
        assert result.response
        board = result.response


async def test_that_of_the_day(world: World) -> None:
    over = await solve_out(world, await ask(world, "daily"))
    assert "Duelhost daily 1 🟩" in over.content
    assert labels(over) == [English.NEXT_PUZZLE]
    assert text_of(await ask(world, "daily")) == text_of(over)


async def test_others(world: World) -> None:
    over = await solve_out(world, await ask(world, "next"))
    assert "Your puzzle rating: 1500 → " in over.content
    result = await world.ana.user.click(over, label=English.NEXT_PUZZLE)
    assert result.response
    await solve_out(world, result.response)


async def test_one_that_was_drawn_for_a_player_who_is_erased_by_now(world: World) -> None:
    """Nothing is stored of the player again, and nobody waits for it."""
    guild = direct_messages(PlayerId(world.ana.id))
    with pytest.raises(DeadButton):
        await world.shared.dailies.of(guild, 20_000)
    assert await world.store.servers_with_data(PlayerId(world.ana.id)) == ()
    assert text_of(await ask(world, "daily")) != says_directly("dead-button")
    assert await world.store.servers_with_data(PlayerId(world.ana.id)) == (guild,)


@pytest.mark.parametrize("kind", ["daily", "next"])
async def test_a_server_knows_nothing_of_it(world: World, kind: str) -> None:
    await solve_out(world, await ask(world, kind))
    solver = await world.store.solver(GuildId(world.guild.id), PlayerId(world.ana.id))
    assert solver.tried == 0
    assert world.lines() == []


async def test_nothing_is_shared_there(world: World) -> None:
    over = await ask(world, "daily")
    number = number_on(over)
    over = await solve_out(world, over)
    result = await world.press(world.ana, over, f"d1:zh:{number}", direct=True)
    assert result.response
    assert text_of(result.response) == says_directly("dead-button")
