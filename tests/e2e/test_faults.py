"""Faults on the way between the bot and Discord. A duel is played through all of them: nothing is
lost, nothing doubled, and there is one board to continue from."""

import asyncio
from typing import Any

import pytest

from bot.text.english import English
from storage.match import BoardMode
from tests.e2e.duel import Duel
from tests.e2e.table import Table
from tests.e2e.told import last_moves

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.boards(BoardMode.EVERY),
]

# Kinds of faults, and all ways that there are of each.
WAYS: dict[str, list[dict[str, Any]]] = {
    "lose": [{}],
    "drop": [{}],
    "limit": [{"seconds": 0.3}, {"seconds": 0.001}],
    "fail": [{"status": each} for each in (500, 502, 503, 504)],
    "delay": [{"seconds": 0.2}],
}
CHANNELS = ("duels", "lobby", "late rounds")
# Longer than Discord waits for an answer, in seconds.
TOO_LATE = 3.5


async def duels(table: Table, count: int) -> list[Duel]:
    """Start duels in several channels; in each Ana makes a move."""
    found = []
    for nth in range(count):
        at = CHANNELS[nth % len(CHANNELS)]
        found.append(await table.duel(table.ana, table.bo, "parity", at=at, size=4))
    for each in found:
        await each.plays("1")
        await each.has_one_board()
    return found


async def end_well(table: Table, played: list[Duel]) -> None:
    for each in played:
        await each.plays_on()
        await each.has_one_board()
        await table.agrees(each)
        assert table.showed_once(each)


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_answers(table: Table, kind: str) -> None:
    """Bo's moves are answered, or their boards are posted."""
    played = await duels(table, len(WAYS[kind]))
    faults = [await table.breaks(kind, on="answers", **how) for how in WAYS[kind]]
    await asyncio.gather(*(each.plays("2") for each in played))
    for fault in faults:
        await table.has_struck(fault)
    for each in played:
        await each.has_one_board()
        if kind in ("lose", "drop"):
            assert ((await each.board()).answers is None) == (kind == "lose")
    await end_well(table, played)


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_everything(table: Table, kind: str) -> None:
    played = await duels(table, len(WAYS[kind]))
    for how in WAYS[kind]:
        await table.breaks(kind, on="everything", **how)
    await asyncio.gather(*(each.plays("2") for each in played))
    await end_well(table, played)


# The bot takes this for a failure and tries again later: discord.py doesn't try a 503 again.
AGAIN_LATER = ("fail",)


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_posts(table: Table, kind: str) -> None:
    """The moves are typed in another channel, so that their boards are posted. A board that isn't
    posted comes at the latest when the bot is connected again."""
    played = await duels(table, len(WAYS[kind]))
    faults = [await table.breaks(kind, on="posts", **how) for how in WAYS[kind]]
    answers = await asyncio.gather(*(each.types("2", at="announcements") for each in played))
    assert {each.told for each in answers} == {English.MOVED_ELSEWHERE.format(link="LINK")}
    for fault in faults:
        await table.has_struck(fault)
    if kind in AGAIN_LATER:
        noticed = await table.breaks("delay", on="posts", seconds=0)
        await table.disturbs("drop")
        await table.has_struck(noticed)
    await end_well(table, played)


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_edits(table: Table, kind: str) -> None:
    """A board that should have become a line stays if the edit was lost, and says where the newest
    one is."""
    played = await duels(table, len(WAYS[kind]))
    faults = [await table.breaks(kind, on="edits", **how) for how in WAYS[kind]]
    await asyncio.gather(*(each.plays("2") for each in played))
    for fault in faults:
        await table.has_struck(fault)
    stay = len(WAYS[kind]) if kind == "lose" else 0
    await are_shown_in(table, played, len(played) + stay)
    for each in played:
        now = await each.board()
        for old in each.boards(table.ana):
            if old.id != now.id:
                refused = await table.ana.presses("4", on=old)
                assert refused.told == English.REFUSALS["old-board"].format(shown=2, link="LINK")
                assert refused.message.links == [now.id]
        await each.plays_on()
        await table.agrees(each)


async def are_shown_in(table: Table, played: list[Duel], boards: int) -> None:
    def count() -> int:
        return sum(len(each.boards(table.ana)) for each in played)

    await table.ana.screen.until(lambda: count() == boards, f"{boards} boards in all")


async def test_a_board_of_which_nothing_got_through(table: Table) -> None:
    """A player who asks for the board gets it, without waiting for the bot to try again."""
    (duel,) = await duels(table, 1)
    await table.breaks("lose", on="everything", times=100)
    assert (await duel.tries("2")).failed
    await table.mends()
    duel.made.append(("Bo", "2"))
    assert len(duel.boards(table.ana)) == 1
    again = await table.ana.types("/duel board", duel=str(duel.number))
    (moved,) = last_moves(again.announced)
    assert moved.groups() == ("Bo", "2")
    await end_well(table, [duel])


async def test_a_move_that_comes_too_late_and_one_whose_answer_does(table: Table) -> None:
    """Both players read that the bot did not respond. Their moves stand, and are shown."""
    late = await table.duel(table.ana, table.bo, "parity", size=4)
    unheard = await table.duel(table.cleo, table.dan, "parity", size=4, at="lobby")
    for each in (late, unheard):
        await each.plays("1")
        await each.has_one_board()
    there = await table.breaks("delay", on="interactions", seconds=TOO_LATE)
    tried = asyncio.create_task(late.tries("2"))
    await table.has_struck(there)
    back = await table.breaks("delay", on="answers", seconds=TOO_LATE)
    tried_too = asyncio.create_task(unheard.tries("2"))
    await table.has_struck(back)
    assert table.archive.moves(late.number) == late.made
    assert table.archive.moves(unheard.number) == [*unheard.made, ("Dan", "2")]
    for each, press in ((late, tried), (unheard, tried_too)):
        assert (await press).failed
        each.made.append((each.players[1].name, "2"))
        await each.plays_on()
        await each.has_one_board()
        await table.agrees(each)


async def test_a_duel_of_which_everything_comes_twice(table: Table) -> None:
    await table.breaks("duplicate", on="interactions", times=1000)
    before = len(table.eve.lines())
    duel = await table.duel(table.ana, table.bo, "split", size=9)
    await duel.plays((await duel.moves())[-1])
    asked = await table.bo.types("/duel resign", duel=str(duel.number))
    resigned = await table.bo.presses(English.RESIGN_YES, on=asked.message)
    assert resigned.told == English.RESIGNED
    end = await duel.end()
    rematch = await table.bo.presses(English.REMATCH, on=end)
    await table.ana.presses(English.DECLINE, on=rematch.message)
    await duel.has_one_board()
    await table.agrees(duel)
    # The challenge, the beginning, the move, the end, and the rematch.
    assert len(table.eve.lines()) - before == 5


@pytest.mark.parametrize("how", ["drop", "reconnect"])
async def test_a_gateway_session_that_is_resumed(table: Table, how: str) -> None:
    duel = await table.duel(table.ana, table.bo, "parity", size=6)
    for move in ("1", "2"):
        await table.disturbs(how)
        await duel.plays(move)
        await table.bot_is_back()
    await end_well(table, [duel])


async def test_a_gateway_session_that_is_lost(table: Table) -> None:
    """Discord doesn't send later what happened in between."""
    duel = await table.duel(table.ana, table.bo, "parity", size=6)
    await duel.plays("1")
    await table.disturbs("invalidate")
    assert (await duel.tries("2")).failed
    assert table.archive.moves(duel.number) == duel.made
    await table.bot_is_back()
    await end_well(table, [duel])
