"""What goes wrong on the way between the bot and Discord. A duel is played on through all of it:
nothing is lost and nothing doubled, and there is one board to go on from."""

import asyncio
from typing import Any

import pytest

from tests.e2e.duel import Duel
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

STATUSES = (500, 502, 503, 504)
# What each does to a request, in as many ways as there are.
WAYS: dict[str, list[dict[str, Any]]] = {
    "lose": [{}],
    "drop": [{}],
    "limit": [{"seconds": 0.3}, {"seconds": 0.001}],
    "fail": [{"status": each} for each in STATUSES],
    "delay": [{"seconds": 0.2}],
}
PLACES = ("duels", "lobby", "late rounds")


async def duels(table: Table, count: int) -> list[Duel]:
    """Side by side, in several channels. In each Ana has made a move."""
    found = []
    for nth in range(count):
        at = PLACES[nth % len(PLACES)]
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
    """Bo's moves are answered, or his boards are posted; and each of them stands."""
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


# What the bot takes for failed and does later: discord.py doesn't try a 503 again.
AGAIN_LATER = ("lose", "drop", "fail")


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_posts(table: Table, kind: str) -> None:
    """The moves are made in another channel, so that their boards are posted. One that isn't, or of
    which the bot doesn't know, comes when the bot comes back, if not before."""
    played = await duels(table, len(WAYS[kind]))
    faults = [await table.breaks(kind, on="posts", **how) for how in WAYS[kind]]
    answers = await asyncio.gather(*(each.types("2", at="announcements") for each in played))
    assert {each.told for each in answers} == {"Done. The board is where the duel is: LINK"}
    for fault in faults:
        await table.has_struck(fault)
    if kind in AGAIN_LATER:
        noticed = await table.breaks("delay", on="posts", seconds=0)
        await table.disturbs("drop")
        await table.has_struck(noticed)
    await end_well(table, played)


@pytest.mark.parametrize("kind", WAYS)
async def test_faults_of_edits(table: Table, kind: str) -> None:
    """A board stays that should have become a line, if the edit wasn't carried out and isn't tried
    again."""
    played = await duels(table, len(WAYS[kind]))
    faults = [await table.breaks(kind, on="edits", **how) for how in WAYS[kind]]
    await asyncio.gather(*(each.plays("2") for each in played))
    for fault in faults:
        await table.has_struck(fault)
    await are_shown_in(table, played, len(played) + sum(stays(kind, each) for each in WAYS[kind]))
    for each in played:
        now = await each.board()
        for old in each.boards(table.ana):
            if old.id != now.id:
                refused = await table.ana.presses("4", on=old)
                assert refused.told == "That board is from move 2. The current one is here: LINK"
                assert refused.message.links == [now.id]
        await each.plays_on()
        await table.agrees(each)


def stays(kind: str, how: dict[str, Any]) -> bool:
    return kind == "lose" or how.get("status") == 503


async def are_shown_in(table: Table, played: list[Duel], boards: int) -> None:
    def count() -> int:
        return sum(len(each.boards(table.ana)) for each in played)

    await table.ana.screen.until(lambda: count() == boards, f"{boards} boards in all")


async def test_a_board_of_which_nothing_got_through(table: Table) -> None:
    """Neither the answer, nor the question whether it got through, nor the post. Whoever asks for
    the board gets it, without waiting for the bot to try again."""
    (duel,) = await duels(table, 1)
    await table.breaks("lose", on="everything", times=100)
    assert (await duel.tries("2")).failed
    await table.mends()
    duel.made.append(("Bo", "2"))
    assert [each.text[:13] for each in duel.boards(table.ana)] == ["**@Ana took 1"]
    assert (await table.ana.types("/duel board")).announced.startswith("**@Bo took 2.**")
    await end_well(table, [duel])
