"""A process that copies a database up to a gate, and one that plays and is killed."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from storage.sqlite import integrity
from storage.sqlite.backup import back_up
from storage.sqlite.restore import restore
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.builders import Table

ROOT = Path(__file__).parents[2]


def _gate(_done: int, _all: int) -> None:
    print("inside", flush=True)
    sys.stdin.readline()


def later_table(store: Store) -> Table:
    """Return a table whose interactions no earlier table has used."""
    return Table(store, interactions=count(time.time_ns()))


async def _play_and_die(path: Path) -> None:
    async with open_store(path) as store:
        await later_table(store).finish()
        os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def another(deed: str, *paths: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run the process until this context ends."""
    with subprocess.Popen(
        [sys.executable, "-m", __name__, deed, *paths],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def killed_in_the_middle(deed: str, *paths: Path) -> None:
    with another(deed, *paths) as process:
        assert process.stdout
        assert process.stdout.readline() == "inside\n"
        process.kill()
        assert process.wait() == -signal.SIGKILL


def played_and_killed(path: Path) -> None:
    """Leave a database whose last moves are in its log only."""
    with another("play", path) as process:
        assert process.wait() == -signal.SIGKILL


if __name__ == "__main__":
    integrity.STRIDE = 100
    deed, path, *others = sys.argv[1:]
    if deed == "back up":
        back_up(Path(path), Path(*others), _gate)
    elif deed == "restore":
        restore(Path(path), Path(*others), force=True, progress=_gate)
    else:
        asyncio.run(_play_and_die(Path(path)))
