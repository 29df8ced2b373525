"""The bot as a process of its own, as its host starts it."""

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.host.settings import PREFIX
from tests.bot.host.discord_stub import TOKEN
from tests.storage.copy_process import ROOT

SOON = 10.0


class Program:
    """The real one, with a folder of its own."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.folder = folder
        self.process = process
        self.said = ""

    async def until(self, event: str) -> dict[str, Any]:
        """Return the log entry of this event as soon as the bot writes it."""
        assert self.process.stderr
        while line := (await asyncio.wait_for(self.process.stderr.readline(), SOON)).decode():
            self.said += line
            if line.startswith("{") and (entry := json.loads(line))["event"] == event:
                return dict(entry)
        raise AssertionError(f"it never said {event!r}, but:\n{self.said}")

    def tell(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    async def ends(self) -> int:
        out, err = await asyncio.wait_for(self.process.communicate(), SOON)
        self.said += out.decode() + err.decode()
        assert TOKEN not in self.said
        assert self.process.returncode is not None
        return self.process.returncode


Start = Callable[..., Awaitable[Program]]


def surroundings(**chosen: str) -> dict[str, str]:
    mine = {key: value for key, value in os.environ.items() if not key.startswith(PREFIX)}
    return {**mine, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN, **chosen}
