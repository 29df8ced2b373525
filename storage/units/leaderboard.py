"""Units of work: leaderboards, profiles and who has left. They read standings, not duels."""

from typing import Any, NamedTuple

from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME
from engine.standing import Standing
from storage.backend import DB
from storage.ids import GuildId
from storage.people import Ladder, Place, Profile, Season
from storage.units.rungs import CASUAL, POINTS, height_of, let_stand
from storage.units.seasons import seasons
from storage.units.standing_rows import ENDS, NAMES, standing_of

# The lines of a leaderboard: established players first, then provisional ones, each by rating.
# Players without a rating follow, by wins. Each has an index, and reads nothing but that.
LADDER = "WHERE guild = :guild AND season = :season AND game = :game AND stands = 1"
RATED = f" FROM standing INDEXED BY ladder {LADDER} AND settled = :tier"
UNRATED = f" FROM standing INDEXED BY ladder_casual {LADDER} AND rating IS NULL"
RUNGS = "FROM rung WHERE guild = :guild AND season = :season AND game = :game"
# Higher than any rung.
SKY = 2**50
# A larger number than any end has.
FOREVER = 2**62
# The parameters that name a leaderboard.
Which = dict[str, Any]


class Line(NamedTuple):
    """A player on a leaderboard, and what orders them: established players are tier 1, provisional
    ones 0, and both have a rating. Casual ones have wins instead, and losses."""

    player: PlayerId
    tier: int
    score: float
    losses: int = 0

    @property
    def is_casual(self) -> bool:
        return self.tier == CASUAL

    def is_level(self, other: "Line") -> bool:
        return (self.tier, self.score) == (other.tier, other.score)


def season_of(db: DB, guild: GuildId, number: int | None) -> tuple[Season, int]:
    """Return the season with this number, or the current one if there is none; and how many there
    are."""
    known = seasons(db, guild)
    if number is None or not 1 <= number <= len(known):
        return known[-1], len(known)
    return known[number - 1], len(known)


def _span(db: DB, guild: GuildId, number: int | None) -> tuple[Season, Season | None]:
    """Return a season and the one after it."""
    season, count = season_of(db, guild, number)
    return season, season_of(db, guild, season.number + 1)[0] if season.number < count else None


def leaderboard(  # noqa: PLR0913, PLR0917
    db: DB, guild: GuildId, game: str, skip: int, most: int, number: int | None
) -> Ladder:
    season, count = season_of(db, guild, number)
    which = {"guild": guild, "season": season.number, "game": game}
    # Read the line before the page too: it may share a place with the first one.
    lead = min(1, skip)
    found = _lines(db, which, skip - lead, lead + most + 1)
    before = found[0] if lead and found else None
    places: list[Place] = []
    place = 0
    for nth, line in enumerate(found[lead : lead + most], start=skip + 1):
        if before is None or not line.is_level(before):
            place = nth
        elif not places:
            place = 1 + _before(db, which, line)
        shown = None if line.is_casual else place
        places.append(Place(shown, line.player, _standing(db, which, line.player)))
        before = line
    return Ladder(
        tuple(places), len(found) > lead + most, season, count, is_recalculating(db, guild)
    )


def _lines(db: DB, which: Which, skip: int, most: int) -> list[Line]:
    """Read lines of a leaderboard. Skipping whole rungs passes 100,000 players in milliseconds."""
    rungs = db.execute(
        f"SELECT settled, height, players {RUNGS} ORDER BY settled DESC, height DESC", which
    )
    for first, height, players in rungs:
        if skip < players:
            found = _from(db, which, first, height, skip, most)
            for tier in range(first - 1, CASUAL - 1, -1):
                if len(found) < most:
                    found += _from(db, which, tier, SKY, 0, most - len(found))
            return found
        skip -= players
    return []


def _from(  # noqa: PLR0913, PLR0917
    db: DB, which: Which, tier: int, height: int, skip: int, most: int
) -> list[Line]:
    """Read lines of a tier, from the rung of this height on, from the index alone; reading the
    table would take ten times as long."""
    page = {**which, "most": most, "skip": skip}
    if tier == CASUAL:
        rows = db.execute(
            f"SELECT player, wins, losses{UNRATED} AND wins <= :height"
            " ORDER BY wins DESC, losses, player LIMIT :most OFFSET :skip",
            {**page, "height": height},
        )
    else:
        rows = db.execute(
            f"SELECT player, rating{RATED} AND rating < :below"
            " ORDER BY rating DESC, player LIMIT :most OFFSET :skip",
            {**page, "tier": tier, "below": (height + 1) * POINTS},
        )
    return [Line(player, tier, *score) for player, *score in rows]


def _standing(db: DB, which: Which, player: PlayerId) -> Standing:
    row = db.execute(
        f"SELECT {NAMES} FROM standing WHERE guild = :guild AND player = :player"
        " AND season = :season AND game = :game",
        {**which, "player": player},
    ).fetchone()
    return standing_of(*row)


