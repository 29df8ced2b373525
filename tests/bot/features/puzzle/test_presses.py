"""Presses that come late, twice, after a restart, or from nowhere: a decision counts once."""

import pytest

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, attempt, move, number_on, press, solve_out
from tests.bot.simcord.messages import labels, private, text_of, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says


async def test_a_second_press_changes_nothing(world: World) -> None:
    """The first answer counts, also if the second one would have been better."""
    board = await ask(world)
    number = number_on(board)
    before = await attempt(world, number)
    wrong, right = move(before, right=False), move(before, right=True)
    payload = board
    after = await press(world.ana, board, wrong)
    late = private(await world.press(world.ana, payload, f"d1:zm:{number}:0:{right}"))
    assert text_of(late) == text_of(after)
    found = await attempt(world, number)
    assert found.attempt.squares == (False,)


async def test_an_interaction_that_comes_again(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    await world.press(world.ana, board, f"d1:zm:{number}:0:{text}", times=2)
    await world.again()
    await world.restart()
    await world.again()
    assert len((await attempt(world, number)).attempt.decisions) == 1
    assert world.incidents() == []


@pytest.mark.parametrize("kind", ["daily", "next"])
async def test_a_bot_that_was_killed_before_its_answer(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ask(world, kind)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    world.answers_are_lost(monkeypatch)
    await world.press(world.ana, board, f"d1:zm:{number}:0:{text}")
    await world.restart()
    found = await attempt(world, number)
    assert found.attempt.squares == (True,)
    shown = private(await world.press(world.ana, board, f"d1:zm:{number}:0:{text}"))
    assert "🟩" in shown.content
    assert await attempt(world, number) == found
    await solve_out(world, await ask(world, kind))


async def test_a_press_that_comes_after_the_end(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    over = await solve_out(world, board)
    for nth in (0, 1, 4, 99):
        shown = private(await world.press(world.ana, board, f"d1:zm:{number}:{nth}:{text}"))
        assert text_of(shown) == text_of(over)


@pytest.mark.parametrize("nth", [0, 1, 3])
async def test_a_puzzle_that_is_not_theirs(world: World, nth: int) -> None:
    """Nobody sees or begins a puzzle of the pool that the bot hasn't given them."""
    board = await ask(world, "next")
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    said = told(await world.press(world.bo, board, f"d1:zm:{number}:{nth}:{text}"))
    assert said == (DEAD if nth else says("puzzle-not-open"))
    assert not (await attempt(world, number, world.bo)).attempt.decisions


async def test_a_move_that_is_illegal(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    for text in ("99", "0", "e2", "*5", "16.6"):
        told(await world.press(world.ana, board, f"d1:zm:{number}:0:{text}"))
    assert not (await attempt(world, number)).attempt.decisions
    assert world.incidents() == []


async def test_a_puzzle_that_is_nowhere(world: World) -> None:
    board = await ask(world)
    said = told(await world.press(world.ana, board, "d1:zm:99:0:6"))
    assert said == says("no-such-puzzle")


async def test_a_press_on_a_public_message_is_answered_in_private(world: World) -> None:
    await world.duel()
    number = number_on(await ask(world))
    text = move(await attempt(world, number), right=True)
    before = world.lines()
    private(await world.press(world.ana, world.last(), f"d1:zm:{number}:0:{text}"))
    assert world.lines() == before


async def test_a_list_without_a_choice(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    assert told(await world.press(world.ana, board, f"d1:zs:{number}:0:1")) == DEAD
    found = await attempt(world, number)
    text = move(found, right=True)
    shown = private(await world.press(world.ana, board, f"d1:zs:{number}:0:1", text))
    assert "🟩" in shown.content


async def test_after_a_day_it_cannot_be_begun(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    await world.restart(away=2 * 24 * 3600)
    said = told(await world.press(world.ana, board, f"d1:zm:{number}:0:{text}"))
    assert said == says("puzzle-not-open")


async def test_what_was_begun_can_be_ended_later(world: World) -> None:
    board = await ask(world)
    number = number_on(board)
    board = await press(world.ana, board, move(await attempt(world, number), right=True))
    await world.restart(away=2 * 24 * 3600)
    over = await solve_out(world, board)
    assert labels(over)[0] == English.NEXT_PUZZLE


@pytest.mark.parametrize("kind", ["daily", "next"])
async def test_a_player_who_has_deleted_their_data(world: World, kind: str) -> None:
    board = await ask(world, kind)
    number = number_on(board)
    board = await press(world.ana, board, move(await attempt(world, number), right=True))
    page = private(await world.ana.slash(world.games, "privacy"))
    sure = private(await world.ana.click(page, label=English.DELETE))
    await world.ana.click(sure, label="Delete everything")
    for nth in (1, 2):
        assert told(await world.press(world.ana, board, f"d1:zm:{number}:{nth}:1")) == DEAD
    solver = await world.store.solver(GuildId(world.guild.id), PlayerId(world.ana.id))
    assert solver.tried == 0
    assert world.incidents() == []
