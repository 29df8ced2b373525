"""What is left of a duel that is over: its card and its moves."""

import pytest

from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, won
from tests.e2e.message import Message
from tests.e2e.player import Player
from tests.e2e.ratings import changes
from tests.e2e.table import HELD, Table
from tests.e2e.told import duel_of, is_end

pytestmark = pytest.mark.asyncio(loop_scope="module")


def ends(reader: Player, duel: Duel) -> list[Message]:
    """All the shapes in which it has been shown."""
    shown = (each for each in reader.screen.ever() if duel_of(each) == duel.number)
    return [each for each in shown if is_end(each.text)]


async def test_nobody_waits_for_a_card(table: Table) -> None:
    duel = await won(table, table.ana, table.bo)
    card = await duel.card()
    # Who has won and what that does to ratings is there before.
    first, last = ends(table.ana, duel)
    assert (first.files, last.files) == ([], [card])
    assert first.text == last.text
    assert changes(first) == table.archive.gains(duel.number)
    assert card["description"].startswith("Ana wins. Nothing left divides ")
    picture = await table.eve.opens(card)
    assert picture.startswith(b"\x89PNG\r\n")
    assert len(picture) == card["size"] < 100_000
    assert card["width"] == 1100


async def test_a_card_that_gets_lost_is_all_that_is_lost(table: Table) -> None:
    """On its way, or with a bot that is killed when the duel has been shown."""
    lost = await table.duel(table.ana, table.cleo, size=3, first="random")
    killed = await table.duel(table.bo, table.cleo, size=3, first="random")
    for each in (lost, killed):
        await each.has_one_board()
    missing = await table.breaks("lose", on="edits", times=100)
    await lost.is_won_by(table.cleo)
    await table.has_struck(missing, left=100 - len(lost.made) - 1)
    await table.mends()
    held = await table.breaks("delay", on="edits", times=100, seconds=HELD)
    await killed.is_won_by(table.cleo)
    await table.has_struck(held, left=99)
    await table.does_to_the_bot("kill")
    await table.mends()
    expected = table.archive.recount()
    for each in (lost, killed):
        end = await each.end()
        assert end.files == []
        assert changes(end) == expected.changes[each.number]
        assert (await table.eve.presses("Review", on=end)).told
    assert table.archive.faults() == []
    await agrees_on_ratings(table, await won(table, table.cleo, table.ana))


async def pages(reader: Player, page: Message) -> list[str]:
    """Of a replay, from its first to its last, by all its buttons."""
    assert page.private
    assert page.labels == ["▶", "⏭"]
    found = [page.text]
    while page.control("▶"):
        before, page = page, (await reader.presses("▶", on=page)).message
        assert page.id == before.id
        found.append(page.text)
    assert page.labels == ["⏮", "◀"]
    for label, nth in (("◀", -2), ("⏮", 0), ("⏭", -1)):
        assert (await reader.presses(label, on=page)).message.text == found[nth]
    return found


async def test_a_duel_is_gone_through_move_by_move_and_so_is_its_record(table: Table) -> None:
    bo, dan, eve = table.bo, table.dan, table.eve
    duel = await table.duel(dan, eve, size=3, legs=2)
    await duel.is_won_by(eve)
    await duel.is_won_by(dan)
    assert duel.made == [("Dan", "1"), ("Eve", "2"), ("Eve", "1"), ("Dan", "2")]
    history = (await dan.types("/duel history", opponent=eve)).message
    chosen = await dan.chooses(f"#{duel.number} Divisor Duel, 4 moves", of="Replay …", on=history)
    read = await pages(dan, chosen.message)
    record = "1/divisor/size=3/1-2\n1/divisor/size=3/1-2"
    assert read[0] == (
        f"**Divisor Duel, 1st leg** #{duel.number} · after move 0 of 4\n"
        f"```\n  [1]  [2]  [3]\n```\n```\n{record}\n```"
    )
    assert read[2] == (
        f"**Divisor Duel, 1st leg** #{duel.number} · after move 2 of 4\n-# 2. @Eve took 2\n"
        "```\n  ··   (2)   3\n```\n"
        "**@Eve wins:** nothing left divides 2 or is a multiple of it.\n"
        f"```\n{record}\n```"
    )
    assert [each.splitlines()[1] for each in read[1:]] == [
        f"-# {nth}. @{who} took {move}" for nth, (who, move) in enumerate(duel.made, start=1)
    ]
    assert [nth for nth, each in enumerate(read) if "1st leg**" in each] == [0, 1, 2]
    assert [nth for nth, each in enumerate(read) if " wins:**" in each] == [2]
    # The last page says what came of both.
    (end,) = [line for line in read[-1].splitlines() if line.startswith("🏁")]
    assert end == (await duel.end()).text.splitlines()[0]
    review = await bo.presses("Review", on=await duel.end())
    assert await pages(bo, review.message) == read

    # Somebody takes the record elsewhere, where nobody knows whose it was.
    typed = await bo.types("/duel replay", record=record.replace("\n", " "))
    *others, last = await pages(bo, typed.message)
    assert others == [nobodys(each, duel) for each in read[:-1]]
    assert "**1st wins:** nothing left divides 2" in last


def nobodys(page: str, duel: Duel) -> str:
    text = page.replace(f" #{duel.number} ", " ")
    return text.replace("@Dan", "1st").replace("@Eve", "2nd")


REFUSED = {
    "a move that isn't allowed": (
        "1/divisor/size=9/6-3-7",
        "Move 3 isn't allowed. 7 doesn't divide 3 and isn't a multiple of it. You can take 1 or 9.",
    ),
    "a move after the end": ("1/divisor/size=3/1-2-3", "Move 3 isn't allowed. This game is over."),
    "another number on the board": (
        "1/divisor/size=3/1-4",
        "Move 2 isn't allowed. 4 isn't between 1 and 3. You can take 2 or 3.",
    ),
    "another version": (
        "2/divisor/size=3/1-2",
        "That record has version 2; this Duelhost reads 1.",
    ),
    "written otherwise": ("1/divisor/size=03/1-2", "That isn't the record of a duel."),
    "legs of two games": (
        "1/divisor/size=3/1-2 1/divisor/size=4/1-2",
        "That isn't the record of a duel.",
    ),
    "a second leg too early": (
        "1/divisor/size=3/1 1/divisor/size=3/1-2",
        "That isn't the record of a duel.",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_record_that_was_tampered_with_is_refused(table: Table, what: str) -> None:
    record, why = REFUSED[what]
    assert (await table.ana.types("/duel replay", record=record)).told == why


async def test_a_duel_that_is_not_over_is_not_gone_through(table: Table) -> None:
    duel = await table.duel(table.ana, table.eve)
    for reader in (table.eve, table.bo):
        refused = await reader.types("/duel replay", duel=str(duel.number))
        assert refused.told == "This duel isn't over yet."
