"""The puzzle of the day: one for a server, told and judged in private."""

import asyncio
import threading
from typing import Any

import pytest

from bot.text.english import English
from engine.durations import DAY, SECOND
from engine.puzzles.daily import daily_puzzle
from engine.puzzles.days import date_at
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, attempt, move, number_on, press, solve_out
from tests.bot.simcord.messages import cards, labels, private, text_of
from tests.bot.simcord.puzzle_work import PuzzleWork
from tests.bot.simcord.world import World

ONE_DAY = DAY / SECOND


async def test_from_the_question_to_the_result(world: World) -> None:
    board = await ask(world)
    assert board.content.startswith("**Daily puzzle 1** · ")
    assert "Find a move that wins" in board.content
    found = await attempt(world, number_on(board))
    assert labels(board) == [*map(found.attempt.puzzle.game.text, found.attempt.record.legal)]
    over = await solve_out(world, board)
    found = await attempt(world, found.number)
    assert found.attempt.over
    assert found.attempt.solved
    assert "**Solved!**" in over.content
    line = f"Duelhost daily 1 {'🟩' * len(found.attempt.squares)} · streak 1"
    assert f"```\n{line}\n```" in over.content
    assert labels(over) == [English.NEXT_PUZZLE, English.SHARE]
    assert world.lines() == []


async def test_each_decision_is_judged_in_the_same_message(world: World) -> None:
    board = await ask(world)
    found = await attempt(world, number_on(board))
    wrong = move(found, right=False)
    after = await press(world.ana, board, wrong)
    assert after.id == board.id
    better = found.attempt.puzzle.game.text(found.attempt.puzzle.winning[0])
    assert f"🟥 **{wrong}** loses. **{better}**" in after.content
    over = await solve_out(world, after)
    assert over.id == board.id
    assert English.PUZZLE_RESULT[False] in over.content
    assert "🟥🟩" in over.content


async def test_it_is_asked_for_again(world: World) -> None:
    """Where the player is with it, and its result when it is over."""
    board = await ask(world)
    number = number_on(board)
    after = await press(world.ana, board, move(await attempt(world, number), right=True))
    assert text_of(await ask(world)) == text_of(after)
    over = await solve_out(world, after)
    assert text_of(await ask(world)) == text_of(over)


async def test_everybody_in_a_server_has_the_same_and_their_own_attempt(world: World) -> None:
    board = await ask(world)
    number, asked = number_on(board), text_of(board)
    await solve_out(world, board)
    other = await ask(world, who=world.bo)
    assert number_on(other) == number
    assert text_of(other) == asked
    over = await solve_out(world, other, "w", who=world.bo)
    assert "🟩" not in over.content
    today = date_at(world.now())
    results = await world.store.daily_results(GuildId(world.guild.id), today)
    assert (results.tried, results.solved) == (2, 1)


async def test_the_next_days(world: World) -> None:
    """A day on which there was no bot has a number, and breaks no streak."""
    await solve_out(world, await ask(world))
    await world.restart(away=ONE_DAY)
    second = await solve_out(world, await ask(world))
    assert "Duelhost daily 2 " in second.content
    assert second.content.endswith("streak 2\n```")
    await world.restart(away=2 * ONE_DAY)
    fourth = await solve_out(world, await ask(world))
    assert "Duelhost daily 4 " in fourth.content
    assert fourth.content.endswith("streak 3\n```")


async def test_several_who_ask_at_once_have_it_drawn_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, work = threading.Event(), PuzzleWork()

    def gated(function: Any, *of: Any) -> Any:
        free.wait(10)
        return work(function, *of)

    monkeypatch.setattr(world, "work", gated)
    dailies, guild = world.shared.dailies, GuildId(world.guild.id)
    asking = [asyncio.create_task(dailies.of(guild, 20_000)) for _ in range(5)]
    while not dailies.is_busy:
        await asyncio.sleep(0)
    free.set()
    assert len({each.number for each in await asyncio.gather(*asking)}) == 1
    assert work.asked == ["daily_puzzle"]


async def test_a_puzzle_that_the_server_has_had_is_drawn_anew(world: World) -> None:
    guild, dailies = GuildId(world.guild.id), world.shared.dailies
    first = (await dailies.of(guild, 20_000)).stored.puzzle
    await world.store.take_puzzles(guild, [await _drawn(20_001, 0)])
    second = (await dailies.of(guild, 20_001)).stored.puzzle
    assert second == await _drawn(20_001, 1)
    assert first != second


async def _drawn(day: int, again: int) -> Any:
    return PuzzleWork()(daily_puzzle, b"", day, 1, again)


async def test_a_failing_draw_is_an_incident_and_not_the_end(world: World) -> None:
    work = world.work

    def failing(*_of: Any) -> Any:
        raise OSError("no process")

    world.work = failing
    said = private(await world.ana.slash(world.games, "puzzle daily"))
    assert "Find" not in said.content
    assert "incident" in world.incidents()
    world.work = work
    assert "Daily puzzle" in (await ask(world)).content


@pytest.mark.cards
async def test_a_large_board_is_a_picture(world: World) -> None:
    board = await ask(world)
    assert [name for name, _ in cards(board)] == ["board.png"]
    assert "Gone:" not in board.content
    over = await solve_out(world, board)
    assert [name for name, _ in cards(over)] == ["board.png"]
