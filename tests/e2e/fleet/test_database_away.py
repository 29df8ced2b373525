"""The database that all processes share is restarted, or away for longer than leases last, while
players play."""

import asyncio
from pathlib import Path

import pytest

from bot.text.english import English
from tests.e2e.fleet.bot import LASTING
from tests.e2e.fleet.fleet import Fleet, now, three, until
from tests.e2e.fleet.idle_duels import idle_duels, nobody_lost_time, play_on
from tests.e2e.fleet.load import Load, under_load
from tests.e2e.fleet.outage import database_away
from tests.storage.postgres.server import PostgresServer

pytestmark = pytest.mark.fleet

SHARDS = 3
# How long players play before and after something happens, in seconds.
WHILE = 3.0
AWAY = English.REFUSALS["database-away"]


def sessions(fleet: Fleet) -> set[str]:
    return set(fleet.sandbox.gateway.sessions)


def told(load: Load, since: float) -> list[str]:
    """All private answers since then."""
    asks = [each for server in load.servers for each in server.asks if each.real > since]
    return [each.told for each in asks if each.told]


async def test_the_database_is_restarted(
    tmp_path: Path, shared_database: str, durable_server: PostgresServer
) -> None:
    """It is back before any lease runs out, so every shard stays where it is."""
    async with three(tmp_path, shared_database, "1", shards=SHARDS) as fleet:
        duels, before = await idle_duels(fleet), fleet.connected("one")
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            begun = now()
            await asyncio.to_thread(durable_server.restart)
            load.outages.append((begun, now() + WHILE))
            played = load.played
            await until(lambda: load.played > played + SHARDS, "duels played to their end")
        assert fleet.connected("one") == before
        nobody_lost_time(fleet, duels, begun)
        await play_on(duels)
        await load.settle()
        assert load.violations() == []


async def test_the_database_is_away_for_longer_than_a_lease(
    tmp_path: Path, shared_database: str, durable_server: PostgresServer
) -> None:
    """Nobody takes a shard meanwhile, so no session ends."""
    async with three(tmp_path, shared_database, "1", shards=SHARDS) as fleet:
        duels, before = await idle_duels(fleet), sessions(fleet)
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            async with database_away(fleet, durable_server) as begun:
                assert AWAY in told(load, begun)
                assert now() - begun <= LASTING
                silent = now()
                await asyncio.sleep(WHILE)
                assert [each for each in fleet.sent if each.at > silent] == []
            load.outages.append((begun, now() + WHILE))
            await asyncio.sleep(WHILE)
        assert sessions(fleet) == before
        nobody_lost_time(fleet, duels, begun)
        await play_on(duels)
        await load.settle()
        assert load.violations() == []
