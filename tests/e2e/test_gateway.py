"""The bot's connection to Discord breaks in the middle of a duel. What is asked meanwhile reaches
it when it comes back to its session, and fails visibly where it can't."""

import pytest

from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("how", ["drop", "reconnect"])
async def test_a_session_that_is_resumed(table: Table, how: str) -> None:
    duel = await table.duel(table.ana, table.bo, "parity", size=6)
    for move in ("1", "2", "3"):
        await table.disturbs(how)
        await duel.plays(move)
        await table.bot_is_back()
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)


async def test_a_session_that_is_lost(table: Table) -> None:
    """Discord tells nobody later what happened in between."""
    duel = await table.duel(table.ana, table.bo, "parity", size=6)
    await duel.plays("1")
    await table.disturbs("invalidate")
    assert (await duel.tries("2")).failed
    assert table.archive.moves(duel.number) == duel.made
    await table.bot_is_back()
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)
