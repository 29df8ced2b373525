"""Duels with the bot in a channel, where everybody may watch."""

from typing import Any

import pytest

from engine.duel import Finished, Playing
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.outcome import Reason
from engine.refusal import TooManyPractices
from storage.ids import GuildId
from storage.match import BoardMode
from storage.people import HouseRules, Pings
from tests.bot.features.practice.playing import move, open_move, play_out, running
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


async def begin(world: World, **options: Any) -> Any:
    chosen = {"game": "divisor", "opponent": world.bot, "first": "me"} | options
    return answer(await world.ana.slash(world.games, "duel start", **chosen))


async def test_it_begins_at_once(world: World) -> None:
    board = await begin(world)
    assert world.read(board).startswith("**@ana plays me.** Your move, @ana: take any number.")
    assert "Divisor Duel · against me, Casual #1 · move 1" in world.read(board)
    assert labels(board) == [*map(str, range(1, 21)), "Hint", "⋯"]
    assert world.pinged() == []
    assert (await world.match()).duel.terms.level is Level.CASUAL


async def test_the_bot_may_begin(world: World) -> None:
    board = await begin(world, first="them")
    (taken,) = (await running(world)).record.moves
    assert f"took {taken}.** Your move, @ana" in world.read(board)


async def test_both_moves_are_told_in_the_same_message(world: World) -> None:
    board = answer(await world.ana.click(await begin(world), label="12"))
    (_, reply) = (await running(world)).record.moves
    said = world.read(board)
    assert said.startswith("**@ana took 12.** **<@")
    assert f"answered 12 with {reply}.** Your move, @ana" in said


@pytest.mark.boards(BoardMode.ONE)
async def test_a_duel_is_one_message(world: World) -> None:
    """Also if somebody has written below it: nobody else waits for it."""
    board = await begin(world)
    await world.bo.send(world.games, "Who is playing?")
    over = await play_out(world, board)
    assert len(world.lines()) == 2
    assert labels(over) == ["Play again", "Replay", "Analyse", "Another level"]
    assert world.pinged() == []
    assert isinstance((await world.match()).duel, Finished)


@pytest.mark.boards(BoardMode.EVERY)
async def test_where_each_move_is_a_message(world: World) -> None:
    """What is left of a message tells the bot's move with the player's, as the message did."""
    board = await begin(world)
    board = answer(await move(world, board))
    assert len(world.lines()) == 2
    first, second = (await running(world)).record.moves
    await move(world, board)
    told, shown = world.lines()[1:]
    assert told == f"-# 1. @ana took {first} · 2. {world.bot.mention} took {second}"
    assert f"answered {second} with" in shown


async def test_at_a_level(world: World) -> None:
    board = await begin(world, level="expert")
    assert "against me, Expert" in world.read(board)
    assert (await world.match()).duel.terms.level is Level.EXPERT


async def test_after_a_restart_it_goes_on(world: World) -> None:
    board = await begin(world)
    await world.restart()
    answer(await move(world, board))
    assert (await running(world)).ply == 2


async def test_an_interaction_that_comes_again_moves_once(world: World) -> None:
    await move(world, await begin(world))
    before = await world.match()
    await world.again()
    assert await world.match() == before
    assert world.incidents() == []


async def test_an_old_board_moves_nothing(world: World) -> None:
    board = await begin(world)
    stale = await open_move(world)
    await world.ana.click(board, label=stale)
    before = await world.match()
    said = told(await world.press(world.ana, board, f"d1:m:1:0:{stale}"))
    assert "move 1" in said
    assert await world.match() == before


async def test_nobody_else_moves(world: World) -> None:
    board = await begin(world)
    told(await world.bo.click(board, label="12"))
    assert (await running(world)).ply == 0


async def test_its_end_says_how_it_was(world: World) -> None:
    over = await play_out(world, await begin(world))
    assert "-# Against me, Casual" in world.read(over)
    assert "GG" not in labels(over)


async def test_play_again(world: World) -> None:
    over = await play_out(world, await begin(world, level="novice"))
    again = answer(await world.ana.click(over, label="Play again"))
    assert "against me, Novice #2" in world.read(again)
    assert (await running(world, 2)).terms.level is Level.NOVICE


@pytest.mark.parametrize("closed", ["channel", "role", "posting"])
async def test_play_again_where_the_server_has_no_duels_any_more(world: World, closed: str) -> None:
    over = await play_out(world, await begin(world))
    lines = world.lines()
    if closed == "posting":
        world.deny(None, "send_messages")
    else:
        rules = {"channels": {1}} if closed == "channel" else {"roles": {5}}
        await world.rules(**{name: frozenset(chosen) for name, chosen in rules.items()})
    begun = await world.ana.slash(world.games, "duel start", game="divisor", opponent=world.bot)
    assert told(await world.ana.click(over, label="Play again")) == told(begun)
    assert world.lines() == lines


async def test_results_count_for_no_ladder(world: World) -> None:
    await play_out(world, await begin(world))
    assert await world.standing(world.ana) == (0, 0)
    page = await world.ana.slash(world.games, "duel profile")
    assert "Against me: Casual " in world.read(answer(page))


async def test_nobody_is_reminded_and_time_runs_out(world: World) -> None:
    await world.wants(Pings.ALWAYS, world.ana)
    await begin(world, clock="10m")
    await world.env.advance_time(9 * 60)
    assert len(world.lines()) == 1
    await world.env.advance_time(2 * 60)
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.reason is Reason.TIMED_OUT
    assert world.pinged() == []


async def test_nobody_is_pinged_so_nothing_about_pings_is_asked(world: World) -> None:
    panel = private(await world.ana.click(await begin(world), label="⋯"))
    assert labels(panel) == ["Rules", "Large board", "Resign"]


async def test_thinking_better_of_resigning(world: World) -> None:
    await begin(world)
    sure = private(await world.ana.slash(world.games, "duel resign"))
    told(await world.ana.click(sure, label="Keep playing"))
    assert len(world.lines()) == 1


async def test_resigning(world: World) -> None:
    await begin(world)
    await world.resign(world.ana)
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.reason is Reason.RESIGNED


async def test_where_no_duels_may_be_played(world: World) -> None:
    await world.rules(channels=frozenset({1}))
    said = told(
        await world.ana.slash(world.games, "duel start", game="divisor", opponent=world.bot)
    )
    assert "<#1>" in said
    assert await world.store.running(GuildId(world.guild.id), PlayerId(world.ana.id)) == ()


async def test_a_blocked_player(world: World) -> None:
    await world.store.block(GuildId(world.guild.id), PlayerId(world.ana.id), blocked=True)
    result = await world.ana.slash(world.games, "duel start", game="divisor", opponent=world.bot)
    assert "blocked" in told(result)


async def test_as_many_as_a_player_may_have(world: World) -> None:
    for _ in range(10):
        await begin(world)
    result = await world.ana.slash(world.games, "duel start", game="divisor", opponent=world.bot)
    assert told(result) == says(TooManyPractices.code, most=10)


async def test_the_server_says_what_is_played(world: World) -> None:
    await world.store.rule_house(
        GuildId(world.guild.id), HouseRules(variants=frozenset({("divisor", "steps")}))
    )
    board = await begin(world)
    assert "steps" in world.read(board)
    assert isinstance((await world.match()).duel, Playing)
