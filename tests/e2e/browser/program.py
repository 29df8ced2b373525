"""The `duelhost` program with a sandbox, as somebody runs it in a terminal."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.e2e.browser.room import PATIENCE
from tests.e2e.table import ROOT

ADDRESS = re.compile(r"^http://127\.0\.0\.1:\d+/[\w-]+/$", re.MULTILINE)


@asynccontextmanager
async def run(folder: Path, *command: str) -> AsyncIterator[str]:
    """The command without its browser. Yields the address that it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *command, "--no-open"),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "40"},
        stdout=asyncio.subprocess.PIPE,
    )
    said = ""
    try:
        assert process.stdout
        async with asyncio.timeout(PATIENCE / 1000):
            while not ADDRESS.search(said):
                line = await process.stdout.readline()
                assert line, f"it printed no address, but: {said}"
                said += line.decode()
        yield ADDRESS.findall(said)[0]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        rest, _ = await process.communicate()
    assert b"Stopping." in rest
    assert process.returncode == 0
