"""Runs the sandbox at a terminal: opens it, starts the bot and prints the page's address."""

import asyncio
import errno
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout
from rich.console import Console
from rich.text import Text

from deploy.sandbox import guest_bot
from deploy.sandbox.bot_process import Bot
from deploy.sandbox.guild.template import DUELHOST, GUEST
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import ONE, Scale
from deploy.sandbox.tokens import a_dummy

# Not the name that a bot of one's own has its database under: what a sandbox makes of that would be
# lost on its players.
DATABASE, LOG, JOURNAL = "sandbox.db", "bot.log", "discord.jsonl"
# Where the bot runs: a folder with no settings and no programs in it, as others may have.
NOWHERE = ".bot"
# Lines of the log that are shown when the bot has stopped by itself.
TAIL = 12


@dataclass(frozen=True)
class Program:
    """The bot to run: Duelhost, or a guest, which is somebody else's."""

    command: Sequence[str]
    guest: bool = False
    # Whether requests with fields that Discord doesn't know are refused.
    strict: bool = False
    # How many servers it is in, and what it is told of shards.
    scale: Scale = ONE


def serve(program: Program, folder: Path | None, port: int, *, browse: bool) -> None:
    """Until Ctrl-C or a signal."""
    # Malformed requests to the port are no news for the terminal.
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    logging.getLogger("aiohttp").propagate = False
    with kept_in(folder) as there:
        asyncio.run(until_stopped(program, there, port, browse=browse, kept=folder is not None))


@asynccontextmanager
async def opened(
    program: Program, folder: Path, port: int = 0
) -> AsyncIterator[tuple[Sandbox, Bot]]:
    """A sandbox with a bot in it, which is started and finds Discord there."""
    sandbox = Sandbox(
        port,
        template=GUEST if program.guest else DUELHOST,
        strict=program.strict,
        scale=program.scale,
        privileged=program.guest,
        journal=folder / JOURNAL,
    )
    if program.guest:
        bot = guest_bot.made(program.command, sandbox, folder / LOG)
    else:
        bot = _duelhost(program.command, sandbox, folder)
    sandbox.host(bot)
    async with sandbox.open():
        await bot.start()
        yield sandbox, bot


def _duelhost(command: Sequence[str], sandbox: Sandbox, folder: Path) -> Bot:
    settings = {
        "DISCORD_TOKEN": a_dummy(sandbox.world.application),
        "DUELHOST_DISCORD_URL": sandbox.rest,
        "DUELHOST_DATABASE": str(folder / DATABASE),
        "DUELHOST_LOG_FORMAT": "console",
    }
    nowhere = folder / NOWHERE
    nowhere.mkdir(exist_ok=True)
    return Bot(command, settings, nowhere, folder / LOG)


async def until_stopped(
    program: Program, folder: Path, port: int, *, browse: bool, kept: bool
) -> None:
    signals = Signals()
    async with opened(program, folder, port) as (sandbox, bot):
        signals.hurry = bot.put_an_end_to
        console = Console(highlight=False)
        bot.died = lambda code: _say_why(console, bot, code)
        _say_where(console, sandbox, bot, kept=kept, guest=program.guest)
        sandbox.fell_short = lambda says: console.print(Text(says, "yellow"), soft_wrap=True)
        if browse and has_screen():
            # Some systems come back only when the browser is closed.
            threading.Thread(target=webbrowser.open, args=(sandbox.url,), daemon=True).start()
        await signals.stop.wait()
        console.print("\nStopping.")


class Signals:
    """The first asks to stop; after the second, nothing is waited for any more."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.hurry: Callable[[], None] = lambda: None
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(each, self._heard)

    def _heard(self) -> None:
        if self.stop.is_set():
            self.hurry()
        self.stop.set()


def _say_where(console: Console, sandbox: Sandbox, bot: Bot, *, kept: bool, guest: bool) -> None:
    console.print()
    console.print(
        Text(f"{sandbox.world.servers.bot.name}'s sandbox", "bold"),
        "– a Discord of your own, on this machine only",
    )
    console.print()
    # Whole, to be clicked or copied.
    console.print(Text(sandbox.url, "bold cyan"), soft_wrap=True)
    console.print()
    folder = str(bot.log.parent)
    kept_for = "" if kept else ", until you stop (--folder DIR keeps it)"
    servers, scale = sandbox.world.servers.count, sandbox.world.scale
    several = [("Servers", f"{servers:,}; shards recommended: {scale.recommended}")]
    for what, said in (
        *(several if servers > 1 else ()),
        *(guest_bot.told(sandbox) if guest else ()),
        ("Saved in", folder + kept_for),
        ("Bot's log", str(bot.log)),
        ("To stop", "Ctrl-C"),
    ):
        console.print(Text(f"{what:<10}", "dim"), said, soft_wrap=True, markup=False)
    console.print("\nNot affiliated with Discord.", style="dim")


def _say_why(console: Console, bot: Bot, code: int) -> None:
    """Usually the log's last lines tell."""
    console.print(
        f"\nThe bot has stopped by itself (exit code {code}). The page can start it again."
    )
    tail = bot.log.read_text("utf-8", errors="replace").splitlines()[-TAIL:]
    console.print(Text("\n".join(tail)), style="dim", soft_wrap=True)


@contextmanager
def kept_in(folder: Path | None) -> Iterator[Path]:
    if folder is None:
        with TemporaryDirectory(prefix="duelhost-") as temporary:
            yield Path(temporary)
        return
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "sandbox.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise OSError(errno.EBUSY, "another sandbox is open in this folder", folder) from None
    try:
        yield folder.resolve()
    finally:
        lock.release()


def has_screen() -> bool:
    """Where there is none, some systems would open a browser in this very terminal."""
    screens = os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}
    return sys.stdout.isatty() and (sys.platform == "darwin" or bool(screens))
