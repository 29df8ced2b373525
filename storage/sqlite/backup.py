"""Copies of the file that can be trusted: consistent, checked, and complete before they have a
name."""

import os
import shutil
import sqlite3
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
from storage.trouble import AlreadyThere, Corrupt, NoFolder, NotOurs, ReadOnly, SameFile, Trouble

# Told how many bytes of how many there are.
Progress = Callable[[int, int], None]


def back_up(path: Path, target: Path, progress: Progress = lambda _done, _all: None) -> None:
    """A copy of the database as it is now, while the bot may go on working on it. An earlier backup
    of that name is replaced at the very end; anything else is left alone."""
    if target.exists():
        if path.exists() and target.samefile(path):
            raise SameFile(path)
        if not target.is_file():
            raise NotOurs(target)
        connect_reading(target).close()
    with _copy(path, target, progress) as copy:
        shutil.copymode(path, copy)
        copy.replace(target)
    _sync(target.parent)


def restore(
    path: Path, source: Path, *, force: bool, progress: Progress = lambda _done, _all: None
) -> Path | None:
    """Put a backup in the place of the database. Returns under which name the old one is kept."""
    if path.exists() and source.exists() and source.samefile(path):
        raise SameFile(path)
    with only_one(path):
        if path.exists() and not force:
            raise AlreadyThere(path)
        with _copy(source, path, progress) as copy:
            kept = _move_aside(path) if path.exists() else None
            copy.replace(path)
        _sync(path.parent)
    return kept


@contextmanager
def _copy(path: Path, target: Path, progress: Progress) -> Iterator[Path]:
    """A checked copy beside the target, which whoever asked for it moves into place."""
    if not target.parent.is_dir():
        raise NoFolder(target)
    copy = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with closing(connect_reading(path)) as db, named_troubles(target):
            not_newer(db, path)
            size = pragma(db, "page_count") * pragma(db, "page_size")
            db.set_progress_handler(lambda: progress(_size(copy), size), 10_000)
            db.execute("VACUUM INTO ?", (str(copy),))
        with closing(connect_reading(copy)) as db:
            for problem in problems(db, target):
                raise problem
        _sync(copy)
        yield copy
    except OSError as error:
        raise ReadOnly(target) from error
    finally:
        with suppress(OSError):
            copy.unlink(missing_ok=True)


def problems(db: sqlite3.Connection, path: Path) -> Iterator[Trouble]:
    """What SQLite finds wrong with the file."""
    with named_troubles(path):
        for (found,) in db.execute("PRAGMA integrity_check"):
            if found != "ok":
                yield Corrupt(path, found)


def _move_aside(path: Path) -> Path:
    with suppress(Trouble, sqlite3.Error):
        # What stands in its log goes into the file itself, if it is still in a state to do so.
        connect_writing(path).close()
    aside = next(
        name for n in count(1) if not (name := path.with_name(f"{path.name}.replaced-{n}")).exists()
    )
    for suffix in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(f"{aside}{suffix}")
    return aside


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _sync(path: Path) -> None:
    """On disk, also after a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
