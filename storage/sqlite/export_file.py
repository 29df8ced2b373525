"""Exports a server into a file."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from storage.ids import GuildId
from storage.progress import Progress, unwatched
from storage.sqlite.checked_copy import disk_troubles, sync
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import followed, looking_at
from storage.sqlite.migrate import current
from storage.trouble import Occupied
from storage.units.export import write


def export(path: Path, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
    """Export into a new file, also while the bot is running. Return the number of duels."""
    target = followed(target)
    with looking_at(path) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        with _made(target) as file:
            duels = write(db, guild, file, progress)
            # The export may be read by the same users as the database.
            shutil.copymode(path, target)
    return duels


@contextmanager
def _made(target: Path) -> Iterator[BinaryIO]:
    """Create a file that must not exist yet. It is deleted if anything goes wrong."""
    with disk_troubles(target):
        try:
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise Occupied(target) from None
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            sync(target)
            sync(target.parent)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
