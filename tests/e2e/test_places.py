"""A ladder of more than one page, on which people come and go."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import incidents
from tests.e2e.ladder import PAGE, is_right, ladder, won
from tests.e2e.past import played, regulars
from tests.e2e.ratings import lines
from tests.e2e.table import Table, sandbox_for, seated

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Where twelve have played before."""
    folder = tmp_path_factory.mktemp("table")
    sandbox, bot = sandbox_for(folder)
    server = sandbox.world.server
    await played(folder, server, regulars(server))
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, folder) as table:
            yield table
    assert incidents(folder) == []


async def test_pages_for_everybody_and_for_oneself(table: Table) -> None:
    eve, quin = table.eve, table.players["Quin"]
    ranked = table.archive.recount().lines()
    assert len(ranked) == 12
    first = (await eve.types("/duel leaderboard")).message
    assert not first.private
    is_right(first, ranked, eve)
    assert first.labels == ["Which game?", "▶", "My place"]
    second = (await quin.presses("▶", on=first)).message
    assert second.private
    is_right(second, ranked, quin, nth=2)
    assert [each.who for each in lines(second)] == [each.who for each in ranked[PAGE:]]
    assert second.labels == ["Which game?", "◀", "My place"]
    back = (await quin.presses("◀", on=second)).message
    assert back.id == second.id
    is_right(back, ranked, quin)
    # What everybody reads has stayed as it was.
    assert eve.screen.messages[first.id] == first


async def test_ones_own_place(table: Table) -> None:
    eve, quin = table.eve, table.players["Quin"]
    ranked = table.archive.recount().lines()
    assert ranked.index(next(each for each in ranked if each.who == "Quin")) >= PAGE
    shown = (await eve.types("/duel leaderboard")).message
    mine = await quin.presses("My place", on=shown)
    assert mine.message.private
    is_right(mine.message, ranked, quin, nth=2)
    none = await eve.presses("My place", on=shown)
    is_right(none.message, ranked, eve)


async def test_a_page_that_there_is_not(table: Table) -> None:
    beyond = await table.eve.types("/duel leaderboard", page=9)
    assert beyond.announced == (
        "🏆 **All games**\nThere is no page 9.\n-# @Eve has no rated duel in this list yet."
    )
    assert beyond.message.labels == ["Which game?", "◀", "My place"]
    back = await table.eve.presses("◀", on=beyond.message)
    is_right(back.message, table.archive.recount().lines(), table.eve)


async def test_the_ladder_of_a_game(table: Table) -> None:
    eve, fay = table.eve, table.players["Fay"]
    page = (await eve.types("/duel leaderboard", game="split")).message
    assert page.text == (
        "🏆 **Number Split Duel**\n"
        "Nobody has finished a rated duel in this list yet. Be the first: `/duel start`.\n"
        "-# @Eve has no rated duel in this list yet."
    )
    assert page.files == []
    await won(table, eve, fay, "split")
    counted = table.archive.recount()
    first = (await fay.chooses("Divisor Duel", of="Which game?", on=page)).message
    is_right(first, counted.lines("divisor"), fay)
    assert len(lines(first)) == PAGE
    for game, title in (("split", "Number Split Duel"), ("all", "All games")):
        now = (await fay.chooses(title, of="Which game?", on=first)).message
        assert now.id == first.id
        assert now.text.startswith(f"🏆 **{title}**\n")
        is_right(now, counted.lines(game), fay)


async def test_whoever_leaves_is_on_no_ladder_until_they_are_back(table: Table) -> None:
    """The bot isn't told that people come and go. What it has heard of them it believes for a few
    minutes, or until it is started again."""
    eve, fay, gus, mia, quin = (
        table.players[each] for each in ("Eve", "Fay", "Gus", "Mia", "Quin")
    )
    counted = table.archive.recount()
    gone = {each.name for each in (fay, gus, mia)}
    for each in (fay, gus, mia):
        await each.leaves()
    await table.does_to_the_bot("kill")
    page = await ladder(table, quin, without=gone)
    assert [each.place for each in lines(page)] == list(range(1, len(counted.lines()) - 2))
    assert page.labels == ["Which game?", "My place"]
    await ladder(table, eve, "divisor", without=gone)

    for each in (fay, gus, mia):
        await each.comes_back()
    # Whoever looks shows that they are there, and whoever is looked at is asked for.
    await ladder(table, fay, without=gone - {"Fay"})
    await eve.types("/duel profile", player=gus)
    await ladder(table, eve, without=gone - {"Fay", "Gus"})
    await won(table, mia, eve)
    await ladder(table, eve)
    assert table.archive.faults() == []
