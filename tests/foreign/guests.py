"""The guest bots: how each is installed and started."""

import asyncio
import os
import shlex
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientTimeout

from deploy.sandbox.bot_process import Bot
from deploy.sandbox.terminal import Program, opened
from tests.deploy.page_client import PageClient
from tests.deploy.sandbox_client import Clock, Club
from tests.foreign.seat import COMMAND
from tests.missing import program

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
    why = "No npm was found, so nothing written in JavaScript is tried: apt-get install npm"
    npm = program("npm", why)
    command = [npm, "install", "--silent", "--ignore-scripts", "--prefix", str(folder)]
    subprocess.run(command, check=True, cwd=folder)
    return ["node", str(folder / script)]


def with_uv(script: Path) -> list[str]:
    """Installs what the head of the script names, in an environment of its own. There is no uv
    between us and the bot: a signal wouldn't always reach through it."""
    uv = program(
        "uv", "No uv was found, so no other bot written in Python is tried: pip install uv"
    )
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


@dataclass(frozen=True)
class Visit:
    """A bot that is online in a sandbox of its own."""

    club: Club
    bot: Bot


@asynccontextmanager
async def visiting(guest: Guest, folder: Path) -> AsyncIterator[Visit]:
    """Opens the sandbox as `duelhost sandbox --bot` does."""
    program = Program(guest.command(), guest=True)
    async with (
        opened(program, folder) as (sandbox, bot),
        ClientSession(timeout=ClientTimeout(total=5)) as web,
    ):
        club = Club(sandbox, web, Clock())
        await _ready(club, bot)
        yield Visit(club, bot)


async def _ready(club: Club, bot: Bot) -> None:
    """Waits until Ana's page offers the bot's command."""
    died = asyncio.get_running_loop().create_future()
    bot.died = died.set_result
    page = await club.sit()
    offered = asyncio.create_task(_offered(page))
    await asyncio.wait({died, offered}, timeout=READY, return_when=asyncio.FIRST_COMPLETED)
    bot.died = lambda _: None
    if not offered.done():
        offered.cancel()
        why = f"ended with {died.result()}" if died.done() else f"wasn't ready in {READY:.0f} s"
        pytest.fail(f"The bot {why}:\n{bot.log.read_text()}", pytrace=False)
    await offered
    await page.leave()


async def _offered(page: PageClient) -> None:
    """Hears what the page is told, first of all what is there already."""
    while True:
        frame = await page.socket.receive_json()
        if any(each["name"] == COMMAND for each in frame.get("commands", ())):
            return
