"""The same people play in several servers, and no server hears of another's duels."""

from pathlib import Path

import pytest

from deploy.sandbox.scale import Scale
from tests.deploy.sandbox_client import SERVER, of_server
from tests.e2e.ladder import agrees_on_ratings
from tests.e2e.table import laid, seated

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_duels_are_played_in_two_servers_at_once(tmp_path: Path) -> None:
    async with (
        laid(tmp_path, scale=Scale(20)) as here,
        seated(here.url, tmp_path, server=of_server(19, SERVER)) as there,
    ):
        assert await here.shards() == {(0, 1): 1}
        first = await here.duel(here.ana, here.bo, size=20)
        second = await there.duel(there.ana, there.cleo, size=20)
        for table, duel in ((there, second), (here, first)):
            await duel.plays_on()
            await duel.has_one_board()
            await table.agrees(duel)
        assert not any("Cleo" in each for each in here.eve.lines())
        assert not any("Bo" in each for each in there.eve.lines())
        await agrees_on_ratings(here)
        await agrees_on_ratings(there)


async def test_somebody_who_leaves_one_server_plays_on_in_another(tmp_path: Path) -> None:
    async with (
        laid(tmp_path, scale=Scale(2)) as here,
        seated(here.url, tmp_path, server=of_server(1, SERVER)) as there,
    ):
        await there.bo.leaves()
        duel = await here.duel(here.ana, here.bo, size=20)
        await duel.plays_on()
        await here.agrees(duel)
        assert here.bo.here
