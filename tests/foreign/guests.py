"""The guest bots: how each is installed and started."""

import asyncio
import os
import shlex
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.sandbox.bot_process import Bot
from deploy.sandbox.ids import by_the_clock
from tests.deploy.page_client import PageClient
from tests.deploy.sandbox_client import Clock, Club, a_club

HERE = Path(__file__).parent
# A bot that somebody tries by hand, in the place of all others.
YOURS = "GUEST_BOT"
# Seconds until a library has been loaded, has connected and has registered its commands.
READY = 30.0


@dataclass(frozen=True)
class Guest:
    """A bot written with another library. `command` installs what it needs, and returns how it is
    started."""

    name: str
    command: Callable[[], list[str]]


def with_npm(folder: Path, script: str = "bot.mjs") -> list[str]:
    """Installs the versions that package.json names, and no scripts of theirs."""
    npm = shutil.which("npm")
    if npm is None:
        why = "No npm was found, so nothing written in JavaScript is tried: apt-get install npm"
        (pytest.fail if "CI" in os.environ else pytest.skip)(why)
    command = [npm, "install", "--silent", "--ignore-scripts", "--prefix", str(folder)]
    subprocess.run(command, check=True, cwd=folder)
    return ["node", str(folder / script)]


def with_uv(script: Path) -> list[str]:
    """Installs what the head of the script names, in an environment of its own. There is no uv
    between us and the bot: a signal wouldn't always reach through it."""
    uv = shutil.which("uv")
    if uv is None:
        why = "No uv was found, so no other bot written in Python is tried: pip install uv"
        (pytest.fail if "CI" in os.environ else pytest.skip)(why)
    subprocess.run([uv, "sync", "--quiet", "--script", str(script)], check=True)
    find = [uv, "python", "find", "--script", str(script)]
    python = subprocess.run(find, check=True, capture_output=True, text=True).stdout.strip()
    return [python, str(script)]


def invited() -> list[Guest]:
    if yours := os.environ.get(YOURS):
        return [Guest(yours, lambda: shlex.split(yours))]
    return [
        Guest("discord.js", lambda: with_npm(HERE / "discordjs")),
        Guest("hikari", lambda: with_uv(HERE / "hikari" / "bot.py")),
    ]


class RealTime(Clock):
    """Other people's bots wait by a clock of their own."""

    def __call__(self) -> int:
        return by_the_clock()


@dataclass(frozen=True)
class Visit:
    """A bot that is online in a sandbox of its own."""

    club: Club
    bot: Bot


@asynccontextmanager
async def visiting(guest: Guest, folder: Path) -> AsyncIterator[Visit]:
    command = guest.command()
    async with a_club(limited=True, privileged=True, strict=False, clock=RealTime()) as club:
        settings = {
            "DISCORD_TOKEN": club.token,
            "DISCORD_API": f"http://127.0.0.1:{club.sandbox.port}/api",
        }
        bot = Bot(command, settings, folder, folder / "bot.log")
        visit = Visit(club, bot)
        page = await club.sit()
        try:
            await bot.start()
            await _ready(visit, page)
            yield visit
        finally:
            await page.leave()
            bot.died = lambda _: None
            bot.put_an_end_to()
            await bot.stop()


async def _ready(visit: Visit, page: PageClient) -> None:
    """Waits until Ana's page offers the bot's command."""
    died = asyncio.get_running_loop().create_future()
    visit.bot.died = died.set_result
    offered = asyncio.create_task(_offered(page))
    await asyncio.wait({died, offered}, timeout=READY, return_when=asyncio.FIRST_COMPLETED)
    if not offered.done():
        offered.cancel()
        why = f"ended with {died.result()}" if died.done() else f"wasn't ready in {READY:.0f} s"
        pytest.fail(f"The bot {why}:\n{visit.bot.log.read_text()}", pytrace=False)
    await offered


async def _offered(page: PageClient) -> None:
    while True:
        frame = await page.socket.receive_json()
        if frame["type"] == "commands" and any(
            each["name"] == "guest" for each in frame["commands"]
        ):
            return
