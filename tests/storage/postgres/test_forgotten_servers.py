"""The row that units of a server lock is deleted with the rest of it, also while others wait."""

import asyncio
from itertools import chain

import pytest

from engine.duel import First, Terms
from engine.opponents.levels import Level
from storage.backend import DB
from storage.ids import direct_messages
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connection import Connection
from storage.postgres.store import open_store
from tests.storage.builders import ANA, BOT, DAY, DIVISOR, POSTING, Table
from tests.storage.databases import FEW
from tests.storage.postgres.gates import HERE, opened
from tests.storage.puzzle_builders import puzzles

LOCKS = "SELECT guild FROM guild_lock"


async def test_erased_direct_messages_have_no_lock(database: str, outsider: Connection) -> None:
    """Nor do they get one by puzzles that come too late."""
    asked = Terms(ANA, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
    async with open_store(database, FEW) as store:
        table = Table(store, direct_messages(ANA))
        await store.practise(table.call(ANA), asked, POSTING, private=True)
        assert [guild for (guild,) in outsider.execute(LOCKS).fetchall()] == [table.guild]
        await store.erase(table.guild, ANA, table.now)
        assert outsider.execute(LOCKS).fetchall() == []
        assert await store.take_puzzles(table.guild, puzzles()) == 0
        assert outsider.execute(LOCKS).fetchall() == []


@pytest.mark.parametrize("forgotten", [2, 3])
async def test_units_of_two_processes_wait_for_each_other_nevertheless(
    database: str, backend: PostgresBackend, forgotten: int
) -> None:
    """Though every second or third one deletes the lock."""

    def counted(db: DB) -> int:
        (value,) = db.execute("SELECT value FROM note WHERE key = 'count'").fetchone()
        db.execute("UPDATE note SET value = ? WHERE key = 'count'", (str(int(value) + 1),))
        if int(value) % forgotten == 0:
            backend.forget(db, HERE)
        return int(value)

    await backend.write(
        None, lambda db: db.execute("INSERT INTO note (key, value) VALUES ('count', '0')")
    )
    async with opened(database, Options(lanes=2)) as other:

        async def count(one: PostgresBackend) -> list[int]:
            return [await one.write(HERE, counted) for _ in range(60)]

        answers = await asyncio.gather(count(backend), count(other))
    assert sorted(chain(*answers)) == list(range(120))
