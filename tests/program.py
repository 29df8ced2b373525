"""The program as people meet it: arguments and typed lines in, words and an exit code out."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

ADDRESS = re.compile(r"^http://127\.0\.0\.1:\d+/[\w-]+/$", re.MULTILINE)
# The program of this checkout, from whichever folder.
MODULE = (sys.executable, "-m", "bot")
ANYWHERE = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "COLUMNS": "40"}
# Seconds until it should have printed an address, also on a busy machine.
PATIENCE = 20.0


@dataclass(frozen=True)
class Run:
    code: int | str | None
    out: str
    err: str


class Duelhost(Protocol):
    def __call__(self, *args: str, typed: str | bytes = "") -> Run: ...


@asynccontextmanager
async def sandbox(
    program: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> AsyncIterator[str]:
    """Runs `duelhost sandbox`, but for its browser. Yields the address that it prints."""
    process = await asyncio.create_subprocess_exec(
        *(*program, "--no-open"), cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE
    )
    said = ""
    try:
        assert process.stdout
        async with asyncio.timeout(PATIENCE):
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
