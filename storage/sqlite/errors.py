"""Translates SQLite's errors into troubles."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.trouble import (
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    Locked,
    NoFolder,
    NotOurs,
    ReadOnly,
    Trouble,
)

# Errors that are about the file.
PLAIN: dict[int, type[DatabaseTrouble]] = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_PROTOCOL: Locked,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_PERM: ReadOnly,
    sqlite3.SQLITE_CANTOPEN: ReadOnly,
    sqlite3.SQLITE_NOTADB: NotOurs,
}
DETAILED: dict[int, type[Corrupt | DiskFault]] = {
    sqlite3.SQLITE_CORRUPT: Corrupt,
    sqlite3.SQLITE_IOERR: DiskFault,
}


@contextmanager
def named_troubles(path: Path) -> Iterator[None]:
    """Raise an error of SQLite's as the trouble that it means."""
    try:
        yield
    except sqlite3.Error as error:
        if trouble := trouble_of(error, path):
            raise trouble from error
        raise


def trouble_of(error: BaseException, path: Path) -> Trouble | None:
    """Return the trouble that an error means, or None for a mistake of our own."""
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error) or code is None:
        return None
    kind = code & 0xFF
    if kind in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        if not path.parent.is_dir():
            return NoFolder(path)
        if _no_room(path.parent):
            return DiskFull(path)
    if kind in PLAIN:
        return PLAIN[kind](path)
    if kind in DETAILED:
        return DETAILED[kind](path, f"{error.sqlite_errorname}: {error}")
    return None


def _no_room(folder: Path) -> bool:
    disk = os.statvfs(folder)
    # Some file systems have no limit on files.
    return disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0)
