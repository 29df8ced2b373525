"""Files with duels in them, cheap ones to begin with, and what an outsider sees in them."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.sqlite.migrate import open_current
from storage.sqlite.store import open_store
from tests.storage.builders import GUILD
from tests.storage.copy_process import later_table


def new_database(path: Path) -> Path:
    """Write an empty database of the newest schema. Migrating a new file takes three times as
    long as everything else that opening a store does."""
    path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        open_current(path).close()
        return path.read_bytes()


async def play(path: Path, duels: int) -> None:
    async with open_store(path) as store:
        for _ in range(duels):
            await later_table(store).finish()


def fill(path: Path, rows: int = 20_000) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(
            "INSERT INTO preferences VALUES (1, ?, 'always', 'everyone', 0)",
            ((row,) for row in range(rows)),
        )


def records(path: Path) -> dict[int, str]:
    """The records in the file, read without any code of the store."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT id, record FROM duel WHERE guild = ?", (GUILD,)))


def names(folder: Path) -> set[str]:
    """The files in a folder, without the empty log that a reader leaves and the lock of a bot."""
    harmless = {"duelhost.db.lock", "duelhost.db-wal", "duelhost.db-shm"}
    return {each.name for each in folder.iterdir()} - harmless


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
