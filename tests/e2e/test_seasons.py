"""What moderators do to a ladder: results are taken out, seasons begin, and all of it is taken to
another Duelhost."""

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from deploy.sandbox.terminal import DATABASE
from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, ladder, tied, won
from tests.e2e.message import Message
from tests.e2e.ratings import changes, lines
from tests.e2e.table import HELD, ROOT, Table, laid

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_result_that_is_taken_out_has_never_been(table: Table) -> None:
    ana, bo, cleo, dan, eve = (table.players[each] for each in ("Ana", "Bo", "Cleo", "Dan", "Eve"))
    await tied(table, ana, bo)
    await won(table, cleo, ana)
    await won(table, eve, ana)
    before = await ladder(table, cleo)
    duels = [
        await won(table, ana, bo),
        await won(table, ana, eve, "split"),
        await tied(table, bo, cleo),
    ]
    after = await ladder(table, cleo)
    assert lines(after) != lines(before)
    rated = await duels[1].end()
    assert changes(rated)
    await duels[1].card()

    told = await dan.types("/duel-admin void", duel=str(duels[1].number), reason="by agreement")
    assert told.told == f"The result of duel #{duels[1].number} no longer counts."
    void = await cleo.sees(f"🏁 ~~@Ana wins Number Split Duel #{duels[1].number} against @Eve.~~ ")
    assert void.id == rated.id
    # Neither in words nor in a picture it is said any more what it did to ratings.
    _, moves = void.text.splitlines()
    assert moves == rated.text.splitlines()[-1]
    assert void.files == []
    still = await ladder(table, cleo)
    assert lines(still) != lines(after)
    await agrees_on_ratings(table, duels[0], duels[2])
    # What others have done to ratings since then is what it would have been.
    for each in (duels[2], duels[0]):
        await dan.types("/duel-admin void", duel=str(each.number))
    now = await ladder(table, cleo)
    assert now.text == before.text
    assert now.files[0]["description"] == before.files[0]["description"]
    assert table.archive.faults() == []


async def test_a_season_begins_when_it_is_asked_for_word_by_word(table: Table) -> None:
    ana, bo, cleo, dan = table.ana, table.bo, table.cleo, table.dan
    await won(table, ana, bo)
    last = await won(table, cleo, bo)
    before = await ladder(table, ana)
    refused = (
        "To begin season 2 with an empty leaderboard, type exactly `season 2` for `confirm`. "
        "Season 1 stays readable, and no duel is lost."
    )
    assert (await dan.types("/duel-admin reset")).told == refused
    for typed in ("yes", "season 3", "season", "2"):
        assert (await dan.types("/duel-admin reset", confirm=typed)).told == refused
    assert (await ladder(table, ana)).text == before.text
    begun = await dan.types("/duel-admin reset", confirm="season 2")
    assert begun.announced.startswith("🏁 **Season 2 has begun.** Everybody starts anew. ")
    assert "`/duel leaderboard season:1`" in begun.announced
    empty = (await ana.types("/duel leaderboard")).message
    assert empty.text.splitlines()[0] == "🏆 **All games** · season 2"
    assert lines(empty) == []
    assert (await dan.types("/duel-admin reset", confirm="season 3")).told == (
        "No duel has ended in season 2 yet. There is nothing to reset."
    )

    again = await won(table, bo, cleo)
    assert changes(await again.end()) == {"Bo": (1662, "+162"), "Cleo": (1338, "−162")}
    await agrees_on_ratings(table, again)
    past = await ladder(table, ana, season=1)
    title = "🏆 **All games** · season 1, which is over"
    assert past.text == before.text.replace("🏆 **All games**", title)
    now = await ladder(table, ana)
    chosen = await ana.chooses("Season 1", of="Which season?", on=now)
    assert chosen.message.private
    assert chosen.told == past.text
    assert (await ana.chooses("Season 2", of="Which season?", on=chosen.message)).told == now.text

    # What is taken out of the season before changes nothing in this one.
    await dan.types("/duel-admin void", duel=str(last.number))
    assert lines(await ladder(table, ana, season=1)) != lines(past)
    assert (await ladder(table, ana)).text == now.text
    assert table.archive.faults() == []


async def test_a_bot_that_is_killed_when_nobody_has_been_told_of_it(table: Table) -> None:
    """A result was taken out, a duel has ended, and then a season has begun."""
    ana, bo, cleo, dan, eve = (table.players[each] for each in ("Ana", "Bo", "Cleo", "Dan", "Eve"))
    void, ends = await won(table, dan, eve), await table.duel(dan, ana, first="random")
    await won(table, eve, cleo)
    await void.card()
    await ends.has_one_board()
    season = 1 + table.archive.seasons()
    sure = await dan.presses("Resign", on=await ends.board())
    gate = await table.breaks("delay", on="answers", times=3, seconds=HELD)
    unanswered = [
        asyncio.create_task(dan.types("/duel-admin void", duel=str(void.number))),
        asyncio.create_task(dan.presses("Resign", on=sure.message)),
    ]
    await table.has_struck(gate, left=1)
    unanswered.append(
        asyncio.create_task(dan.types("/duel-admin reset", confirm=f"season {season}"))
    )
    await table.has_struck(gate)
    await table.does_to_the_bot("kill")
    assert all(each.failed for each in await asyncio.gather(*unanswered))

    assert table.archive.seasons() == season
    shown = await cleo.sees(f"🏁 ~~@Dan wins Divisor Duel #{void.number} against @Eve.~~ ")
    assert shown.files == []
    end = await ends.end()
    assert table.archive.winner(ends.number) == "Ana"
    assert changes(end) == table.archive.recount(season - 1).changes[ends.number]
    past = await ladder(table, bo, season=season - 1)
    assert {each.who for each in lines(past)} > {"Ana", "Dan"}
    assert lines(await ladder(table, bo)) == []
    await agrees_on_ratings(table, await won(table, bo, eve))


async def test_another_duelhost_goes_on_with_all_of_it(table: Table, tmp_path: Path) -> None:
    ana, bo, dan, eve = table.ana, table.bo, table.dan, table.eve
    await won(table, eve, bo)
    await won(table, ana, eve, legs=2)
    running = await table.duel(ana, bo, legs=2, size=3)
    await running.is_won_by(bo)
    seasons = range(1, table.archive.seasons() + 1)
    before = [await ladder(table, eve, season=each) for each in seasons]
    given = await dan.types("/duel-admin export")
    assert given.message.private
    (file,) = given.message.files
    taken, database = tmp_path / file["filename"], str(tmp_path / DATABASE)
    taken.write_bytes(await dan.opens(file))
    await duelhost("import", str(taken), "--database", database)
    await duelhost("check", "--database", database)

    async with laid(tmp_path) as other:
        after = [await ladder(other, other.eve, season=each) for each in seasons]
        assert [each.text for each in after] == [each.text for each in before]
        assert [alts(each) for each in after] == [alts(each) for each in before]
        # It isn't shown there yet.
        await other.bo.types("/duel board", duel=str(running.number))
        again = Duel(running.number, other.ana, other.bo)
        again.made = running.made
        await again.is_won_by(other.bo)
        await other.agrees(again)
        await agrees_on_ratings(other, again)


def alts(page: Message) -> list[str]:
    return [each["description"] for each in page.files]


async def duelhost(*typed: str) -> str:
    """What it says of what it has done."""
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *typed), cwd=ROOT, stdout=PIPE, stderr=STDOUT
    )
    said, _ = await run.communicate()
    assert run.returncode == 0, said.decode()
    return said.decode()
