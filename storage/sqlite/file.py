"""The file itself: how it is opened, and whose it is."""

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

# "Duel", in the place that SQLite keeps for saying whose file this is.
APPLICATION = 0x4475656C
# The first with STRICT tables and RETURNING.
LEAST_SQLITE = (3, 37, 0)
MOUNTS = Path("/proc/self/mountinfo")
# What readers keep in memory, in KiB: as much as a ladder of a hundred thousand takes up.
CACHE = 8000
# With NORMAL, a power cut would lose acknowledged moves.
SYNCHRONOUS = "FULL"
PATIENCE = 2.0  # seconds to wait for another program that holds the file


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """One process writes to the file: a second one is refused for as long as this lasts."""
    path = followed(path)
    # Whoever runs the bot must be able to lock what root has locked before.
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
    """What a link leads to: SQLite keeps its log beside that."""
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
    """Whoever can use the one can use the other, also if it is root who has made it."""
    owner = whose.stat()
    with suppress(PermissionError):
        os.chown(path, owner.st_uid, owner.st_gid)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def connect_writing(path: Path, patience: float = PATIENCE) -> DB:
    """The file, or a new one. If it isn't ours it is left as it is."""
    _recent_enough()
    _look_at(path)
    for each in (path, beside(path, "-wal"), beside(path, "-shm")):
        if each.exists() and not os.access(each, os.W_OK):
            raise ReadOnly(each)  # SQLite would open it all the same, and refuse the first move
    return _connect(path, "mode=rwc", patience, claim)


def _recent_enough() -> None:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        raise OldSqlite(sqlite3.sqlite_version, ".".join(map(str, LEAST_SQLITE)))


def _look_at(path: Path) -> None:
    """Before SQLite does, which would work up the log of whoever's file it is."""
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
    """A file by itself, as containers may have it. Linux tells; elsewhere it isn't done."""
    try:
        mounts = MOUNTS.read_bytes()
    except OSError:
        return False
    points = (mount.split(b" ")[4] for mount in mounts.splitlines())
    return os.fsencode(path.resolve()).replace(b" ", b"\\040") in points


def read_header(path: Path) -> bytes:
    """What SQLite keeps at the beginning of a file. Closing a file takes a process's locks from it,
    so this must not be done beside an open connection."""
    with path.open("rb") as file:
        return file.read(100)


def is_ours(header: bytes) -> bool:
    application = int.from_bytes(header[68:72], "big")
    return header.startswith(b"SQLite format 3\0") and application == APPLICATION


def is_worked_with(header: bytes) -> bool:
    return header[18] == 2


def make_durable(db: DB, path: Path) -> None:
    """What is committed from now on survives a power cut, and readers don't wait for it."""
    with named_troubles(path):
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DiskFault(path, "SQLite can't keep a write-ahead log in this folder")
        db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        db.execute("PRAGMA foreign_keys = ON")
        # What is erased is overwritten, not just forgotten.
        db.execute("PRAGMA secure_delete = ON")


def connect_reading(path: Path, patience: float = PATIENCE, *, alone: bool = False) -> DB:
    """The file as it is, never changed or checkpointed from here. Who is alone with it leaves
    nothing beside it and needs to write nowhere, but would not see anybody else's changes."""
    if not path.is_file():
        raise NoDatabase(path)
    # To open it just to see, and close it, would take this process's locks from it.
    if not os.access(path, os.R_OK):
        raise Unreadable(path)
    _recent_enough()
    db = _connect(path, "mode=ro&immutable=1" if alone else "mode=ro", patience, recognise)
    db.execute(f"PRAGMA cache_size = -{CACHE}")
    return db


@contextmanager
def looking_at(path: Path) -> Iterator[DB]:
    """The database as a command reads it: beside a bot, or alone with it, while none can start."""
    path = followed(path)
    if path.is_file() and _has_several_names(path):
        raise SeveralNames(path)  # its log may be beside another
    alone = True
    with ExitStack() as stack:
        try:
            if beside(path, ".lock").exists():
                stack.enter_context(only_one(path))
        except InUse:
            alone = False  # a bot's log may be about to come, or to go
        except ReadOnly:
            pass  # such as a snapshot: there is no other way to read it
        yield stack.enter_context(closing(connect_reading(path, alone=alone and not has_log(path))))


def has_log(path: Path) -> bool:
    """What a bot at the file has, and one that was killed leaves behind."""
    return any(beside(followed(path), suffix).exists() for suffix in ("-wal", "-journal"))


def _connect(path: Path, how: str, patience: float, greet: Callable[[DB, Path], None]) -> DB:
    with named_troubles(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}",
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


def recognise(db: DB, path: Path) -> None:
    if pragma(db, "application_id") != APPLICATION:
        raise NotOurs(path)


def claim(db: DB, path: Path) -> None:
    """An empty file becomes ours; one with something else in it does not."""
    empty = db.execute("SELECT 1 FROM sqlite_schema").fetchone() is None
    if empty and pragma(db, "application_id") == pragma(db, "user_version") == 0:
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    recognise(db, path)


def pragma(db: DB, name: str) -> int:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)
