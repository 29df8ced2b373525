"""The bot is killed in the middle of what it does. Every move that it had taken stands, is shown
when it comes back, and was made once."""

import asyncio

import pytest

from tests.e2e.duel import Duel
from tests.e2e.table import HELD, Table
from tests.e2e.told import told

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_duel_goes_on_after_every_kill(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "split", size=8)
    for _ in range(3):
        await duel.plays(max(await duel.moves(), key=int))
        await table.does_to_the_bot("kill")
    await duel.plays_on()
    await table.agrees(duel)


async def test_a_board_that_was_to_become_a_line_is_no_board_any_more(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo)
    await duel.has_one_board()
    old = await duel.board()
    gate = await table.breaks("delay", on="edits", seconds=HELD)
    await duel.plays("6")
    await table.has_struck(gate)
    await table.does_to_the_bot("kill")
    refused = await table.bo.presses("12", on=old)
    assert refused.told == "That board is from move 1. The current one is here: LINK"
    assert refused.message.links == [(await duel.board()).id]
    await duel.plays("12")
    await table.agrees(duel)


async def test_between_what_was_written_down_and_what_is_shown(table: Table) -> None:
    """An offer, an acceptance, a move and the end of a duel have been committed, and their answers
    are on the way, when the bot dies."""
    ana, bo, cleo, dan, eve = (table.players[each] for each in ("Ana", "Bo", "Cleo", "Dan", "Eve"))
    moving = await table.duel(ana, bo)
    ending = await table.duel(cleo, dan, size=3)
    await ending.plays("2", "1")
    accepted = Duel(await table.challenge(eve, dan), eve, dan)
    offered = Duel(accepted.number + 1, bo, eve)
    duels = (moving, ending, accepted, offered)
    for each in duels[:2]:
        await each.has_one_board()
    challenge = await dan.sees("@Dan, @Eve challenges you to")

    gate = await table.breaks("delay", on="answers", times=len(duels), seconds=HELD)
    unanswered = asyncio.gather(
        moving.tries("6"),
        ending.tries("3"),
        dan.presses("Accept", on=challenge),
        bo.types("/duel start", game="divisor", opponent=eve, first="me"),
    )
    await table.has_struck(gate)
    moving.made.append(("Ana", "6"))
    ending.made.append(("Cleo", "3"))
    before = table.ana.lines()
    for each in (moving, ending):
        assert table.archive.moves(each.number) == each.made
        assert len(told(ana.screen, each.number).moves) < len(each.made)
    assert table.archive.is_on(accepted.number)
    await table.does_to_the_bot("kill")

    assert [each.failed for each in await unanswered] == [True] * len(duels)
    for each in duels:
        await each.has_one_board()
    assert len(table.ana.lines()) == len(before) + len(duels)
    await eve.presses("Accept", on=offered.boards(eve)[0])
    for each in duels:
        await each.plays_on()
        await each.has_one_board()
        await table.agrees(each)


async def test_after_an_answer_that_the_bot_never_heard_of(table: Table) -> None:
    """The players have seen the board, the bot doesn't know. It is shown again, and is the same."""
    duel = await table.duel(table.ana, table.bo)
    await duel.has_one_board()
    unheard = await table.breaks("drop", on="answers")
    asking = await table.breaks("delay", on="everything", times=100, seconds=HELD)
    assert not (await duel.tries("6")).failed
    await table.has_struck(unheard)
    await table.has_struck(asking, left=99)
    duel.made.append(("Ana", "6"))
    seen = await duel.board()
    await table.mends()
    await table.does_to_the_bot("kill")
    again = await table.bo.sees("**@Ana took 6.**", after=seen)
    assert again.choices == seen.choices
    await duel.plays("12", "4")
    await table.agrees(duel)
