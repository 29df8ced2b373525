"""The file itself: how it is opened, whose it is, and what its errors mean."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from storage.trouble import (
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    Gone,
    InUse,
    Locked,
    NoDatabase,
    NoFolder,
    NotOurs,
    OldSqlite,
    ReadOnly,
    Trouble,
)

# "Duel", in the place that SQLite keeps for saying whose file this is.
APPLICATION = 0x4475656C
# The first with STRICT tables and RETURNING.
LEAST_SQLITE = (3, 37, 0)
PATIENCE = 2.0  # seconds to wait for another program that holds the file

# What SQLite's errors mean, as far as they are about the file.
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
def only_one(path: Path) -> Iterator[None]:
    """One process writes to the file, by whatever path: a second one is refused meanwhile."""
    if not path.parent.is_dir():
        raise NoFolder(path)  # which the lock would make
    lock = FileLock(f"{path.resolve()}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise InUse(path) from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (DiskFull if full else ReadOnly)(path) from error
    try:
        yield
    finally:
        lock.release()


def connect_writing(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """The file, or a new one. If it isn't ours it is left as it is."""
    _recent_enough()
    _look_at(path)
    if path.exists() and not os.access(path, os.W_OK):
        raise ReadOnly(path)  # SQLite would open it all the same, and refuse the first move
    return _connect(path, "rwc", patience, claim)


def _recent_enough() -> None:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise OldSqlite(sqlite3.sqlite_version, ".".join(map(str, LEAST_SQLITE)))


def _look_at(path: Path) -> None:
    """Before SQLite does, which would work up the log of whoever's file it is. Closing a file takes
    a process's locks from it, so this must not be done beside an open connection."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise (NotOurs if path.is_dir() else ReadOnly)(path) from error
    if header and not (
        header.startswith(b"SQLite format 3\0")
        and int.from_bytes(header[68:72], "big") == APPLICATION
    ):
        raise NotOurs(path)


def make_durable(db: sqlite3.Connection, path: Path) -> None:
    """What is committed from now on survives a power cut, and readers don't wait for it."""
    with named_troubles(path):
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DiskFault(path, "SQLite can't keep a write-ahead log in this folder")
        # NORMAL would lose acknowledged moves when the power fails.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        # What is erased is overwritten, not just forgotten.
        db.execute("PRAGMA secure_delete = ON")


def connect_reading(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """The file as it is, never changed or checkpointed from here."""
    if not path.is_file():
        raise NoDatabase(path)
    _recent_enough()
    return _connect(path, "ro", patience, recognise)


def _connect(
    path: Path, mode: str, patience: float, greet: Callable[[sqlite3.Connection, Path], None]
) -> sqlite3.Connection:
    with named_troubles(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=patience,
            isolation_level=None,
            # Each is used by one thread at a time, but not always by the one that opened it.
            check_same_thread=False,
        )
        db.row_factory = sqlite3.Row
        # A text that is none is no error of SQLite's: whoever reads it can tell what is wrong.
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            greet(db, path)
        except BaseException:
            db.close()
            raise
    return db


def recognise(db: sqlite3.Connection, path: Path) -> None:
    if pragma(db, "application_id") != APPLICATION:
        raise NotOurs(path)


def claim(db: sqlite3.Connection, path: Path) -> None:
    """An empty file becomes ours; one with something else in it does not."""
    empty = db.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    if empty and pragma(db, "application_id") == pragma(db, "user_version") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    recognise(db, path)


def pragma(db: sqlite3.Connection, name: str) -> int:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)


@dataclass(frozen=True)
class Anchor:
    """The file that was opened, whatever stands at its path by now: SQLite would go on writing to a
    deleted file, and what it acknowledges would vanish with it."""

    path: Path
    opened: tuple[tuple[int, int], ...]

    @classmethod
    def drop(cls, path: Path) -> "Anchor":
        return cls(path, cls._identities(path))

    def hold(self) -> None:
        try:
            held = self._identities(self.path) == self.opened
        except OSError:
            held = False
        if not held:
            raise Gone(self.path)

    @staticmethod
    def _identities(path: Path) -> tuple[tuple[int, int], ...]:
        log = path.with_name(f"{path.name}-wal")
        return tuple((each.st_dev, each.st_ino) for each in (path.stat(), log.stat()))


@contextmanager
def named_troubles(path: Path) -> Iterator[None]:
    """What SQLite says about the file, as the trouble that it means."""
    try:
        yield
    except sqlite3.Error as error:
        if trouble := trouble_of(error, path):
            raise trouble from error
        raise


def trouble_of(error: BaseException, path: Path) -> Trouble | None:
    """None for mistakes of our own, which stay what they are."""
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
    # Some file systems don't count their files.
    return disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0)
