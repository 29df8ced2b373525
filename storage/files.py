"""The database as a file, for the host and the command line: backups, upgrades, exports, checks.

The bot calls these functions and knows no storage engine. An engine that keeps its data elsewhere
brings its own tools.
"""

from storage.sqlite.backup import back_up
from storage.sqlite.backup_rotation import back_up_into, last_backup, save_as_it_was
from storage.sqlite.check import check
from storage.sqlite.export_file import export
from storage.sqlite.file import followed
from storage.sqlite.import_file import take_in
from storage.sqlite.inspection import is_in_use, library_version, noted, schema_of
from storage.sqlite.migrate import MIGRATIONS, migrate_file, older_schema
from storage.sqlite.recalculation import recalculate
from storage.sqlite.restore import restore

# The number of the newest schema.
NEWEST_SCHEMA = len(MIGRATIONS)

__all__ = [
    "NEWEST_SCHEMA",
    "back_up",
    "back_up_into",
    "check",
    "export",
    "followed",
    "is_in_use",
    "last_backup",
    "library_version",
    "migrate_file",
    "noted",
    "older_schema",
    "recalculate",
    "restore",
    "save_as_it_was",
    "schema_of",
    "take_in",
]
