"""SQLite's own check of a file, and progress of its long statements."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB
from storage.trouble import Corrupt

# How many instructions SQLite runs between two reports of progress.
STRIDE = 10_000


def problems(db: DB, path: Path, tell: Callable[[], None]) -> list[Corrupt]:
    """Return what SQLite finds wrong with the file."""
    with named_troubles(path), watched(db, tell):
        found = db.execute("PRAGMA integrity_check").fetchall()
    return [Corrupt(path, problem) for (problem,) in found if problem != "ok"]


@contextmanager
def watched(db: DB, tell: Callable[[], None]) -> Iterator[None]:
    """Report progress while a long statement runs. SQLite hides exceptions of the report, such as
    Ctrl-C; they are raised afterwards."""
    wrong: list[BaseException] = []

    def look() -> None:
        try:
            tell()
        except BaseException as error:
            wrong.append(error)
            raise

    db.set_progress_handler(look, STRIDE)
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        raise (wrong[0] if wrong else KeyboardInterrupt()) from None
    finally:
        db.set_progress_handler(None, STRIDE)
