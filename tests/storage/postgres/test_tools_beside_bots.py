"""Tools take turns with units of work: whoever has locked a server keeps others from it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.engines import database_at
from storage.postgres.backend import Options
from storage.postgres.connection import Connection
from storage.postgres.sessions import TOOL
from storage.postgres.store import open_store
from tests.storage.builders import GUILD, START, Table
from tests.storage.copy_process import later_table
from tests.storage.postgres.databases import Databases, run

WAITING = """
SELECT count(*) FROM pg_stat_activity WHERE application_name = ? AND wait_event_type = 'Lock'
"""
LOCK = (
    "INSERT INTO guild_lock (guild) VALUES ({}) ON CONFLICT DO NOTHING",
    "SELECT 1 FROM guild_lock WHERE guild = {} FOR UPDATE",
)
OPTIONS = Options(lanes=2, readers=1)


async def taking_turns(
    outsider: Connection, watcher: Connection, tool: Callable[[], object]
) -> None:
    """Run a tool while somebody else has locked the server, and see that it waits."""
    run(outsider, "BEGIN", *(each.format(GUILD) for each in LOCK))
    running = asyncio.create_task(asyncio.to_thread(tool))
    try:
        async with asyncio.timeout(20):
            while not watcher.execute(WAITING, (TOOL,)).fetchone()[0]:
                assert not running.done()
                await asyncio.sleep(0)
    finally:
        run(outsider, "COMMIT")
    await running


async def test_recalculation(database: str, outsider: Connection, watcher: Connection) -> None:
    there = database_at(database)
    async with open_store(database, OPTIONS) as store:
        for _ in range(3):
            await later_table(store).finish()
        run(outsider, "DELETE FROM standing")
        await taking_turns(outsider, watcher, there.recalculate)
        await later_table(store).finish()
    assert list(there.check()) == []


async def test_an_import(
    database: str,
    databases: Databases,
    outsider: Connection,
    watcher: Connection,
    tmp_path: Path,
) -> None:
    exported = tmp_path / "x.gz"
    with databases.database() as elsewhere:
        async with open_store(elsewhere, OPTIONS) as store:
            await later_table(store).finish()
        database_at(elsewhere).export(GUILD, exported)
    there = database_at(database)
    await taking_turns(outsider, watcher, lambda: there.take_in(exported, START))
    async with open_store(database, OPTIONS) as store:
        await later_table(store).finish()
    assert list(there.check()) == []


async def test_steps_of_a_recalculation_and_of_a_bot(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Duels end, and the bot recalculates, between any two steps of the tool."""
    monkeypatch.setattr("storage.postgres.recalculation.AT_ONCE", 2)
    there = database_at(database)
    async with open_store(database, OPTIONS) as store:
        table = Table(store)
        for _ in range(9):
            await table.finish()
        loop = asyncio.get_running_loop()
        steps = list[int]()

        async def between() -> None:
            await table.finish()
            if len(steps) % 2:
                await store.recalculate_some(GUILD)

        def watch(done: int, _total: int) -> None:
            steps.append(done)
            asyncio.run_coroutine_threadsafe(between(), loop).result(20)

        await asyncio.to_thread(there.recalculate, watch)
        assert len(steps) > 1
    assert list(there.check()) == []
