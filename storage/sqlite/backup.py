"""Copies of the file that can be trusted: consistent, checked, and complete before they have a
name."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from storage.sqlite.file import (
    connect_reading,
    connect_writing,
    named_troubles,
    only_one,
    pragma,
)
from storage.sqlite.migrate import not_newer
from storage.trouble import (
    AlreadyThere,
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    Locked,
    NoFolder,
    NotOurs,
    ReadOnly,
    SameFile,
    Trouble,
)

DB = sqlite3.Connection
# Told how many bytes of how many there are.
Progress = Callable[[int, int], None]

# What SQLite keeps beside a file, and would take for a part of any other file of that name.
COMPANIONS = ("-shm", "-wal", "-journal")
# How many steps SQLite takes between two looks at how far it is.
STRIDE = 10_000

# What SQLite says while it copies, and that can only be about the file it copies from.
WHILE_READING = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
}
REFUSED: dict[int | None, type[DatabaseTrouble]] = {
    errno.EACCES: ReadOnly,
    errno.EPERM: ReadOnly,
    errno.EROFS: ReadOnly,
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
}


def back_up(path: Path, target: Path, progress: Progress = lambda _done, _all: None) -> None:
    """A copy of the database as it is now, while the bot may go on working on it. An earlier backup
    of that name is replaced at the very end; anything else is left alone."""
    target = _followed(target)
    _leave_alone_what_is_no_backup(path, target)
    with _disk_troubles(target):
        with _copy(path, target, progress) as copy:
            shutil.copymode(path, copy)
            copy.replace(target)
        _sync(target.parent)


def restore(
    path: Path, source: Path, *, force: bool, progress: Progress = lambda _done, _all: None
) -> Path | None:
    """Put a backup in the place of the database. Returns under which name the old one is kept."""
    path = _followed(path)
    if path.exists():
        if source.exists() and source.samefile(path):
            raise SameFile(path)
        if not path.is_file():
            raise NotOurs(path)
    with only_one(path), _disk_troubles(path):
        there = path.exists()
        if there and not force:
            raise AlreadyThere(path)
        with _copy(source, path, progress) as copy:
            if there:
                _hand_over(path, copy)
            else:
                shutil.copymode(source, copy)
            aside = _set_aside(path)
            copy.replace(path)
        _sync(path.parent)
    return aside if there else None


def _followed(path: Path) -> Path:
    """A link goes on leading to what it led to, and SQLite keeps its companions over there."""
    path = path.resolve() if path.is_symlink() else path
    if not path.parent.is_dir():
        raise NoFolder(path)
    return path


def _leave_alone_what_is_no_backup(path: Path, target: Path) -> None:
    if not target.exists():
        for suffix in COMPANIONS:
            if (orphan := _beside(target, suffix)).exists():
                raise AlreadyThere(orphan)
        return
    if path.exists() and target.samefile(path):
        raise SameFile(path)
    if not target.is_file():
        raise NotOurs(target)
    with closing(connect_reading(target)) as db:
        (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        if mode == "wal":
            # Nothing but a bot gives it a log: somebody's database, not a backup.
            raise AlreadyThere(target)


@contextmanager
def _copy(path: Path, target: Path, progress: Progress) -> Iterator[Path]:
    """A checked copy beside the target, which whoever asked for it moves into place."""
    with closing(connect_reading(path)) as db:
        not_newer(db, path)
        size = pragma(db, "page_count") * pragma(db, "page_size")
        with _part(target) as copy:
            with watched(db, lambda: progress(copy.stat().st_size, size)):
                _vacuum(db, copy, path, target)
            with closing(connect_reading(copy)) as copied:
                copied_badly = problems(copied, target, lambda: progress(size, size))
            if copied_badly:
                raise DiskFault(target, copied_badly[0].detail)
            _sync(copy)
            yield copy


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """An empty file that nobody else can read or will write to, and that is gone in the end. Only
    a process that is killed leaves it behind: hidden, and in nobody's way."""
    handle, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)


def _vacuum(db: DB, copy: Path, path: Path, target: Path) -> None:
    try:
        # As a URI, for a name need not be text.
        db.execute("VACUUM INTO ?", (copy.absolute().as_uri(),))
    except sqlite3.IntegrityError as error:
        # It has what it can't have, such as a text where only a number may be.
        raise Corrupt(path, str(error)) from error
    except sqlite3.Error as error:
        about = path if error.sqlite_errorcode & 0xFF in WHILE_READING else target
        with named_troubles(about):
            raise


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


def _hand_over(old: Path, new: Path) -> None:
    """Whoever could use the old one can use the new one, also if it is root who restores it."""
    owner = old.stat()
    with suppress(PermissionError):
        os.chown(new, owner.st_uid, owner.st_gid)
    shutil.copymode(old, new)


def _set_aside(path: Path) -> Path:
    """Give the database another name, with all that belongs to it. It keeps its own as well, which
    the next one takes over: at no moment is there none."""
    there = path.exists()
    if there:
        _empty_log(path)
    aside = next(
        name
        for n in count(1)
        if not any(
            _beside(name := _beside(path, f".replaced-{n}"), suffix).exists()
            for suffix in ("", *COMPANIONS)
        )
    )
    for suffix in COMPANIONS:
        with suppress(FileNotFoundError):
            _beside(path, suffix).rename(_beside(aside, suffix))
    if there:
        try:
            aside.hardlink_to(path)
        except OSError:  # not every disk knows second names
            path.rename(aside)
    return aside


def _empty_log(path: Path) -> None:
    """What stands in the log goes into the file itself, for which nobody else may have it open. A
    file that isn't in a state to do so keeps its log."""
    try:
        with closing(connect_writing(path)) as db, named_troubles(path):
            db.execute("PRAGMA journal_mode = DELETE")
    except Locked:
        raise
    except (Trouble, sqlite3.Error):
        pass


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _sync(path: Path) -> None:
    """On disk, also after a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _disk_troubles(path: Path) -> Iterator[None]:
    """What the system says about the file, as the trouble that it means."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EIO:
            raise DiskFault(path, os.strerror(errno.EIO)) from error
        if trouble := REFUSED.get(error.errno):
            raise trouble(path) from error
        raise
