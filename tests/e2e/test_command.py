"""`duelhost sandbox` at a terminal: two processes that start and end together."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from deploy.sandbox.terminal import DATABASE
from storage.sqlite.file import only_one
from tests.e2e.duel import Duel
from tests.e2e.screen import PATIENCE
from tests.e2e.table import ROOT, Table, seated

COMMAND = (sys.executable, "-m", "bot", "sandbox", "--strict", "--no-open", "--folder")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S+/")


class Terminal:
    """The terminal in which the command was typed."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said = ""

    async def reads(self, wanted: re.Pattern[str] | str) -> str:
        """Wait until the output contains this, and return it."""
        async with asyncio.timeout(PATIENCE):
            while not (found := re.search(wanted, self.said)):
                assert self.process.stdout
                line = await self.process.stdout.readline()
                assert line, f"it ended, and said:\n{self.said}"
                self.said += line.decode()
        return found[0]

    async def stops(self, number: int) -> int:
        self.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            rest, _ = await self.process.communicate()
        self.said += rest.decode()
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def typed(folder: Path) -> AsyncIterator[Terminal]:
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        str(folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield Terminal(process)
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.communicate()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Terminal, Table]]:
    async with typed(folder) as terminal, seated(await terminal.reads(ADDRESS), folder) as table:
        yield terminal, table


def nobody_has(folder: Path) -> bool:
    """No bot is left that could still write into its database."""
    with only_one(folder / DATABASE):
        return True


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends what a process has started")
async def test_a_duel_goes_on_through_all_that_happens_to_a_sandbox(tmp_path: Path) -> None:
    """The bot is killed and started again, Ctrl-C ends the sandbox, and a kill ends another."""
    folder = tmp_path / "made by the command"
    async with opened(folder) as (terminal, table):
        await terminal.reads("Ctrl-C")
        assert str(folder) in terminal.said
        duel = await table.duel(table.ana, table.bo, "parity", size=6)
        await duel.plays("1", "2")
        await duel.has_one_board()
        (bot,) = await started_by(terminal.process.pid)
        os.kill(bot, signal.SIGKILL)
        await terminal.reads(r"The bot has stopped by itself \(exit code -9\)")
        await table.bot_is("offline")
        await table.does_to_the_bot("start")
        await table.cleo.says("Well played!")
        await table.cleo.sees("Well played!")
        lines = table.cleo.lines()
        assert await terminal.stops(signal.SIGINT) == 0
    assert "Traceback" not in terminal.said
    assert nobody_has(folder)

    async with opened(folder) as (terminal, table):
        again = Duel(duel.number, table.ana, table.bo)
        again.made = duel.made
        assert table.cleo.lines() == lines
        await again.plays("3")
        await again.plays_on()
        await table.agrees(again)
        await again.card()
        (bot,) = await started_by(terminal.process.pid)
        workers = await started_by(bot)
        assert workers, "one has drawn a card, and another one may draw starts by now"
        with ExitStack() as watched:
            ends = [watched.enter_context(ended(each)) for each in (bot, *workers)]
            terminal.process.kill()
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(each.wait() for each in ends))
    assert nobody_has(folder)


@contextmanager
def ended(pid: int) -> Iterator[asyncio.Event]:
    """The end of a process that isn't a child of this one."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    watched = os.pidfd_open(pid)
    loop.add_reader(watched, end.set)
    try:
        yield end
    finally:
        loop.remove_reader(watched)
        os.close(watched)


async def started_by(pid: int) -> list[int]:
    """The processes that it has started: the sandbox its bot, and the bot its workers."""
    listed = await asyncio.create_subprocess_exec("pgrep", "-P", str(pid), stdout=PIPE)
    found, _ = await listed.communicate()
    return [int(each) for each in found.split()]
