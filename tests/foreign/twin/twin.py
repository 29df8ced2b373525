"""The twin as a process of its own, and our bot in it."""

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from deploy.sandbox.bot_process import Bot
from tests.e2e.table import Table, bot_for, seated

TWIN_LOG = "twin.log"


@asynccontextmanager
async def at_the_twin(command: Sequence[str], folder: Path) -> AsyncIterator[tuple[Table, Bot]]:
    """A table at the twin's page, and the bot there: our own, as anybody runs it."""
    with (folder / TWIN_LOG).open("wb") as log:
        # Node.js 18, which Debian 12 has, calls files in forms experimental.
        env = {**os.environ, "NODE_NO_WARNINGS": "1"}
        twin = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=log, env=env
        )
    assert twin.stdin
    assert twin.stdout
    where = json.loads(await twin.stdout.readline())
    bot = bot_for(folder, where["rest"], where["token"])
    await bot.start()
    try:
        async with seated(where["page"], folder) as table:
            yield table, bot
    finally:
        await bot.stop()
        twin.stdin.close()
        await twin.wait()
    assert (folder / TWIN_LOG).read_text() == ""
