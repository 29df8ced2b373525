"""Metrics, health, backups and rate limits of a running bot."""

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp.test_utils import unused_port

from bot.text.english import English
from storage.sqlite.check import check
from storage.sqlite.restore import restore
from tests.bot.host.exposed_metrics import samples
from tests.e2e.sentences import compiled
from tests.e2e.table import Table, laid, tries_duelhost

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Interactions that a player may make at once.
LIMIT = 10
TOO_FAST = compiled(English.REFUSALS["player-too-fast"])


class Watched:
    """A table whose bot has a port for its status."""

    def __init__(self, table: Table, port: int) -> None:
        self.table = table
        self.port = str(port)

    async def metrics(self) -> dict[str, float]:
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as http, http.get(url) as response:
            return samples(await response.text())

    async def health(self) -> int | None:
        """The exit code of `duelhost health`, which knows the port and nothing else."""
        code, _ = await tries_duelhost(self.table.folder, "health", DUELHOST_STATUS_PORT=self.port)
        return code


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def watched(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    folder, port = tmp_path_factory.mktemp("watched"), unused_port()
    (folder / "backups").mkdir()
    async with laid(
        folder,
        DUELHOST_STATUS_PORT=str(port),
        DUELHOST_BACKUP_DIR=str(folder / "backups"),
        DUELHOST_PLAYER_LIMIT=str(LIMIT),
    ) as table:
        yield Watched(table, port)


async def test_what_happens_is_counted(watched: Watched) -> None:
    table, before = watched.table, await watched.metrics()
    assert before['duelhost_connected{shard="0"}'] == 1
    assert before['duelhost_servers{shard="0"}'] == 1
    assert before['duelhost_open_duels{phase="playing",shard="0"}'] == 0
    duel = await table.duel(table.ana, table.bo, size=3)
    assert (await table.bo.types("/duel move", move="1", duel=str(duel.number))).told
    await table.challenge(table.cleo, table.dan)
    limited = await table.breaks("limit", on="posts", seconds=0.01)
    await duel.types("1", at="lobby")
    await table.has_struck(limited)
    await duel.board()

    after = await watched.metrics()
    gained = {name: value - before.get(name, 0) for name, value in after.items()}
    assert gained['duelhost_moves_total{game="divisor"}'] == 1
    assert gained['duelhost_refusals_total{code="not-your-turn"}'] == 1
    assert gained['duelhost_discord_requests_total{status="429"}'] == 1
    # Two challenges, an acceptance, a refusal, and a move that was promised an answer.
    assert gained["duelhost_answer_seconds_count"] == 5
    assert 0 < gained["duelhost_answer_seconds_sum"] < 15
    assert gained['duelhost_open_duels{phase="playing",shard="0"}'] == 1
    assert gained['duelhost_open_duels{phase="offered",shard="0"}'] == 1
    # Two moves: one was refused, which the database notes too.
    assert gained["duelhost_commit_seconds_count"] == 2
    assert after["duelhost_shards"] == 1
    assert after["duelhost_lease_seconds"] == math.inf
    assert gained["duelhost_faults_total"] == 0


async def test_a_backup_is_made_at_the_start(watched: Watched, tmp_path: Path) -> None:
    (made,) = (watched.table.folder / "backups").iterdir()
    age = (await watched.metrics())["duelhost_backup_age_seconds"]
    assert 0 <= age < 600
    restored = tmp_path / "duelhost.db"
    restore(restored, made, force=False)
    assert list(check(restored)) == []


async def test_a_flood_keeps_nobody_waiting(watched: Watched) -> None:
    """Dan asks a hundred times at once. He is served within his limit, told as often that it was
    too much, and otherwise ignored. Ana and Bo don't notice."""
    table, dan = watched.table, watched.table.dan
    before = await watched.metrics()
    duel = await table.duel(table.ana, table.bo, size=3)
    pressing = [asyncio.create_task(dan.types("/duel help")) for _ in range(10 * LIMIT)]
    await duel.plays("2", "1", "3")
    answers = await asyncio.gather(*pressing)
    told = [each.told for each in answers if not each.failed]
    too_fast = [each for each in told if TOO_FAST.fullmatch(each)]
    after = await watched.metrics()
    ignored = after["duelhost_ignored_total"] - before["duelhost_ignored_total"]
    assert ignored == len(answers) - len(told)
    # The limit is refilled a little while they are pressed.
    assert LIMIT <= len(told) - len(too_fast) <= 2 * LIMIT
    assert LIMIT <= len(too_fast) <= 2 * LIMIT
    await table.agrees(duel)


async def test_it_is_healthy_until_it_stops(watched: Watched) -> None:
    assert await watched.health() == 0
    await watched.table.does_to_the_bot("stop")
    assert await watched.health() == 1
