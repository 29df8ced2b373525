"""Units of work: the bot's notes for itself, which belong to no server."""

from storage.applications import APPLICATION, COMMANDS, commands_of
from storage.backend import DB

# The key of a mark that changes with every restore.
RESTORED = "restored"


def note(db: DB, key: str) -> str | None:
    row = db.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
    return row and str(row[0])


def take_note(db: DB, key: str, value: str) -> None:
    db.execute(
        "INSERT INTO note (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def claim(db: DB, application: str) -> str:
    """Return the application that the database belongs to: this one, if it is the first."""
    if owner := note(db, APPLICATION) or _earlier_one(db, application):
        return owner
    # Of two that get here at the same moment one is the first.
    db.execute(
        "INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (APPLICATION, application),
    )
    return note(db, APPLICATION) or application


def _earlier_one(db: DB, application: str) -> str | None:
    """Return another application that had the database before its owner was noted, unless this one
    had it too."""
    if note(db, commands_of(application)) is not None:
        return None
    # IDs are digits, and a colon follows the digit 9.
    asked = "SELECT key FROM note WHERE key > ? AND key < ? ORDER BY key LIMIT 1"
    row = db.execute(asked, (COMMANDS, f"{COMMANDS}:")).fetchone()
    return row and str(row[0]).removeprefix(COMMANDS)


def forget_application(db: DB) -> None:
    """Let the next bot to start have the database, whichever application it is of."""
    db.execute("DELETE FROM note WHERE key = ? OR key LIKE ?", (APPLICATION, f"{COMMANDS}%"))
