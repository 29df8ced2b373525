"""Units of work: who stands where. They read what has been entered, and no duel."""

from dataclasses import replace
from typing import Any

from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME
from engine.standing import Standing
from storage.ids import GuildId
from storage.people import Ladder, Place, Profile, Season
from storage.sqlite.entering import NAMES, seasons, standing_of
from storage.sqlite.file import DB

# Those who stand on a ladder, in their order: first the settled, then by their ratings.
STANDING = (
    " FROM standing INDEXED BY ladder WHERE guild = :guild AND season = :season AND game = :game"
    " AND stands = 1"
)


def season_of(db: DB, guild: GuildId, number: int | None) -> tuple[Season, int]:
    """The one with this number or, without or beyond, the last; and how many there are."""
    known = seasons(db, guild)
    if number is None or not 1 <= number <= len(known):
        return known[-1], len(known)
    return known[number - 1], len(known)


def leaderboard(  # noqa: PLR0913, PLR0917
    db: DB, guild: GuildId, game: str, skip: int, most: int, number: int | None
) -> Ladder:
    season, count = season_of(db, guild, number)
    which = {"guild": guild, "season": season.number, "game": game}
    # With whoever comes before the page, as they may share a place with its first.
    lead = min(1, skip)
    found = _players(db, which, skip - lead, lead + most + 1)
    standings = _standings(db, which, found[: lead + most])
    places: list[Place] = []
    for nth, (player, standing) in enumerate(standings, start=skip - lead + 1):
        shares = places and _level(places[-1].standing, standing)
        places.append(Place(places[-1].place if shares else nth, player, standing))
    if lead and len(places) > 1 and places[0].place == places[1].place:
        shared = 1 + _before(db, which, places[0].standing)
        places = [
            replace(each, place=shared) if each.place == places[0].place else each
            for each in places
        ]
    more = len(found) > lead + most
    return Ladder(tuple(places[lead:]), more, season, count, is_counting(db, guild))


def _players(db: DB, which: dict[str, Any], skip: int, most: int) -> list[PlayerId]:
    """All that is skipped is in the index: a table's rows would take ten times as long."""
    rows = db.execute(
        f"SELECT player{STANDING} ORDER BY settled DESC, rating DESC, player"
        " LIMIT :most OFFSET :skip",
        {**which, "most": most, "skip": skip},
    )
    return [player for (player,) in rows]


def _standings(
    db: DB, which: dict[str, Any], players: list[PlayerId]
) -> list[tuple[PlayerId, Standing]]:
    found = []
    for player in players:
        row = db.execute(
            f"SELECT {NAMES} FROM standing WHERE guild = :guild AND player = :player"
            " AND season = :season AND game = :game",
            {**which, "player": player},
        ).fetchone()
        found.append((player, standing_of(*row)))
    return found


def profile(db: DB, guild: GuildId, player: PlayerId) -> Profile:
    season, _ = season_of(db, guild, None)
    rows = db.execute(
        f"SELECT game, {NAMES} FROM standing WHERE guild = ? AND player = ? AND season = ?",
        (guild, player, season.number),
    )
    games = {game: standing_of(*sums) for game, *sums in rows}
    overall = games.pop(EVERY_GAME, Standing())
    mine = place(db, guild, player, EVERY_GAME, season.number)
    return Profile(mine.place if mine else None, overall, games, season)


def place(db: DB, guild: GuildId, player: PlayerId, game: str, number: int | None) -> Place | None:
    season, _ = season_of(db, guild, number)
    row = db.execute(
        f"SELECT {NAMES} FROM standing WHERE guild = ? AND player = ? AND season = ? AND game = ?"
        " AND rating IS NOT NULL",
        (guild, player, season.number, game),
    ).fetchone()
    if row is None:
        return None
    which = {"guild": guild, "season": season.number, "game": game}
    standing = standing_of(*row)
    return Place(1 + _before(db, which, standing), player, standing)


def above(db: DB, guild: GuildId, player: PlayerId, game: str, number: int | None) -> int:
    """Those who share a place stand in the order of their numbers."""
    mine = place(db, guild, player, game, number)
    if mine is None or mine.standing.rank is None:
        return 0
    season, _ = season_of(db, guild, number)
    rank = mine.standing.rank
    level = _count(
        db,
        " AND settled = :settled AND rating = :rating AND player < :player",
        {
            "guild": guild,
            "season": season.number,
            "game": game,
            "settled": rank.settled,
            "rating": rank.rating.value,
            "player": player,
        },
    )
    return mine.place - 1 + level


def course(
    db: DB, guild: GuildId, player: PlayerId, game: str
) -> tuple[tuple[float, Instant], ...]:
    """A player's ratings in this season, after each of their rated duels."""
    season, _ = season_of(db, guild, None)
    rows = db.execute(
        "SELECT rating, at FROM course WHERE guild = ? AND player = ? AND game = ? AND nth >= ?"
        " AND rating IS NOT NULL GROUP BY rated ORDER BY rated",
        (guild, player, game, season.first),
    )
    return tuple((rating, Instant(at)) for rating, at in rows)


def is_counting(db: DB, guild: GuildId) -> bool:
    row = db.execute("SELECT entered < ends FROM server WHERE guild = ?", (guild,)).fetchone()
    return bool(row and row[0])


def seen(db: DB, guild: GuildId, players: tuple[PlayerId, ...], *, here: bool) -> None:
    """Who has left the server doesn't stand on its ladders, until they are back."""
    db.executemany(
        "UPDATE standing SET here = :here, stands = :here AND player > 0 AND rating IS NOT NULL"
        " WHERE guild = :guild AND player = :player AND here <> :here",
        [{"guild": guild, "player": player, "here": here} for player in players],
    )


def _before(db: DB, which: dict[str, Any], standing: Standing) -> int:
    """How many stand higher: counted on the index, which is quicker than ranking everybody."""
    rank = standing.rank
    if rank is None:
        raise ValueError("who isn't ranked has no place")
    which = {**which, "rating": rank.rating.value}
    if rank.settled:
        return _count(db, " AND settled = 1 AND rating > :rating", which)
    settled = _count(db, " AND settled = 1", which)
    return settled + _count(db, " AND settled = 0 AND rating > :rating", which)


def _count(db: DB, condition: str, which: dict[str, Any]) -> int:
    return int(db.execute(f"SELECT count(*){STANDING}{condition}", which).fetchone()[0])


def _level(one: Standing, other: Standing) -> bool:
    ranks = [each.rank for each in (one, other) if each.rank]
    ratings = {(each.settled, each.rating.value) for each in ranks}
    return len(ratings) == 1
