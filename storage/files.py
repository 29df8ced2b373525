"""What can be done with a database that is a file: backups, their rotation, and putting them back.

A server has its own means. What can be done with any database is in `storage/database.py`.
"""

from pathlib import Path

from storage.database import Database
from storage.sqlite.backup import back_up
from storage.sqlite.backup_rotation import back_up_into, last_backup, save_as_it_was
from storage.sqlite.file import followed
from storage.sqlite.inspection import library_version
from storage.sqlite.migrate import older_schema
from storage.sqlite.restore import restore
from storage.trouble import NotAFile

__all__ = [
    "back_up",
    "back_up_into",
    "followed",
    "last_backup",
    "library_version",
    "older_schema",
    "path_of",
    "restore",
    "save_as_it_was",
]


def path_of(database: Database) -> Path:
    """Return the path of a database that is a file. Any other raises NotAFile."""
    if not isinstance(database.location, Path):
        raise NotAFile(database.location)
    return database.location
