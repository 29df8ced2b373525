"""Whoever hosts the bot watches over it: what it tells of itself agrees with what has happened."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp.test_utils import unused_port

from deploy.sandbox.bot_process import surroundings
from storage.sqlite.check import check
from storage.sqlite.restore import restore
from tests.bot.watching import samples
from tests.e2e.table import ROOT, Table, laid

pytestmark = pytest.mark.asyncio(loop_scope="module")

MOST = 10


class Watched:
    """A table whose bot can be asked how it is."""

    def __init__(self, table: Table, port: int) -> None:
        self.table = table
        self._port = port

    async def counts(self) -> dict[str, float]:
        url = f"http://127.0.0.1:{self._port}/metrics"
        async with aiohttp.ClientSession() as http, http.get(url) as response:
            return samples(await response.text())

    async def health(self) -> tuple[int | None, str]:
        """As a health check asks, which knows the port and nothing else."""
        run = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "health"),
            cwd=self.table.folder,
            env=surroundings({"DUELHOST_STATUS_PORT": str(self._port), "PYTHONPATH": str(ROOT)}),
            stdout=PIPE,
            stderr=PIPE,
        )
        out, err = await run.communicate()
        return run.returncode, (out or err).decode().strip()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def watched(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    folder, port = tmp_path_factory.mktemp("watched"), unused_port()
    (folder / "backups").mkdir()
    async with laid(
        folder,
        DUELHOST_STATUS_PORT=str(port),
        DUELHOST_BACKUP_DIR=str(folder / "backups"),
        DUELHOST_PLAYER_LIMIT=str(MOST),
    ) as table:
        yield Watched(table, port)


async def test_what_happens_is_counted(watched: Watched) -> None:
    table, before = watched.table, await watched.counts()
    assert before["duelhost_connected"] == 1
    assert before["duelhost_servers"] == 1
    assert before['duelhost_open_duels{phase="playing"}'] == 0
    duel = await table.duel(table.ana, table.bo, size=3)
    assert (await table.bo.types("/duel move", move="1", duel=str(duel.number))).told
    await table.challenge(table.cleo, table.dan)
    limited = await table.breaks("limit", on="posts", seconds=0.01)
    await duel.types("1", at="lobby")
    await table.has_struck(limited)
    await duel.board()

    after = await watched.counts()
    gained = {name: value - before.get(name, 0) for name, value in after.items()}
    assert gained['duelhost_moves_total{game="divisor"}'] == 1
    assert gained['duelhost_refusals_total{code="not-your-turn"}'] == 1
    assert gained['duelhost_discord_requests_total{status="429"}'] == 1
    # Two challenges, an acceptance, a refusal, and a move that was promised an answer.
    assert gained["duelhost_answer_seconds_count"] == 5
    assert 0 < gained["duelhost_answer_seconds_sum"] < 15
    assert gained['duelhost_open_duels{phase="playing"}'] == 1
    assert gained['duelhost_open_duels{phase="offered"}'] == 1
    assert gained["duelhost_faults_total"] == 0


async def test_it_is_ready_while_it_is_connected(watched: Watched) -> None:
    assert await watched.health() == (0, "It is ready.")
    await watched.table.does_to_the_bot("stop")
    code, said = await watched.health()
    assert code == 1
    assert said.startswith("duelhost: No bot answers at http://127.0.0.1:")
    await watched.table.does_to_the_bot("start")
    duel = await watched.table.duel(watched.table.cleo, watched.table.eve, size=3)
    assert duel.number
    assert await watched.health() == (0, "It is ready.")


async def test_a_backup_of_its_own_is_a_database(watched: Watched, tmp_path: Path) -> None:
    """Made at the start, before anybody had played."""
    (made,) = (watched.table.folder / "backups").iterdir()
    age = (await watched.counts())["duelhost_backup_age_seconds"]
    assert 0 <= age < 600
    restored = tmp_path / "duelhost.db"
    restore(restored, made, force=False)
    assert list(check(restored)) == []


async def test_a_flood_keeps_nobody_waiting(watched: Watched) -> None:
    """Dan asks a hundred times at once. Of what he asks, as many are served as anybody's would
    be, as many are told that it was too much, and Ana and Bo don't notice."""
    table, dan = watched.table, watched.table.dan
    before = await watched.counts()
    duel = await table.duel(table.ana, table.bo, size=3)
    pressing = [asyncio.create_task(dan.types("/duel help")) for _ in range(10 * MOST)]
    await duel.plays("2", "1", "3")
    answers = await asyncio.gather(*pressing)
    told = [each.told for each in answers if not each.failed]
    too_much = [each for each in told if each.startswith("You are faster than I can follow")]
    after = await watched.counts()
    ignored = after["duelhost_ignored_total"] - before["duelhost_ignored_total"]
    assert ignored == len(answers) - len(told)
    # A little of it comes back while they are pressed.
    assert MOST <= len(told) - len(too_much) <= 2 * MOST
    assert MOST <= len(too_much) <= 2 * MOST
    await table.agrees(duel)
