"""The numbers that duels and puzzles had in direct messages that were erased. Later ones don't get
them again: a button of an old message would act on a new duel.

How far they came is noted for all direct messages together, so that it tells of no player."""

from storage.backend import DB
from storage.ids import GuildId, are_direct_messages
from storage.units.notes import note

# The keys of the notes.
DUELS, PUZZLES = "last duel of erased direct messages", "last puzzle of erased direct messages"


def last(db: DB, guild: GuildId, key: str) -> int:
    """Return the last number that a new duel or puzzle mustn't have. In a server none is erased."""
    return int(note(db, key) or 0) if are_direct_messages(guild) else 0


def keep(db: DB, guild: GuildId) -> None:
    """Note the last numbers in direct messages that are about to be erased."""
    for key, asked in (
        (DUELS, "SELECT duels FROM server WHERE guild = ?"),
        (PUZZLES, "SELECT max(id) FROM puzzle WHERE guild = ?"),
    ):
        row = db.execute(asked, (guild,)).fetchone()
        if row and row[0]:
            _raise(db, key, row[0])


def _raise(db: DB, key: str, number: int) -> None:
    """Raise a note to a number. Others may do so at the same time."""
    db.execute(
        "INSERT INTO note (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        " WHERE CAST(note.value AS BIGINT) < CAST(excluded.value AS BIGINT)",
        (key, str(number)),
    )
