"""Units of work: the bot's notes for itself, which belong to no server."""

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
