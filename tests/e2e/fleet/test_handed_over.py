"""Shards that are handed over: in a rolling restart, to processes with another number of shards,
and with them the direct messages of the first one."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.text.english import English
from tests.e2e.fleet.bot import LOOK
from tests.e2e.fleet.fleet import fleet, now, server_of, three
from tests.e2e.fleet.idle_duels import idle_duels, nobody_lost_time, play_on
from tests.e2e.fleet.load import Load, under_load

pytestmark = pytest.mark.fleet

SHARDS = 6
WHILE = 3.0
# How long a shard may be away while it is handed over, and a player may be without an answer, in
# seconds: Discord has a session begin only so soon after the one before in its bucket.
HANDED_OVER, ANSWERED = 4.0, 8.0


def longest_wait(load: Load, since: float) -> float:
    """The longest time in seconds in which nobody in a server had an answer."""
    waits = []
    for server in load.servers:
        done = [each for each in server.asks if each.state == "answered" and not each.refused]
        moments = [since, *sorted(each.real + each.took for each in done if each.real > since)]
        waits.append(max(later - earlier for earlier, later in pairwise(moments)))
    return max(waits)


async def test_a_rolling_restart(tmp_path: Path, shared_database: str) -> None:
    async with three(tmp_path, shared_database, "3") as fleet:
        duels = await idle_duels(fleet)
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            begun = now()
            for name in ("one", "two", "three"):
                await fleet.processes[name].stop()
                others = {"one", "two", "three"} - {name}
                await fleet.serves(SHARDS, *others)
                since = now()
                await fleet.start(name, DUELHOST_SHARDS_EACH="3")
                await fleet.has_logged_in(name, since)
                await asyncio.sleep(WHILE)
            over = now()
            await asyncio.sleep(WHILE)
        absences = [
            back - left
            for each in fleet.tables
            for left, back in fleet.watch.absences(server_of(each))
            if begun < left < over
        ]
        wait = longest_wait(load, begun)
        print(f"away for {max(absences):.1f} s at most; without an answer for {wait:.1f} s at most")
        assert max(absences) < HANDED_OVER
        assert wait < ANSWERED
        nobody_lost_time(fleet, duels, begun)
        await play_on(duels)
        await load.settle()
        assert load.violations() == []


async def test_another_number_of_shards(tmp_path: Path, shared_database: str) -> None:
    """The new processes wait until the last of the old ones that have shards has gone."""
    # The third stands by, and takes over from the first: the second has all it may have.
    async with three(tmp_path, shared_database, "2", "4", "6") as fleet:
        duels = await idle_duels(fleet)
        async with under_load(fleet) as load:
            await asyncio.sleep(WHILE)
            begun = now()
            for name in ("four", "five"):
                await fleet.start(name, DUELHOST_SHARDS="9", DUELHOST_SHARDS_EACH="5")
                await fleet.has_logged_in(name)
            await fleet.processes["one"].stop()
            await fleet.serves(SHARDS, "two", "three", of=SHARDS)
            assert fleet.connected("four", "five") == set()
            await fleet.processes["two"].stop()
            await fleet.serves(SHARDS, "three", of=SHARDS)
            assert fleet.connected("four", "five") == set()
            await fleet.processes["three"].kill()
            await fleet.serves(9, "four", "five", of=9)
            await asyncio.sleep(WHILE)
        nobody_lost_time(fleet, duels, begun)
        await play_on(duels)
        await load.settle()
        assert load.violations() == []


async def test_direct_messages_and_commands_have_another_process(
    tmp_path: Path, shared_database: str
) -> None:
    """The duels that a deletion ends are shown by the processes that have their servers."""
    async with fleet(tmp_path, shared_database, shards=SHARDS) as here:
        for name in ("one", "two", "three"):
            await here.start(name, DUELHOST_SHARDS_EACH="2")
            await here.has_logged_in(name)
        await here.serves(SHARDS)
        await here.take_seats(SHARDS)
        for table in here.tables:
            await table.duel(table.eve, table.bo)
        assert 0 in here.processes["one"].shards
        await here.processes["one"].kill()
        await here.start("four", DUELHOST_SHARDS_EACH="2")
        await here.serves(SHARDS, "two", "three", "four")
        eve = here.tables[0].eve
        page = await eve.types("/privacy", at="Duelhost")
        sure = await eve.presses(English.DELETE, on=page.message)
        await eve.presses(English.DELETE_YES, on=sure.message)
        await eve.sees(English.DELETED)
        deleted = now()
        won, _, _ = English.WON.partition(" in ")
        for table in here.tables:
            await table.bo.sees(won.format(winner="@Bo", loser=English.DELETED_PLAYER))
            assert table.archive.faults() == []
        assert now() - deleted < 2 * LOOK / 1000 + WHILE
