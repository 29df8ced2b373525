"""The real bot, with a clock that the run moves and a faster pulse, so that hours pass within
minutes. It may be one that makes a mistake."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.duels import scheduler
from bot.host import logs, process, settings
from storage.database import Database
from storage.store import Store
from tests.e2e.chaos.clock import reader
from tests.e2e.chaos.mistakes import MISTAKES

# How much more often the scheduler checks the time, so that a step of time doesn't look like a
# machine that has slept.
FASTER = 30
BEAT = scheduler.BEAT // FASTER


def main(clock: Path, mistake: str) -> int:
    scheduler.MISSED_BEATS *= FASTER
    scheduler.BEAT = BEAT

    @asynccontextmanager
    async def opened(database: Database) -> AsyncIterator[Store]:
        async with database.open() as store:
            yield MISTAKES[mistake].store(store) if mistake else store

    chosen = settings.read(os.environ["DUELHOST_DATABASE"])
    logs.set_up(chosen)
    return process.run(chosen, now=reader(clock), open_store=opened)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
