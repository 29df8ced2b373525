"""What people ask of the bot comes to it late, or twice, or its answer does."""

import asyncio

import pytest

from tests.e2e.duel import Duel
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Longer than Discord waits for an answer.
TOO_LATE = 3.5


async def test_a_move_that_comes_too_late_and_one_whose_answer_does(table: Table) -> None:
    """Both players read that the bot did not respond. Their moves stand, and are shown to them."""
    late = await table.duel(table.ana, table.bo, "parity", size=4)
    unheard = await table.duel(table.cleo, table.dan, "parity", size=4, at="lobby")
    for each in (late, unheard):
        await each.plays("1")
        await each.has_one_board()
    there = await table.breaks("delay", on="interactions", seconds=TOO_LATE)
    first = asyncio.create_task(late.tries("2"))
    await table.has_struck(there)
    back = await table.breaks("delay", on="answers", seconds=TOO_LATE)
    second = asyncio.create_task(unheard.tries("2"))
    await table.has_struck(back)
    assert table.archive.moves(late.number) == late.made
    assert table.archive.moves(unheard.number) == [*unheard.made, ("Dan", "2")]

    for each, press in ((late, first), (unheard, second)):
        assert (await press).failed
        each.made.append((each.players[1].name, "2"))
        await each.plays_on()
        await each.has_one_board()
        await table.agrees(each)


async def test_a_duel_of_which_everything_comes_twice(table: Table) -> None:
    await table.breaks("duplicate", on="interactions", times=1000)
    before = len(table.eve.lines())
    duel = await table.duel(table.ana, table.bo, "split", size=9)
    while len(duel.made) < 3:
        await duel.plays((await duel.moves())[-1])
    wrong = await table.ana.types("/duel move", move="1")
    assert wrong.told == "It is @Bo's turn. You will be pinged after it."
    asked = await table.bo.presses("Resign", on=await duel.board())
    assert (await table.bo.presses("Resign", on=asked.message)).told == "You have resigned."
    end = await table.bo.sees(f"#{duel.number} against @Bo in 3 moves: @Bo resigned.")
    rematch = await table.bo.presses("Rematch", on=end)
    again = Duel(duel.number + 1, table.bo, table.ana)
    await table.ana.presses("Accept", on=rematch.message)
    await again.plays_on()

    for each in (duel, again):
        await each.has_one_board()
        await table.agrees(each)
    # Of each a challenge, a beginning, and every move; and that the first one was resigned.
    lines = len(table.eve.lines()) - before
    assert lines == 2 + len(duel.made) + 1 + 2 + len(again.made)
    for player in duel.players:
        assert len([each for each in player.screen.messages.values() if each.private]) == 1


async def test_a_switch_that_is_pressed_twice_is_switched_once(table: Table) -> None:
    await table.breaks("duplicate", on="interactions", times=1000)
    await table.dan.types("/duel-admin block", member=table.eve)
    refused = await table.eve.types("/duel start", game="split", opponent=table.ana)
    assert refused.told == "A moderator has blocked you from duels in this server."
    again = await table.dan.types("/duel-admin block", member=table.eve)
    assert again.told == "@Eve may duel here again."
