"""The database file: paths, locks, connections, and whether the file is ours."""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from storage.sqlite.errors import named_troubles
from storage.trouble import (
    DiskFault,
    DiskFull,
    InUse,
    NoDatabase,
    NoFolder,
    NotOurs,
    OldSqlite,
    ReadOnly,
    SeveralNames,
    Unreadable,
)

DB = sqlite3.Connection

# SQLite's application ID of our files: "Duel" in ASCII.
APPLICATION = 0x4475656C
# The first version with STRICT tables and RETURNING.
LEAST_SQLITE = (3, 37, 0)
MOUNTS = Path("/proc/self/mountinfo")
# The readers' page cache in KiB: enough for a leaderboard of 100,000 players.
CACHE = 8000
# With NORMAL, a power cut would lose acknowledged moves.
SYNCHRONOUS = "FULL"
PATIENCE = 2.0  # seconds to wait for another program that holds the file


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Lock the file against a second process that would write to it."""
    path = followed(path)
    # A lock file that root has made must be usable by the user who runs the bot.
    lock = FileLock(beside(path, ".lock"), mode=0o666)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise InUse(path) from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (DiskFull if full else ReadOnly)(beside(path, ".lock")) from error
    try:
        yield
    finally:
        lock.release()


def followed(path: Path) -> Path:
    """Resolve a symbolic link: SQLite keeps its log beside the target."""
    try:
        path = Path(os.path.realpath(path)) if path.is_symlink() else path
        if not path.parent.is_dir():
            raise NoFolder(path)
    except PermissionError as error:
        raise Unreadable(path) from error
    if not os.access(path.parent, os.X_OK):
        raise Unreadable(path)
    return path


def hand_over(path: Path, whose: Path) -> None:
    """Give a file the owner of another one, if we may. A file that root makes is for the bot's
    user."""
    owner = whose.stat()
    with suppress(PermissionError):
        os.chown(path, owner.st_uid, owner.st_gid)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def connect_writing(path: Path, patience: float = PATIENCE) -> DB:
    """Open the file for writing, or create it. A file that isn't ours is left as it is."""
    _recent_enough()
    _look_at(path)
    for each in (path, beside(path, "-wal"), beside(path, "-shm")):
        if each.exists() and not os.access(each, os.W_OK):
            raise ReadOnly(each)  # SQLite would open it and fail at the first move
    return _connect(path, "mode=rwc", patience, claim)


def _recent_enough() -> None:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise OldSqlite(sqlite3.sqlite_version, ".".join(map(str, LEAST_SQLITE)))


def _look_at(path: Path) -> None:
    """Refuse a file that isn't ours before SQLite opens it: SQLite would apply its log."""
    try:
        header = read_header(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise (NotOurs if path.is_dir() else ReadOnly)(path) from error
    if _has_several_names(path):
        raise SeveralNames(path)
    if header and not is_ours(header):
        raise NotOurs(path)


def _has_several_names(path: Path) -> bool:
    return path.stat().st_nlink > 1 or _is_mount(path)


def _is_mount(path: Path) -> bool:
    """Whether the file itself is a mount point, as in some containers. Known on Linux only."""
    try:
        mounts = MOUNTS.read_bytes()
    except OSError:
        return False
    points = (mount.split(b" ")[4] for mount in mounts.splitlines())
    return os.fsencode(path.resolve()).replace(b" ", b"\\040") in points


def read_header(path: Path) -> bytes:
    """Read SQLite's file header. Closing a file drops the process's locks on it, so this must not
    be called while a connection is open."""
    with path.open("rb") as file:
        return file.read(100)


def is_ours(header: bytes) -> bool:
    application = int.from_bytes(header[68:72], "big")
    return header.startswith(b"SQLite format 3\0") and application == APPLICATION


def is_worked_with(header: bytes) -> bool:
    return header[18] == 2


def make_durable(db: DB, path: Path) -> None:
    """Make commits survive a power cut, and let readers work beside the writer."""
    with named_troubles(path):
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DiskFault(path, "SQLite can't keep a write-ahead log in this folder")
        db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        db.execute("PRAGMA foreign_keys = ON")
        # Deleted data is overwritten.
        db.execute("PRAGMA secure_delete = ON")


def connect_reading(path: Path, patience: float = PATIENCE, *, alone: bool = False) -> DB:
    """Open the file for reading, without ever changing or checkpointing it. With `alone`, nothing
    is written beside the file either, but another process's changes would not be seen."""
    if not path.is_file():
        raise NoDatabase(path)
    # Opening and closing the file as a test would drop this process's locks on it.
    if not os.access(path, os.R_OK):
        raise Unreadable(path)
    _recent_enough()
    db = _connect(path, "mode=ro&immutable=1" if alone else "mode=ro", patience, recognise)
    db.execute(f"PRAGMA cache_size = -{CACHE}")
    return db


@contextmanager
def looking_at(path: Path) -> Iterator[DB]:
    """Open the database for a command, beside a running bot or with the lock that keeps one out."""
    path = followed(path)
    if path.is_file() and _has_several_names(path):
        raise SeveralNames(path)  # its log may be beside another
    alone = True
    with ExitStack() as stack:
        try:
            if beside(path, ".lock").exists():
                stack.enter_context(only_one(path))
        except InUse:
            alone = False  # the bot may be about to create or delete its log
        except ReadOnly:
            pass  # a read-only snapshot can't be locked
        yield stack.enter_context(closing(connect_reading(path, alone=alone and not has_log(path))))


def has_log(path: Path) -> bool:
    """Whether there is a log: a running bot has one, and a killed bot leaves one behind."""
    return any(beside(followed(path), suffix).exists() for suffix in ("-wal", "-journal"))


def _connect(path: Path, how: str, patience: float, greet: Callable[[DB, Path], None]) -> DB:
    with named_troubles(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}",
            uri=True,
            timeout=patience,
            isolation_level=None,
            # One thread at a time uses it, but not always the one that opened it.
            check_same_thread=False,
        )
        db.row_factory = sqlite3.Row
        # Invalid UTF-8 isn't an error here: the code that reads the value can name the damage.
        db.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            greet(db, path)
        except BaseException:
            db.close()
            raise
    return db


def recognise(db: DB, path: Path) -> None:
    if pragma(db, "application_id") != APPLICATION:
        raise NotOurs(path)


def claim(db: DB, path: Path) -> None:
    """Mark an empty file as ours. A file with other content raises NotOurs."""
    empty = db.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    if empty and pragma(db, "application_id") == pragma(db, "user_version") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    recognise(db, path)


def pragma(db: DB, name: str) -> int:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)
