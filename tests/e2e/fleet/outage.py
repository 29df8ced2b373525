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
    before = {each: (_times(SILENT, each), _times(SPEAKS, each)) for each in serving}

    def all_told(nth: int, event: str) -> bool:
        return all(_times(event, each) > told[nth] for each, told in before.items())

    begun = now()
    for each in serving:
        fleet.watch.has_fallen_deaf(each.name)
    try:
        await asyncio.to_thread(server.stop)
        await until(lambda: all_told(0, SILENT), "all processes silent")
        yield begun
    finally:
        await asyncio.to_thread(server.start)
    await until(lambda: all_told(1, SPEAKS), "all processes may speak again")
    for each in serving:
        fleet.watch.hears_again(each.name)


def _times(event: str, process: Process) -> int:
    """How often a process has written this into its log."""
    return sum(each["event"] == event for each in process.log)
