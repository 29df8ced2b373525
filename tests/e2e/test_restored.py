"""A database is lost and a backup is put in its place. Its players have seen what came since."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from deploy.sandbox.bot_process import surroundings
from deploy.sandbox.terminal import DATABASE
from tests.e2e.table import ROOT, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def duelhost(folder: Path, *typed: str) -> str:
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *typed, "--database", DATABASE),
        cwd=folder,
        env=surroundings({"PYTHONPATH": str(ROOT)}),
        stdout=PIPE,
    )
    out, _ = await run.communicate()
    assert run.returncode == 0
    return out.decode()


async def test_duels_go_on_from_the_backup(table: Table) -> None:
    ana, bo, cleo = table.ana, table.bo, table.cleo
    duel = await table.duel(ana, bo)
    await duel.plays("6", "12")
    saved = list(duel.made)
    offered = await table.challenge(cleo, bo)
    await duelhost(table.folder, "backup", "saved.db")
    await duel.plays("4", "8")
    lost = await duel.board()
    await bo.presses("Accept", on=await bo.sees("@Bo, @Cleo challenges you to"))

    await table.does_to_the_bot("stop")
    await duelhost(table.folder, "restore", "saved.db", "--force")
    assert "is sound" in await duelhost(table.folder, "check")
    await table.does_to_the_bot("start")

    # Both are shown again, though Discord has seen the same not long ago.
    again = await ana.sees("**@Bo took 12.** Your move, @Ana", after=lost)
    challenge = await bo.sees("@Bo, @Cleo challenges you to", after=lost)
    assert f"#{offered}" in challenge.text
    # Who presses what isn't true any more hears where it goes on.
    refused = await ana.presses("16", on=lost)
    assert refused.told == "That board is from move 5. The current one is here: LINK"
    assert refused.message.links == [again.id]
    await ana.presses("3", on=again)
    await bo.presses("15", on=await bo.sees("**@Ana took 3.** Your move, @Bo", after=again))
    await ana.sees("**@Bo took 15.** Your move, @Ana", after=again)
    assert table.archive.moves(duel.number) == [*saved, ("Ana", "3"), ("Bo", "15")]
    await bo.presses("Accept", on=challenge)
    assert table.archive.is_on(offered)
