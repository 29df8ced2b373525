"""A sandbox in this process with the real bot in its own, which tests can look into: what no bot of
ours does yet is done by the world itself."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import ONE, Scale
from tests.e2e.table import Table, sandbox_for, seated

# Writes the earlier history of a server into a folder, before the bot starts.
Before = Callable[[Path, Servers], Awaitable[None]]


@dataclass(frozen=True)
class Club:
    sandbox: Sandbox
    # The players' seats, for steps that a test needs and doesn't look at.
    table: Table

    @property
    def url(self) -> str:
        return self.sandbox.url


@asynccontextmanager
async def opened(
    folder: Path, before: Before | None = None, scale: Scale = ONE
) -> AsyncIterator[Club]:
    sandbox, bot = sandbox_for(folder, scale=scale)
    if before:
        await before(folder, sandbox.world.servers)
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, folder) as table:
            yield Club(sandbox, table)
