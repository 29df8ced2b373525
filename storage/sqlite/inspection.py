"""What can be told about a database file without opening a store and without changing the file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.database import Schema
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import LEAST_SQLITE, beside, looking_at, only_one
from storage.sqlite.migrate import MIGRATIONS, current, not_newer
from storage.trouble import InUse, OldSqlite, Trouble
from storage.units.notes import note


def library_version() -> str:
    """Return the version of SQLite, or raise OldSqlite."""
    with closing(sqlite3.connect(":memory:")) as db:
        version = str(*db.execute("SELECT sqlite_version()").fetchone())
    if tuple(map(int, version.split("."))) < LEAST_SQLITE:
        raise OldSqlite(version, ".".join(map(str, LEAST_SQLITE)))
    return version


def schema_of(path: Path) -> Schema:
    """Read which schema a file has. A newer one than this version knows raises NewerSchema."""
    with looking_at(path) as db, named_troubles(path):
        return Schema(not_newer(db, path), len(MIGRATIONS))


def is_in_use(path: Path) -> bool:
    """Whether another process works with the file. Creates no lock file where there is none."""
    try:
        if beside(path, ".lock").exists():
            with only_one(path):
                pass
    except InUse:
        return True
    return False


def noted(path: Path, key: str) -> str | None:
    """Read a note of the bot's, or None if there is no database or it can't be read."""
    try:
        with looking_at(path) as db, named_troubles(path):
            current(db, path)
            return note(db, key)
    except Trouble:
        return None
