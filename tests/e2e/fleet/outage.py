"""The database is away until every process has fallen silent, and comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.e2e.fleet.fleet import Fleet, now, until
from tests.e2e.fleet.processes import Process
from tests.storage.postgres.server import PostgresServer

SILENT = "the leases have run out, so this process is silent"
SPEAKS = "the leases are renewed"


@asynccontextmanager
async def database_away(fleet: Fleet, server: PostgresServer) -> AsyncIterator[float]:
    """The block begins when all processes are silent, and is told since when the database is away.
    Their sessions go on, so the watch has to be told that they serve nobody."""
    serving = [each for each in fleet.processes.values() if fleet.connected(each.name)]
    ends = {each: _times(SPEAKS, each) for each in serving}

    async def serves_again(process: Process) -> None:
        await _tells(SPEAKS, process, ends[process])
        fleet.watch.hears_again(process.name)

    begun = now()
    for each in serving:
        fleet.watch.has_fallen_deaf(each.name)
    silent = [_tells(SILENT, each, _times(SILENT, each)) for each in serving]
    try:
        await asyncio.to_thread(server.stop)
        await asyncio.gather(*silent)
        yield begun
    finally:
        await asyncio.to_thread(server.start)
    await asyncio.gather(*map(serves_again, serving))


async def _tells(event: str, process: Process, before: int) -> None:
    """Wait until a process has written this into its log more often than before."""
    await until(lambda: _times(event, process) > before, f"{process}: {event}")


def _times(event: str, process: Process) -> int:
    """How often a process has written this into its log."""
    return sum(each["event"] == event for each in process.log)
