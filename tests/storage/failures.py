"""Harnesses for failures: a disk that can be full, another process at the file, and a witness of
the answers that players got."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.duel import Finished, First, Playing
from engine.games import set_up
from engine.ids import PlayerId
from storage.match import Match
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import DatabaseTrouble
from tests.missing import missing
from tests.storage.builders import GUILD, Table, terms
from tests.storage.neighbour_process import PATIENCE

MOUNT = shutil.which("mount") or "/bin/mount"
UMOUNT = shutil.which("umount") or "/bin/umount"
ROOT = Path(__file__).parents[2]
# Taking 1, 2, 3 and so on, it lasts for a hundred moves.
LONG = set_up("parity", {"size": 100})


class Disk:
    """A small file system, with files on it that take up room."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    @property
    def page(self) -> int:
        return os.statvfs(self.folder).f_frsize

    def leave(self, pages: int) -> None:
        """Leave room for this many pages."""
        taken = os.statvfs(self.folder).f_bavail - pages
        if taken > 0:
            with self._ballast.open("ab") as ballast:
                os.posix_fallocate(ballast.fileno(), ballast.tell(), taken * self.page)

    def leave_names(self, names: int) -> None:
        """Leave room for this many files."""
        for nth in range(os.statvfs(self.folder).f_favail - names):
            (self.folder / f"ballast-{nth}").touch()

    def clear(self) -> None:
        for ballast in self.folder.glob("ballast*"):
            ballast.unlink()

    def freeze(self) -> None:
        subprocess.run([MOUNT, "-o", "remount,ro", self.folder], check=True)


@contextmanager
def mount(*how: str | Path, at: Path) -> Iterator[None]:
    """Mount a file system. Without permission the test is skipped, or fails in CI."""
    mounted = subprocess.run([MOUNT, *how, at], capture_output=True, text=True, check=False)
    if mounted.returncode:
        why = f"nothing can be mounted here: {mounted.stderr.strip()}"
        missing(why)
    try:
        yield
    finally:
        # Also when a failed test has left something open on it.
        subprocess.run([UMOUNT, "--lazy", at], check=True)


@contextmanager
def other(*asked: object, under: Sequence[str] = ()) -> Iterator[subprocess.Popen[str]]:
    """Run another process that does a deed of `neighbour_process`."""
    command = [*under, sys.executable, "-m", "tests.storage.neighbour_process", *map(str, asked)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def says(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def let_go(process: subprocess.Popen[str]) -> None:
    """Tell the process to go on for the last time, and wait until it has ended."""
    process.communicate("\n")


class Witness:
    """Remembers what players were answered, and lets them all move at once, in one batch."""

    def __init__(self, store: Store, first: int = 1) -> None:
        self.table = Table(store)
        self.told: dict[int, Match] = {}
        self._player = first

    async def start(self, duels: int) -> None:
        for _ in range(duels):
            players = PlayerId(self._player), PlayerId(self._player + 1_000_000)
            self._player += 1
            started = await self.table.start(terms(*players, LONG, First.CHALLENGER))
            self.told[started.id] = started

    async def move(self) -> list[Any]:
        """Make the next move in every duel. Return the answers."""
        answers = await asyncio.gather(
            *(
                self.table.play(each, str(each.duel.record.ply + 1))
                for each in self.told.values()
                if isinstance(each.duel, Playing)
            ),
            return_exceptions=True,
        )
        self.told |= {each.id: each for each in answers if isinstance(each, Match)}
        return answers

    def records(self) -> dict[int, str]:
        return {
            number: match.duel.record.text
            for number, match in self.told.items()
            if isinstance(match.duel, Playing | Finished)
        }


def kinds(answers: list[Any]) -> set[type]:
    return {type(each) for each in answers}


def stored(path: Path) -> dict[int, str]:
    """The records in the file, read without any code of the store."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return dict(db.execute("SELECT id, record FROM duel WHERE guild = ?", (GUILD,)))


async def refused(path: Path) -> DatabaseTrouble:
    """The trouble that opening this file raises."""
    with pytest.raises(DatabaseTrouble) as raised:
        async with open_store(path, PATIENCE):
            pass
    assert raised.value.where == path
    return raised.value
