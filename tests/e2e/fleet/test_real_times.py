"""The program as it is, with the times that it has: how long a lost process is missed."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from bot.text.english import English
from tests.e2e.fleet.fleet import now, server_of, three, until
from tests.e2e.fleet.idle_duels import idle_duels, nobody_lost_time, play_on
from tests.e2e.fleet.load import under_load
from tests.e2e.fleet.processes import REAL
from tests.e2e.player import Player

pytestmark = pytest.mark.fleet

SHARDS = 4
WHILE = 5.0
# In seconds: until every player has an answer again, and until the duels that a deletion ends are
# shown by other processes. A pulse is as old as this at most.
ANSWERED, SHOWN, PULSE = 60.0, 135.0, 16.0
WON, _, _ = English.WON.partition(" in ")


def is_told(player: Player, text: str) -> bool:
    return player.screen.newest(lambda each: text in each.text) is not None


async def test_a_killed_process_is_missed_for_less_than_a_minute(
    tmp_path: Path, shared_database: str
) -> None:
    async with three(tmp_path, shared_database, "2", shards=SHARDS, pace=REAL) as fleet:
        one, duels = fleet.processes["one"], await idle_duels(fleet)
        lost = [server_of(each) for each in fleet.tables_of(one)]
        async with under_load(fleet, at_once=1) as load:
            await asyncio.sleep(WHILE)
            killed = now()
            await one.kill()
            await fleet.serves(SHARDS, "two", "three")
            await asyncio.sleep(WHILE)
        missed = load.first_answer(lost, killed) - killed
        print(f"answers again after {missed:.1f} s")
        assert missed < ANSWERED
        nobody_lost_time(fleet, duels, killed, oldest_pulse=PULSE)
        await play_on(duels)
        await load.settle()
        assert load.violations() == []

        for table in fleet.tables:
            await table.duel(table.eve, table.bo)
        eve = fleet.tables[0].eve
        await eve.types("/privacy", at="Duelhost")
        await eve.presses(English.DELETE)
        await eve.presses(English.DELETE_YES)
        deleted = now()
        ended = WON.format(winner="@Bo", loser=English.DELETED_PLAYER)
        for table in fleet.tables:
            await until(partial(is_told, table.bo, ended), ended, 2 * SHOWN)
        print(f"shown everywhere after {now() - deleted:.1f} s")
        assert now() - deleted < SHOWN
