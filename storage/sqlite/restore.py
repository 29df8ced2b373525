"""Puts a backup in the place of the database. The old database is set aside, not deleted."""

import glob
import shutil
from contextlib import closing, suppress
from pathlib import Path

from storage.disk import sync
from storage.progress import Progress, unwatched
from storage.sqlite.checked_copy import COMPANIONS, copied
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import (
    beside,
    connect_reading,
    connect_writing,
    followed,
    hand_over,
    has_log,
    only_one,
    pragma,
)
from storage.trouble import AlreadyThere, Corrupt, DiskFull, NoDatabase, NotOurs, SameFile
from storage.units.restored import mark_restored

# The first schema with notes. An older backup is upgraded later and has none.
NOTES = 2


def restore(
    path: Path, source: Path, *, force: bool, progress: Progress = unwatched
) -> Path | None:
    """Put a backup in the place of the database. Return the new path of the old one, if any."""
    path = followed(path)
    if not source.is_file():
        raise NoDatabase(source)
    if path.exists():
        if source.samefile(path):
            raise SameFile(path)
        if not path.is_file():
            raise NotOurs(path)
    with only_one(path):
        if path.exists() and not force:
            raise AlreadyThere(path)
        _one_name(path)
        with (
            closing(connect_reading(source, alone=not has_log(source))) as db,
            copied(db, source, path, progress) as copy,
        ):
            shutil.copymode(path if path.exists() else source, copy)
            hand_over(copy, path if path.exists() else path.parent)
            _mark(copy)
            aside = _set_aside(path)
            try:
                copy.replace(path)
            except OSError:
                _one_name(path)
                raise
            sync(path.parent)
    return aside


def _one_name(path: Path) -> None:
    """Undo a restore that was killed while the old database had both names."""
    for aside in list(path.parent.glob(f"{glob.escape(path.name)}.replaced-*")):
        if aside.exists() and path.exists() and aside.samefile(path):
            for suffix in COMPANIONS:
                with suppress(FileNotFoundError):
                    beside(aside, suffix).rename(beside(path, suffix))
            aside.unlink()


def _mark(path: Path) -> None:
    """Mark the copy as a database in use, which no backup may replace, and as older than what
    Discord shows: boards are shown again and commands registered again."""
    with named_troubles(path), closing(connect_writing(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        if pragma(db, "user_version") < NOTES:
            return
        db.execute("BEGIN IMMEDIATE")
        mark_restored(db)
        db.execute("COMMIT")


def _set_aside(path: Path) -> Path | None:
    """Give the database and its log another name. It keeps its own too until the copy takes that
    over, so that there is a database at every moment."""
    there = path.exists()
    if there:
        _empty_log(path)
    aside = _free_name(path)
    if there:
        try:
            aside.hardlink_to(path)
        except OSError:  # some file systems have no hard links
            shutil.copy2(path, aside)
            sync(aside)
    for suffix in COMPANIONS:
        with suppress(FileNotFoundError):
            beside(path, suffix).rename(beside(aside, suffix))
    return aside if there else None


def _free_name(path: Path) -> Path:
    n = 1
    while any(beside(path, f".replaced-{n}{suffix}").exists() for suffix in ("", *COMPANIONS)):
        n += 1
    return beside(path, f".replaced-{n}")


def _empty_log(path: Path) -> None:
    """Write the log into the file, which nobody else may have open. If the file is too damaged or
    the disk too full, the log stays."""
    with (
        suppress(Corrupt, NotOurs, DiskFull),
        named_troubles(path),
        closing(connect_writing(path)) as db,
    ):
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA journal_mode = WAL")
