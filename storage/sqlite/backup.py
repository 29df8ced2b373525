"""Makes a backup of the file, also while the bot is running."""

import shutil
from pathlib import Path

from storage.disk import sync
from storage.progress import Progress, unwatched
from storage.sqlite.checked_copy import COMPANIONS, copied
from storage.sqlite.file import beside, followed, is_ours, is_worked_with, looking_at, read_header
from storage.trouble import AlreadyThere, NotOurs, SameFile


def back_up(path: Path, target: Path, progress: Progress = unwatched) -> None:
    """Copy the database as it is now. An earlier backup of that name is replaced at the very end;
    any other file is left alone."""
    target = followed(target)
    _leave_alone_what_is_no_backup(path, target)
    with looking_at(path) as db, copied(db, path, target, progress) as copy:
        shutil.copymode(path, copy)
        copy.replace(target)
        sync(target.parent)


def _leave_alone_what_is_no_backup(path: Path, target: Path) -> None:
    if path.exists() and target.exists() and target.samefile(path):
        raise SameFile(path)
    for suffix in COMPANIONS:
        # SQLite would use it as a part of the backup.
        if (orphan := beside(target, suffix)).exists():
            raise AlreadyThere(orphan)
    if not target.exists():
        return
    if not target.is_file():
        raise NotOurs(target)
    header = read_header(target)
    if not is_ours(header):
        raise NotOurs(target)
    if is_worked_with(header):
        # A backup is never in this mode: it is a database that is in use.
        raise AlreadyThere(target)