def profile(db: DB, guild: GuildId, player: PlayerId, number: int | None) -> Profile:
    season, following = _span(db, guild, number)
    # A damaged duel may have no game; it is left out.
    rows = db.execute(
        f"SELECT game, {NAMES} FROM standing"
        " WHERE guild = ? AND player = ? AND season = ? AND game <> ''",
        (guild, player, season.number),
    )
    games = {game: standing_of(*sums) for game, *sums in rows}
    overall = games.pop(EVERY_GAME, Standing())
    mine = place(db, guild, player, EVERY_GAME, season.number)
    return Profile(
        mine.place if mine else None,
        overall,
        games,
        season,
        following.at if following else None,
        is_recalculating(db, guild),
    )


def place(db: DB, guild: GuildId, player: PlayerId, game: str, number: int | None) -> Place | None:
    """Return a player's line, or None if the leaderboard leaves the player out."""
    which = _ladder(db, guild, game, number)
    line = _line(db, which, player)
    if line is None:
        return None
    shown = None if line.is_casual else 1 + _before(db, which, line)
    return Place(shown, player, _standing(db, which, player))


def above(db: DB, guild: GuildId, player: PlayerId, game: str, number: int | None) -> int:
    """Count the lines above a player's. Players who share a place, or have as many wins and losses
    without a rating, are in the order of their IDs."""
    which = _ladder(db, guild, game, number)
    line = _line(db, which, player)
    if line is None:
        return 0
    if line.is_casual:
        level = f"{UNRATED} AND wins = :score AND losses = :losses AND player < :player"
    else:
        level = f"{RATED} AND rating = :score AND player < :player"
    return _before(db, which, line) + _count(db, level, {**which, **line._asdict()})


def _ladder(db: DB, guild: GuildId, game: str, number: int | None) -> Which:
    season, _ = season_of(db, guild, number)
    return {"guild": guild, "season": season.number, "game": game}


def _line(db: DB, which: Which, player: PlayerId) -> Line | None:
    row = db.execute(
        "SELECT settled, rating, wins, losses FROM standing WHERE guild = :guild"
        " AND player = :player AND season = :season AND game = :game AND stands = 1",
        {**which, "player": player},
    ).fetchone()
    if row is None:
        return None
    settled, rating, wins, losses = row
    return Line(player, CASUAL, wins, losses) if rating is None else Line(player, settled, rating)


def _before(db: DB, which: Which, line: Line) -> int:
    """Count the higher lines: those on the rungs above, and those on the same rung."""
    height = int(line.score) if line.is_casual else height_of(line.score)
    higher = {**which, **line._asdict(), "height": height, "below": (height + 1) * POINTS}
    (above,) = db.execute(
        f"SELECT coalesce(sum(players), 0) {RUNGS}"
        " AND (settled > :tier OR settled = :tier AND height > :height)",
        higher,
    ).fetchone()
    if line.is_casual:
        beside = f"{UNRATED} AND wins = :score AND losses < :losses"
    else:
        beside = f"{RATED} AND rating > :score AND rating < :below"
    return int(above) + _count(db, beside, higher)


def _count(db: DB, lines: str, which: Which) -> int:
    return int(db.execute(f"SELECT count(*){lines}", which).fetchone()[0])


def course(
    db: DB, guild: GuildId, player: PlayerId, game: str, number: int | None
) -> tuple[tuple[float, Instant], ...]:
    """Return a player's ratings in a season, after each duel that changed them."""
    season, following = _span(db, guild, number)
    which = {"guild": guild, "player": player, "game": game}
    span = {"first": season.first, "nth": following.first if following else FOREVER}
    rows = db.execute(
        f"SELECT min(nth), rating, at FROM course WHERE guild = :guild AND nth IN ({ENDS})"
        " AND player = :player AND game = :game AND rating IS NOT NULL"
        " GROUP BY rated, rating, at ORDER BY 1",
        which | span,
    )
    return tuple((rating, Instant(at)) for _, rating, at in rows)


def is_recalculating(db: DB, guild: GuildId) -> bool:
    row = db.execute("SELECT entered < ends FROM server WHERE guild = ?", (guild,)).fetchone()
    return bool(row and row[0])


def has_left(db: DB, guild: GuildId, player: PlayerId) -> bool:
    asked = "SELECT 1 FROM departed WHERE guild = ? AND player = ?"
    return db.execute(asked, (guild, player)).fetchone() is not None


def seen(db: DB, guild: GuildId, players: tuple[PlayerId, ...], *, here: bool) -> None:
    """Note who is in the server. Players who have left are off the leaderboard until they are
    back."""
    for player in players:
        one = (guild, player)
        if here:
            change = "DELETE FROM departed WHERE guild = ? AND player = ?"
        else:
            change = (
                "INSERT INTO departed (guild, player) SELECT guild, player FROM standing"
                " WHERE guild = ? AND player = ? LIMIT 1 ON CONFLICT DO NOTHING"
            )
        if db.execute(change, one).rowcount:
            let_stand(db, guild, player, stands=here and player > 0)
