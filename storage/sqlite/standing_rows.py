"""Standings as rows: the current ones of a season, and those after each end (table `course`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.duel import Finished, Playing
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME, Key, PlayerCounts
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage.ids import GuildId
from storage.people import Season
from storage.sqlite.file import DB
from storage.sqlite.tracked_ledger import Count, Step

# The columns of a standing.
RESULTS = ("wins", "losses", "ties", "streak", "form")
RANKS = ("rating", "deviation", "volatility", "at", "rated", "testers", "settled")
NAMES = ", ".join(RESULTS + RANKS)
HOLES = ", ".join("?" * len(RESULTS + RANKS))
Row = tuple[Any, ...]

# Used for every end, so the statements are built once.
OF_TWO = " UNION ALL ".join(
    f"SELECT player, game, {NAMES} FROM standing"
    f" WHERE guild = :guild AND player = :{which} AND season = :season"
    for which in ("one", "other")
)
# A player's ends since the beginning of a season, newest first.
ENDS = " UNION ALL ".join(
    f"SELECT nth FROM duel INDEXED BY duel_by_{role} WHERE guild = :guild AND {role} = :player"
    " AND phase = 'finished' AND nth >= :first AND nth < :nth"
    for role in ("challenger", "opponent")
)
ENDS_BEFORE = f"{ENDS} ORDER BY nth DESC"
AFTER = f"SELECT {NAMES} FROM course WHERE guild = ? AND nth = ? AND player = ? AND game = ?"
STAND = (
    f"INSERT INTO standing (guild, season, player, game, {NAMES}, stands)"
    f" VALUES (?, ?, ?, ?, {HOLES}, ? AND NOT EXISTS"
    " (SELECT 1 FROM departed WHERE guild = ?1 AND player = ?3))"
    " ON CONFLICT (guild, player, season, game) DO UPDATE SET "
)
COUNT = STAND + ", ".join(f"{name} = excluded.{name}" for name in RESULTS)
RANK = f"{COUNT}, stands = excluded.stands, " + ", ".join(
    f"{name} = excluded.{name}" for name in RANKS
)
NOTE = (
    f"INSERT OR REPLACE INTO course (guild, nth, player, game, {NAMES}, gain)"
    f" VALUES (?, ?, ?, ?, {HOLES}, ?)"
)
NOTE_CENSUS = (
    "INSERT OR REPLACE INTO census (guild, game, nth, regulars, settled) VALUES (?, ?, ?, ?, ?)"
)


def of_players(
    db: DB, guild: GuildId, season: Season, duel: Playing | Finished
) -> dict[Key, Standing]:
    """Read the standings of a duel's players, in its game and over all games."""
    one, other = duel.seats
    which = {"guild": guild, "season": season.number, "one": one, "other": other}
    ladders = (duel.terms.game.key, EVERY_GAME)
    return {
        (row["player"], row["game"]): standing_of(*row[2:])
        for row in db.execute(OF_TWO, which)
        if row["game"] in ladders
    }


def before(db: DB, guild: GuildId, season: Season, key: Key, nth: int) -> Standing:
    """Read a standing as it was before the nth end, from the latest end of theirs that was
    applied."""
    which = {"guild": guild, "player": key[0], "first": season.first, "nth": nth}
    for (end,) in db.execute(ENDS_BEFORE, which):
        row = db.execute(AFTER, (guild, end, *key)).fetchone()
        if row:
            return standing_of(*row)
    return Standing()


def census_before(db: DB, guild: GuildId, season: Season, game: str, nth: int) -> PlayerCounts:
    row = db.execute(
        "SELECT regulars, settled FROM census WHERE guild = ? AND game = ?"
        " AND nth >= ? AND nth < ? ORDER BY nth DESC LIMIT 1",
        (guild, game, season.first, nth),
    ).fetchone()
    return PlayerCounts(*row) if row else PlayerCounts()


def take(db: DB, guild: GuildId, season: Season, steps: Sequence[Step], *, ranked: bool) -> None:
    """Store steps and make them the current standings. Steps that aren't `ranked` move nobody on
    the leaderboard."""
    sums = [(step, sums_of(step.standing)) for step in steps]
    db.executemany(NOTE, [(guild, step.nth, *step.key, *each, step.gain) for step, each in sums])
    db.executemany(
        RANK if ranked else COUNT,
        [
            (guild, season.number, *step.key, *each, _stands(step.key, step.standing))
            for step, each in sums
        ],
    )


def rows_of(guild: GuildId, steps: Iterable[Step]) -> list[Row]:
    """Return steps as rows of `course`."""
    return [(guild, nth, *key, *sums_of(now), gain) for key, nth, now, gain in steps]


def note(db: DB, guild: GuildId, first: int, last: int, rows: Iterable[Row]) -> None:
    """Replace the rows of `course` between two ends."""
    db.execute("DELETE FROM course WHERE guild = ? AND nth BETWEEN ? AND ?", (guild, first, last))
    db.executemany(NOTE, rows)


def write(db: DB, guild: GuildId, season: Season, standings: Mapping[Key, Standing]) -> None:
    """Store current standings. A standing without results is deleted."""
    db.executemany(
        "DELETE FROM standing WHERE guild = ? AND season = ? AND player = ? AND game = ?",
        [(guild, season.number, *key) for key, each in standings.items() if not each.played],
    )
    db.executemany(
        RANK,
        [
            (guild, season.number, *key, *sums_of(each), _stands(key, each))
            for key, each in standings.items()
            if each.played
        ],
    )


def _stands(key: Key, standing: Standing) -> bool:
    """Whether the standing belongs on the leaderboard, if the player is in the server."""
    return standing.rank is not None and key[0] > 0


def note_census(db: DB, guild: GuildId, counts: Iterable[Count]) -> None:
    for game, nth, now in counts:
        db.execute(NOTE_CENSUS, (guild, game, nth, now.experienced, now.established))


def sums_of(standing: Standing) -> Row:
    counts = (standing.wins, standing.losses, standing.ties, standing.streak, standing.form)
    rank = standing.rank
    if rank is None:
        return (*counts, None, None, None, None, 0, "", 0)
    rating, testers = rank.rating, ",".join(map(str, rank.established_opponents))
    numbers = (rating.value, rating.deviation, rating.volatility, rank.at, rank.duels)
    return (*counts, *numbers, testers, rank.established)


def standing_of(  # noqa: PLR0913, PLR0917
    wins: int,
    losses: int,
    ties: int,
    streak: int,
    form: str,
    value: float | None,
    deviation: float,
    volatility: float,
    at: Instant,
    duels: int,
    testers: str,
    settled: int,
) -> Standing:
    """Return the standing that these columns hold."""
    rank = None
    if value is not None:
        known = tuple(PlayerId(int(each)) for each in testers.split(",")) if testers else ()
        rank = Rank(Rating(value, deviation, volatility), at, duels, known, bool(settled))
    return Standing(wins, losses, ties, streak, form, rank)
