"""Unit of work after data was put back from a backup: Discord shows later moments than that."""

from secrets import token_hex

from storage.backend import DB
from storage.units.notes import RESTORED, forget_application, take_note


def mark_restored(db: DB) -> int:
    """Have all boards posted anew and commands registered again, with a new mark in nonces, by the
    bot of any application. Return the number of open duels."""
    found = db.execute(
        "UPDATE duel SET shown = CASE WHEN phase = 'playing' THEN step - 1 END"
        " WHERE phase IN ('offered', 'playing')"
    )
    duels = found.rowcount
    forget_application(db)
    take_note(db, RESTORED, token_hex(4))
    return duels
