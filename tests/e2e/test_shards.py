"""The bot in two shards of one process, with a server in each."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.text.english import English
from deploy.sandbox.scale import Scale
from tests.deploy.sandbox_client import SERVER, of_server
from tests.e2e.ladder import agrees_on_ratings
from tests.e2e.table import Table, laid, seated

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOTH = {(0, 2): 1, (1, 2): 1}


@pytest_asyncio.fixture(loop_scope="module")
async def tables(tmp_path: Path) -> AsyncIterator[tuple[Table, Table]]:
    """A table in the server of each shard."""
    async with (
        laid(tmp_path, scale=Scale(2, shards=2, concurrency=2)) as here,
        seated(here.url, tmp_path, server=of_server(1, SERVER)) as there,
    ):
        assert await here.shards() == BOTH
        yield here, there


async def test_duels_go_on_in_both_shards_whatever_befalls_one(
    tables: tuple[Table, Table],
) -> None:
    here, there = tables
    first = await here.duel(here.ana, here.bo, size=20)
    second = await there.duel(there.ana, there.cleo, size=20)
    await there.disturbs("drop", shard=(1, 2))
    await first.plays("6")
    await there.does_to_the_bot("kill")
    while await here.shards() != BOTH:
        await asyncio.sleep(0)
    for table, duel in ((there, second), (here, first)):
        await duel.plays_on()
        await duel.has_one_board()
        await table.agrees(duel)
        await agrees_on_ratings(table)


async def test_a_direct_message_deletes_in_both_shards(tables: tuple[Table, Table]) -> None:
    for table in tables:
        await table.duel(table.eve, table.bo)
    eve = tables[0].eve
    page = await eve.types("/privacy", at="Duelhost")
    sure = await eve.presses(English.DELETE, on=page.message)
    await eve.presses(English.DELETE_YES, on=sure.message)
    await eve.sees(English.DELETED)
    won, _, _ = English.WON.partition(" in ")
    for table in tables:
        await table.bo.sees(won.format(winner="@Bo", loser=English.DELETED_PLAYER))
        assert table.archive.faults() == []
