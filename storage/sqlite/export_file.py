"""Exports a server into a file."""

import shutil
from pathlib import Path

from storage.disk import new_file
from storage.ids import GuildId
from storage.progress import Progress, unwatched
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import followed, looking_at
from storage.sqlite.migrate import current
from storage.units.export import write


def export(path: Path, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
    """Export into a new file, also while the bot is running. Return the number of duels."""
    target = followed(target)
    with looking_at(path) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        with new_file(target) as file:
            duels = write(db, guild, file, progress)
            # The export may be read by the same users as the database.
            shutil.copymode(path, target)
    return duels
