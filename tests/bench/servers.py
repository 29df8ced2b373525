"""The memory of a bot in ten thousand servers, and how long it takes until it is ready.

The real program in ten shards of a sandbox, whose servers have as many channels and roles as a
community has. The same bot in one server a shard is what it takes without them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deploy.sandbox.gateway import greeting
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Server
from deploy.sandbox.objects import Json
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import Scale
from tests.bench.figures import Figure, report
from tests.bench.processes import TOLD, resident
from tests.e2e.conftest import logged
from tests.e2e.table import sandbox_for

SERVERS, SHARDS = 10_000, 10
CHANNELS, ROLES = 20, 15
KB, MB = 1024, 1024 * 1024
introduced = greeting.guild
# KB for each server, MB in all, and seconds until everybody can play.
LEAST_MEMORY, MOST_MEMORY, READY = 25, 400, 60
READY_EVENT = "all shards are ready"
# In seconds: how often to look whether it is ready, how long that may take, and until its memory
# is at rest.
LOOK, PATIENCE, REST = 0.1, 300.0, 3.0


def measure() -> Iterator[Figure]:
    few, _ = asyncio.run(measured(SHARDS))
    many, seconds = asyncio.run(measured(SERVERS))
    each = (many - few) / (SERVERS - SHARDS)
    excuse = "" if TOLD else "this system doesn't tell how large a process is"
    yield Figure(f"memory in {SHARDS} servers", few / MB, None, "MB", excuse)
    yield Figure(f"memory in {SERVERS:,} servers", many / MB, MOST_MEMORY, "MB", excuse)
    yield Figure("memory for each server", each / KB, LEAST_MEMORY, "KB", excuse)
    yield Figure(f"until {SHARDS} shards are ready", seconds, READY, "s")


async def measured(servers: int) -> tuple[int, float]:
    """Return how many bytes a bot takes once it is ready, and in how many seconds it is."""
    with TemporaryDirectory(prefix="servers-") as folder:
        async with running(Path(folder), servers) as (sandbox, pid):
            told = await ready(Path(folder))
            assert not any(each.untold for each in sandbox.gateway.sessions.values())
            assert (told["servers"], told["shards"]) == (servers, SHARDS)
            await asyncio.sleep(REST)
            return resident(pid), told["seconds"]


def large(server: Server, intents: Intent) -> Json:
    """GUILD_CREATE of a server with more channels and roles than a sandbox's servers have."""
    told = introduced(server, intents)
    channels, roles = (cycle([*told[what]]) for what in ("channels", "roles"))
    for nth in range(CHANNELS - len(told["channels"])):
        told["channels"].append(next(channels) | {"id": str(int(server.id) + 100 + nth)})
    for nth in range(ROLES - len(told["roles"])):
        told["roles"].append(next(roles) | {"id": str(int(server.id) + 1000 + nth)})
    return told


@asynccontextmanager
async def running(folder: Path, servers: int) -> AsyncIterator[tuple[Sandbox, int]]:
    scale = Scale(servers, shards=SHARDS, concurrency=SHARDS)
    greeting.guild = large
    sandbox, bot = sandbox_for(folder, scale=scale)
    async with sandbox.open():
        await bot.start()
        assert bot.pid
        yield sandbox, bot.pid


async def ready(folder: Path) -> dict[str, Any]:
    """Wait until all shards know their servers. Return the log's line that says so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = [each for each in logged(folder) if each["event"] == READY_EVENT]
            if told:
                return told[-1]
            await asyncio.sleep(LOOK)


def main() -> None:
    report(f"{SERVERS:,} servers in {SHARDS} shards", list(measure()))


if __name__ == "__main__":
    main()
