"""Several processes behind a pooler with fewer connections than they have. The contract's tests run
through a pooler too."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.address import server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from tests.storage.postgres.gates import HERE, THERE, opened

pytestmark = pytest.mark.long

PROCESSES, STEPS = 3, 50


@pytest.fixture(params=["session", "transaction"])
def pooled(request: pytest.FixtureRequest, database: str) -> str:
    """A database's address by way of the pooler."""
    pooled = request.getfixturevalue(f"{request.param}_pooled_databases")
    address: str = pooled.pooler.url(database)
    return address


async def test_no_step_is_lost(pooled: str, database: str) -> None:
    async def step(backend: PostgresBackend, guild: GuildId) -> None:
        """Count up as a careless unit would, which only the server's lock makes safe."""

        def unit(db: DB) -> None:
            found = db.execute("SELECT duels FROM server WHERE guild = ?", (guild,)).fetchone()
            db.execute(
                "INSERT INTO server (guild, duels) VALUES (?, ?)"
                " ON CONFLICT (guild) DO UPDATE SET duels = excluded.duels",
                (guild, found[0] + 1 if found else 1),
            )

        await backend.write(guild, unit)

    async with AsyncExitStack() as stack:
        options = Options(lanes=2, readers=1)
        backends = [
            await stack.enter_async_context(opened(pooled, options)) for _ in range(PROCESSES)
        ]
        steps = [
            step(backend, guild)
            for _ in range(STEPS)
            for backend in backends
            for guild in (HERE, THERE)
        ]
        await asyncio.gather(*steps)
        held = [await each.leases.keep(f"process {nth}", 6, 2) for nth, each in enumerate(backends)]
    assert [sorted(each.shards) for each in held] == [[0, 1], [2, 3], [4, 5]]
    connection = connect(server_at(database))
    counted = connection.execute("SELECT guild, duels FROM server ORDER BY guild").fetchall()
    connection.close()
    assert [tuple(each) for each in counted] == [
        (HERE, PROCESSES * STEPS),
        (THERE, PROCESSES * STEPS),
    ]
