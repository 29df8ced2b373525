"""The bot is stopped and started, as for an update. What it has begun is finished, what is asked of
it meanwhile fails visibly, and the duels go on."""

import asyncio

import pytest

from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_restart_in_the_middle_of_a_move(table: Table) -> None:
    """The answer is on its way when the bot is told to stop."""
    duel = await table.duel(table.ana, table.bo, "evenodd", size=6)
    await duel.plays("1")
    on_its_way = await table.breaks("delay", on="answers", seconds=0.5)
    answered = asyncio.create_task(duel.tries("2"))
    await table.has_struck(on_its_way)
    await table.does_to_the_bot("restart")
    assert (await answered).announced.startswith("**@Bo took 2.**")
    duel.made.append(("Bo", "2"))
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)


async def test_what_is_pressed_while_the_bot_is_away(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "evenodd", size=6)
    await duel.plays("1")
    await duel.has_one_board()
    board, lines = await duel.board(), table.ana.lines()
    await table.does_to_the_bot("stop")
    pressed, typed = await asyncio.gather(duel.tries("2"), table.cleo.types("/duel leaderboard"))
    assert pressed.failed
    assert typed.failed
    assert table.ana.lines() == lines
    await table.does_to_the_bot("start")
    assert table.archive.moves(duel.number) == duel.made
    assert (await duel.board()).id == board.id
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)


async def test_a_challenge_from_before_is_accepted_after(table: Table) -> None:
    await table.challenge(table.cleo, table.dan, size=3)
    await table.does_to_the_bot("restart")
    await table.dan.presses("Accept")
    board = await table.cleo.sees("**@Dan accepted.** Your move, @Cleo")
    assert board.pings == ["Cleo"]
