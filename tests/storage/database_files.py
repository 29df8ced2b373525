"""Files with duels in them, and what is to be seen in them from outside."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.sqlite.store import open_store
from tests.storage.builders import GUILD
from tests.storage.copy_process import later_table


async def play(path: Path, duels: int) -> None:
    async with open_store(path) as store:
        for _ in range(duels):
            await later_table(store).finish()


def fill(path: Path, rows: int = 20_000) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(
            "INSERT INTO preferences VALUES (1, ?, 'always', 'everyone')",
            ((row,) for row in range(rows)),
        )


def records(path: Path) -> dict[int, str]:
    """What is in the file, seen by somebody who knows nothing of the store."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT id, record FROM duel WHERE guild = ?", (GUILD,)))


def names(folder: Path) -> set[str]:
    """Of all that somebody would miss or wonder at. Whoever reads a database leaves an empty log
    beside it, and whoever works with it a lock."""
    harmless = {"duelhost.db.lock", "duelhost.db-wal", "duelhost.db-shm"}
    return {each.name for each in folder.iterdir()} - harmless


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
