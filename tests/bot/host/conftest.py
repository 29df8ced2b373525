"""Starts the bot as a process, and a database on a server, for the tests that ask for them."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.bot.host.discord_stub import Discord
from tests.bot.host.program import Program, Start, surroundings
from tests.storage.postgres_fixtures import address, database, databases, server

__all__ = ["address", "database", "databases", "server", "start"]


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    programs: list[Program] = []

    async def started(at: Discord, *args: str, **chosen: str) -> Program:
        folder = Path(mkdtemp(dir=tmp_path))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *(args or ("-m", "bot", "run")),
            cwd=folder,
            env=surroundings(**{"DUELHOST_DISCORD_URL": at.url} | chosen),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        programs.append(Program(folder, process))
        return programs[-1]

    yield started
    for each in programs:
        with suppress(ProcessLookupError):
            each.process.kill()
        await each.process.communicate()
