"""Units of work: which seasons there are, and how the next one begins."""

from bisect import bisect_right

from engine.ids import Instant
from engine.refusal import NotTheNextSeason, SeasonIsEmpty
from storage.backend import DB
from storage.ids import GuildId
from storage.people import Season

FIRST = Season()


def seasons(db: DB, guild: GuildId) -> tuple[Season, ...]:
    rows = db.execute(
        "SELECT number, first, at FROM season WHERE guild = ? ORDER BY number", (guild,)
    )
    return (FIRST, *(Season(*row) for row in rows))


def season_at(known: tuple[Season, ...], nth: int) -> Season:
    """Return the season of the nth end."""
    return known[max(bisect_right(known, nth, key=lambda each: each.first), 1) - 1]


def last_season(db: DB, guild: GuildId) -> Season:
    row = db.execute(
        "SELECT number, first, at FROM season WHERE guild = ? ORDER BY number DESC LIMIT 1",
        (guild,),
    ).fetchone()
    return Season(*row) if row else FIRST


def begin_season(db: DB, guild: GuildId, number: int, now: Instant) -> Season:
    """Begin the season with this number. Asking twice doesn't begin two."""
    last = last_season(db, guild)
    if number != last.number + 1:
        raise NotTheNextSeason(number, last.number + 1)
    row = db.execute("SELECT ends FROM server WHERE guild = ?", (guild,)).fetchone()
    ends = int(row[0]) if row else 0
    if ends < last.first:
        raise SeasonIsEmpty(last.number)
    season = Season(number, ends + 1, now)
    db.execute(
        "INSERT INTO season (guild, number, first, at) VALUES (?, ?, ?, ?)",
        (guild, season.number, season.first, season.at),
    )
    return season
