"""The bot as a process of its own, which can be stopped, killed and started again."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from ctypes import CDLL
from functools import partial
from pathlib import Path

# Seconds until a bot that was asked to stop is killed.
PATIENCE = 15.0
# Settings of the user's own bot, which the sandbox's bot must not get.
OTHERS = ("DISCORD_", "DUELHOST_")

# On Linux the bot ends with a sandbox that is killed.
PR_SET_PDEATHSIG = 1
GOES_WITH_US: Callable[[], object] | None = (
    partial(CDLL(None).prctl, PR_SET_PDEATHSIG, signal.SIGTERM) if sys.platform == "linux" else None
)


class CantStart(Exception):
    """Says why, in a sentence."""


def surroundings(settings: Mapping[str, str]) -> dict[str, str]:
    """Returns this process's environment with these settings and no others for a bot."""
    ours = {key: each for key, each in os.environ.items() if not key.startswith(OTHERS)}
    return ours | dict(settings)


class Bot:
    def __init__(
        self, command: Sequence[str], settings: Mapping[str, str], folder: Path, log: Path
    ) -> None:
        self._command = command
        self._settings = settings
        self._folder = folder
        self.log = log
        self._process: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None
        # One command at a time, so that two restarts at once don't start two bots.
        self._busy = asyncio.Lock()
        self._ending = False
        self.changed: Callable[[], None] = lambda: None
        # Called with the exit code when the bot has ended by itself.
        self.died: Callable[[int], None] = lambda _: None

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def start(self) -> None:
        async with self._busy:
            await self._start()

    async def stop(self) -> None:
        async with self._busy:
            await self._stop()

    async def restart(self) -> None:
        async with self._busy:
            await self._stop()
            await self._start()

    async def kill(self) -> None:
        """Kills the bot, as a power failure would, and starts it again."""
        async with self._busy:
            self._ending = True
            self.put_an_end_to()
            await self._ended()
            await self._start()

    def put_an_end_to(self) -> None:
        """Kills the bot at once, also while it is being stopped."""
        if self._process and self.runs:
            _kill_group(self._process)

    async def _start(self) -> None:
        if self.runs:
            return
        self._ending = False
        with self.log.open("ab") as log:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    cwd=self._folder,
                    env=surroundings(self._settings),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    # Ctrl-C in the terminal reaches the sandbox alone, which then stops the bot.
                    start_new_session=True,
                    preexec_fn=GOES_WITH_US,
                )
            except OSError as failed:
                raise CantStart(f"{self._command[0]}: {failed.strerror}.") from None
        self._watching = asyncio.create_task(self._watch(self._process))
        self.changed()

    async def _stop(self) -> None:
        self._ending = True
        if self._process and self.runs:
            self._process.terminate()
            try:
                await asyncio.wait_for(self._process.wait(), PATIENCE)
            except TimeoutError:
                _kill_group(self._process)
        await self._ended()

    async def _ended(self) -> None:
        if self._watching:
            await self._watching

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        _kill_group(process)
        self.changed()
        if not self._ending:
            self.died(code)


def _kill_group(process: asyncio.subprocess.Process) -> None:
    """Kills a bot with all that it has started: of `npm start`, npm isn't what is connected."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
