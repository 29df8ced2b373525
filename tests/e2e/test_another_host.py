"""A server's record is taken to another Duelhost."""

from pathlib import Path

import pytest

from deploy.sandbox.terminal import DATABASE
from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, ladder, won
from tests.e2e.table import Table, duelhost, laid

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_another_duelhost_goes_on_with_all_of_it(table: Table, tmp_path: Path) -> None:
    ana, bo, dan, eve = table.ana, table.bo, table.dan, table.eve
    await won(table, ana, eve, legs=2)
    running = await table.duel(ana, bo, legs=2, size=3)
    await running.is_won_by(bo)
    before = await ladder(table, eve)
    given = await dan.types("/duel-admin export")
    assert given.message.private
    (file,) = given.message.files
    taken = tmp_path / file["filename"]
    taken.write_bytes(await dan.opens(file))
    await duelhost(tmp_path, "import", str(taken), DUELHOST_DATABASE=DATABASE)

    async with laid(tmp_path) as other:
        after = await ladder(other, other.eve)
        assert after.text == before.text
        assert after.files[0]["description"] == before.files[0]["description"]
        # It hasn't been shown there yet.
        await other.bo.types("/duel board", duel=str(running.number))
        again = Duel(running.number, other.ana, other.bo)
        again.made = running.made
        await again.is_won_by(other.bo)
        await other.agrees(again)
        await agrees_on_ratings(other, again)
