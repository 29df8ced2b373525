"""Processes that are killed, stopped, or cut off from the database while players play: others take
over what they have held, and nobody loses a move or time, or is told anything twice."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.fleet.fleet import Fleet, now, server_of, three, until
from tests.e2e.fleet.idle_duels import IdleDuel, idle_duels, nobody_lost_time, play_on
from tests.e2e.fleet.load import Load, under_load

pytestmark = pytest.mark.fleet

SHARDS = 6
# Three processes share six shards; or two do, and the third stands by.
SHARE, STAND_BY = "2", "3"
# How long players play before and after something happens, in seconds.
WHILE = 3.0


def others_went_on(load: Load, lost: list[str], since: float, until: float) -> None:
    """Servers that weren't lost were served all the time, which excuses no missing answer."""
    for server in load.servers:
        if (key := server_of(server.table)) not in lost:
            assert [each for each in load.fleet.watch.absences(key) if each[0] > since] == []
            assert [each for each in server.asks if since < each.real < until]


async def all_is_well(fleet: Fleet, load: Load, duels: list[IdleDuel], since: float) -> None:
    """After everything has come to rest."""
    nobody_lost_time(fleet, duels, since)
    await play_on(duels)
    await load.settle()
    assert load.violations() == []
    assert load.played > len(load.servers)


@pytest.mark.parametrize("each", [SHARE, STAND_BY])
async def test_a_process_is_killed(tmp_path: Path, shared_database: str, each: str) -> None:
    async with three(tmp_path, shared_database, each) as fleet:
        one, duels = fleet.processes["one"], await idle_duels(fleet)
        lost = [server_of(table) for table in fleet.tables_of(one)]
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            killed = now()
            await one.kill()
            if each == SHARE:
                await fleet.start("four", DUELHOST_SHARDS_EACH=each)
            await fleet.serves(SHARDS, "two", "three", "four")
            back = now()
            await asyncio.sleep(WHILE)
        others_went_on(load, lost, killed, back)
        await all_is_well(fleet, load, duels, killed)
        assert one.pid is None


async def test_a_process_is_stopped_and_goes_on(tmp_path: Path, shared_database: str) -> None:
    """It was stopped while its players pressed buttons, and hears of that when it goes on. By then
    others have answered, and it says nothing."""
    async with three(tmp_path, shared_database, STAND_BY) as fleet:
        one, duels = fleet.processes["one"], await idle_duels(fleet)
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            stopped = now()
            fleet.watch.has_fallen_deaf("one")
            one.freeze()
            await fleet.serves(SHARDS, "two", "three")
            taken = now()
            await asyncio.sleep(WHILE)
            one.thaw()
            await until(lambda: not fleet.connected("one"), "its sessions closed")
            await asyncio.sleep(WHILE)
            assert fleet.sent_by(one, taken) == []
            # It stands by, and takes over from the next one that is lost.
            await fleet.processes["two"].kill()
            await fleet.serves(SHARDS, "one", "three")
            await asyncio.sleep(WHILE)
        assert fleet.sent_by(one, taken) != []
        await all_is_well(fleet, load, duels, stopped)


async def test_a_process_is_cut_off_from_the_database(tmp_path: Path, shared_database: str) -> None:
    """Discord can still be reached, and hears nothing."""
    async with three(tmp_path, shared_database, STAND_BY) as fleet:
        one, duels = fleet.processes["one"], await idle_duels(fleet)
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            cut = now()
            fleet.watch.has_fallen_deaf("one")
            one.proxy.hold()
            await fleet.serves(SHARDS, "two", "three")
            taken = now()
            await asyncio.sleep(WHILE)
            one.proxy.let_flow()
            await asyncio.sleep(WHILE)
            assert fleet.sent_by(one, taken) == []
            await fleet.processes["three"].kill()
            await fleet.serves(SHARDS, "one", "two")
            await asyncio.sleep(WHILE)
        await all_is_well(fleet, load, duels, cut)
