"""What SQLite itself finds wrong with a file, and how its long statements get on."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB
from storage.trouble import Corrupt

# Told how much of how much is done.
Progress = Callable[[int, int], None]

# How many steps SQLite takes between two looks at how far it is.
STRIDE = 10_000


def unwatched(_done: int, _all: int) -> None:
    """Progress that nobody looks at."""


def problems(db: DB, path: Path, tell: Callable[[], None]) -> list[Corrupt]:
    """What SQLite finds wrong with the file."""
    with named_troubles(path), watched(db, tell):
        found = db.execute("PRAGMA integrity_check").fetchall()
    return [Corrupt(path, problem) for (problem,) in found if problem != "ok"]


@contextmanager
def watched(db: DB, tell: Callable[[], None]) -> Iterator[None]:
    """Tell how a long statement gets on. SQLite would hide what goes wrong in telling, and the
    Ctrl-C that comes in there."""
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
