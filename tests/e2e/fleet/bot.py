"""The real bot on a database that others share, with a faster pulse and leases that soon run out,
so that a test needn't wait for the best part of a minute. Nothing else can set these times."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.duels import catch_up, scheduler
from bot.host import fleet, logs, process, settings
from engine.durations import SECOND
from storage.postgres import backend, leases
from storage.postgres.address import server_at
from storage.postgres.store import open_at
from storage.store import Store
from tests.e2e.chaos.bot import BEAT, FASTER
from tests.e2e.chaos.clock import reader

# In seconds. Each is in proportion to the real one: a statement that waits for a process that was
# stopped is given up long before a lease runs out.
LASTING, MARGIN, PULSE = 8.0, 1.5, 0.4
LIMIT, GRACE = 2.0, 1.0
LOOK = 3 * SECOND


def hurry() -> None:
    """Shorten all times that a test of several processes waits for."""
    leases.LASTING, fleet.MARGIN, fleet.PULSE = LASTING, MARGIN, PULSE
    backend.LIMIT, backend.GRACE = LIMIT, GRACE
    scheduler.MISSED_BEATS *= FASTER
    scheduler.BEAT = BEAT


def main(url: str, clock: Path, pace: str) -> int:
    """The pace is `real`, `quick`, or `stepped` with a clock that the test moves as well."""
    if pace != "real":
        hurry()
    if pace == "quick":
        catch_up.MINUTE = LOOK  # type: ignore[attr-defined]

    @asynccontextmanager
    async def opened(_path: Path) -> AsyncIterator[Store]:
        async with open_at(server_at(url)) as store:
            yield store

    chosen = settings.read(Path(os.environ["DUELHOST_DATABASE"]))
    logs.set_up(chosen)
    return process.run(chosen, now=reader(clock), open_store=opened)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
