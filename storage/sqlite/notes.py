"""Units of work: what the bot notes for itself, of no server."""

from storage.sqlite.file import DB

# Something else after every restore.
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
