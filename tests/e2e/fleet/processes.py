"""The processes of a bot that share a database: each can be killed, stopped, let go on, and cut off
from the database."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from deploy.sandbox.bot_process import Bot
from tests.e2e.conftest import logged
from tests.e2e.fleet.postgres_archive import PostgresArchive
from tests.e2e.table import COMMAND, bot_for
from tests.storage.postgres.databases import on_port
from tests.storage.postgres.proxy import Proxy

# The pace of the program as it is.
REAL = "real"
# How long anything that a test waits for may take, in seconds.
PATIENCE = 90.0
LOOK = 0.05


class Process:
    """One process, which finds the database behind a proxy of its own."""

    def __init__(self, name: str, folder: Path, url: str, clock: Path, **how: Any) -> None:
        self.name = name
        self.proxy = Proxy(int(re.findall(r":(\d+)/", url)[0]))
        self._archive = PostgresArchive(url, "0", {})
        self._bot = self._made(folder / name, on_port(url, self.proxy.port), clock, **how)

    def __repr__(self) -> str:
        return self.name

    @property
    def pid(self) -> int | None:
        return self._bot.pid if self._bot.runs else None

    @property
    def shards(self) -> set[int]:
        """The shards whose leases it has."""
        held = self._archive.leases()
        return {shard for (shard, _), holder in held.items() if f"-{self.pid}-" in holder}

    @property
    def log(self) -> list[dict[str, Any]]:
        return logged(self._bot.log.parent)

    async def start(self) -> None:
        await self._bot.start()

    async def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        await self._bot.stop()

    async def kill(self) -> None:
        self._bot.put_an_end_to()
        while self._bot.runs:
            await asyncio.sleep(0)

    def freeze(self) -> None:
        """Stop it where it stands, as a machine does that falls asleep."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    async def end(self) -> None:
        self.proxy.close()
        with suppress(ProcessLookupError):
            self.thaw()
        await self.kill()

    def _signal(self, number: int) -> None:
        if self.pid:
            os.killpg(self.pid, number)

    def _made(
        self,
        folder: Path,
        url: str,
        clock: Path,
        *,
        rest: str,
        token: str,
        pace: str,
        settings: Mapping[str, str],
    ) -> Bot:
        folder.mkdir(exist_ok=True)
        chosen = {"DUELHOST_DATABASE": url, "DUELHOST_BACKUP_HOURS": "0", **settings}
        command = (sys.executable, "-m", "tests.e2e.fleet.bot", str(clock), pace)
        return bot_for(folder, rest, token, COMMAND if pace == REAL else command, **chosen)
