"""Opens the store in a database on a PostgreSQL server."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from storage.postgres.address import Server, server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from storage.postgres.migrate import MIGRATIONS, Migration, migrate
from storage.unit_store import UnitStore

PostgresStore = UnitStore[PostgresBackend]


@asynccontextmanager
async def open_store(url: str, options: Options | None = None) -> AsyncIterator[PostgresStore]:
    """Open the store in the database at this address. An older schema is upgraded."""
    async with open_at(server_at(url), options) as store:
        yield store


@asynccontextmanager
async def open_at(server: Server, options: Options | None = None) -> AsyncIterator[PostgresStore]:
    """Open the store in a database whose address has been read."""
    await asyncio.to_thread(upgrade, server)
    backend = PostgresBackend(server, options or Options())
    try:
        yield UnitStore(backend)
    finally:
        await backend.close()


def upgrade(server: Server, migrations: Sequence[Migration] = MIGRATIONS) -> list[Migration]:
    """Upgrade a database. Return the migrations that were applied."""
    connection = connect(server)
    connection.prepare_nothing()  # each statement comes once
    try:
        return migrate(connection, migrations)
    finally:
        connection.close()
