"""Discord's rate limits, as they are told and as they are kept."""

from pathlib import Path

import pytest

from deploy.sandbox import rate_limits
from deploy.sandbox.rate_limits import Allowance
from deploy.sandbox.terminal import LOG
from tests.e2e.table import Table, laid

# The window of five messages in milliseconds, shorter than Discord's.
WINDOW = 500
TOO_FAST = "We are being rate limited."


def waits_told(table: Table) -> int:
    """How often the bot had to be told to wait."""
    return (table.folder / LOG).read_text().count(TOO_FAST)


async def test_a_bot_that_knows_the_limits_is_never_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves are made faster than their boards may be posted. None is left out."""
    monkeypatch.setattr(rate_limits, "MESSAGES", Allowance(5, WINDOW / 1000))
    async with laid(tmp_path, limited=True) as table:
        duel = await table.duel(table.ana, table.bo, "parity", size=16)
        posted = []
        while len(duel.made) < 12:
            await duel.types((await duel.moves())[0], at="lobby")
            posted.append(await duel.board())
        assert all(
            sixth.born - first.born >= WINDOW
            for first, sixth in zip(posted[::5], posted[5::5], strict=False)
        )
        assert waits_told(table) == 0
        await table.breaks("limit", on="posts", seconds=0.01)
        await duel.types((await duel.moves())[0], at="lobby")
        await duel.plays_on()
        await table.agrees(duel)
        assert waits_told(table) == 1
