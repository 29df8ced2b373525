"""Unit of work: a season ends, and the next one begins with nobody on the ladder."""

from engine.ids import Instant
from engine.refusal import NotTheNextSeason, SeasonIsEmpty
from storage.ids import GuildId
from storage.people import Season
from storage.sqlite.file import DB
from storage.sqlite.standing_rows import last_season


def begin_season(db: DB, guild: GuildId, number: int, now: Instant) -> Season:
    """By its number, so that nobody begins two of them by asking twice."""
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
