"""Copies a database file so that the copy is consistent, checked and on disk before it is named."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from storage.disk import disk_troubles, sync
from storage.progress import Progress
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, beside, connect_reading, pragma
from storage.sqlite.integrity import problems, watched
from storage.sqlite.migrate import not_newer
from storage.trouble import Corrupt, DiskFault

# Suffixes of the files that SQLite keeps beside a database and applies to any file of that name.
COMPANIONS = ("-shm", "-wal", "-journal")

# Errors during a copy that can only be about the source.
WHILE_READING = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
}


@contextmanager
def copied(db: DB, path: Path, target: Path, progress: Progress) -> Iterator[Path]:
    """Make a checked copy beside the target. The caller moves it into place."""
    with disk_troubles(target), _part(target) as copy:
        not_newer(db, path)
        size = pragma(db, "page_count") * pragma(db, "page_size")
        with watched(db, lambda: progress(copy.stat().st_size, size)):
            vacuum_into(db, copy, path, target)
        with closing(connect_reading(copy, alone=True)) as result:
            wrong = problems(result, target, lambda: progress(size, size))
        if wrong:
            raise DiskFault(target, wrong[0].detail)
        sync(copy)
        yield copy


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """Make an empty, private file that is deleted in the end. A killed process leaves it behind,
    hidden."""
    handle, name = tempfile.mkstemp(".part", f".{target.name[:50]}.", target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for suffix in ("", *COMPANIONS):
            with suppress(OSError):
                beside(Path(name), suffix).unlink(missing_ok=True)


def vacuum_into(db: DB, copy: Path, path: Path, target: Path) -> None:
    try:
        # As a URI, because a file name need not be valid text.
        db.execute("VACUUM INTO ?", (copy.absolute().as_uri(),))
    except sqlite3.IntegrityError as error:
        # The data breaks the schema, such as text in an integer column.
        raise Corrupt(path, str(error)) from error
    except sqlite3.Error as error:
        about = path if error.sqlite_errorcode & 0xFF in WHILE_READING else target
        with named_troubles(about):
            raise
