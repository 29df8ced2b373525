"""Standings as rows: the current ones of a season, and those after each end (table `course`)."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.duel import Finished, Playing
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME, Key, PlayerCounts
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage.backend import DB
from storage.ids import GuildId
from storage.match import StartRating
from storage.people import Season
from storage.units import rungs
from storage.units.rungs import Rung, rung_of
from storage.units.tracked_ledger import Count, Step

# The columns of a standing.
RESULTS = ("wins", "losses", "ties", "streak", "form")
RANKS = ("rating", "deviation", "volatility", "at", "rated", "testers", "settled")
NAMES = ", ".join(RESULTS + RANKS)
WINS, RATING, SETTLED = ((RESULTS + RANKS).index(name) for name in ("wins", "rating", "settled"))
HOLES = ", ".join("?" * len(RESULTS + RANKS))
Row = tuple[Any, ...]


def _of_two(asked: str) -> str:
    """Return a statement about both players of a duel. (SQLite takes twice as long for a list.)"""
    return " UNION ALL ".join(f"{asked} AND player = :{which}" for which in ("one", "other"))


# Used for every duel, so the statements are built once.
OF_SEASON = "FROM standing WHERE guild = :guild AND season = :season"
OF_TWO = _of_two(f"SELECT player, game, stands, {NAMES} {OF_SEASON}")
OF_RATED = f"{OF_SEASON} AND game = :game AND rating IS NOT NULL"
RATINGS = _of_two(f"SELECT player, rating, settled {OF_RATED}")
LEFT = _of_two("SELECT player FROM departed WHERE guild = :guild")
# A player's ends since the beginning of a season, newest first.
ENDS = " UNION ALL ".join(
    f"SELECT nth FROM duel INDEXED BY duel_by_{role} WHERE guild = :guild AND {role} = :player"
    " AND phase = 'finished' AND nth >= :first AND nth < :nth"
    for role in ("challenger", "opponent")
)
# An engine reads all that a statement asks for, so it asks for a few at a time.
SOME = 20
ENDS_BEFORE = f"{ENDS} ORDER BY nth DESC LIMIT :some"
AFTER = f"SELECT {NAMES} FROM course WHERE guild = ? AND nth = ? AND player = ? AND game = ?"
STAND = (
    f"INSERT INTO standing (guild, season, player, game, {NAMES}, stands)"
    f" VALUES (?, ?, ?, ?, {HOLES}, ?)"
    " ON CONFLICT (guild, player, season, game) DO UPDATE SET "
) + ", ".join(f"{name} = excluded.{name}" for name in (*RESULTS, *RANKS, "stands"))
NOTE = (
    f"INSERT INTO course (guild, nth, player, game, {NAMES}, gain)"
    f" VALUES (?, ?, ?, ?, {HOLES}, ?) ON CONFLICT (guild, nth, player, game) DO UPDATE SET "
) + ", ".join(f"{name} = excluded.{name}" for name in (*RESULTS, *RANKS, "gain"))
NOTE_CENSUS = (
    "INSERT INTO census (guild, game, nth, regulars, settled) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (guild, game, nth)"
    " DO UPDATE SET regulars = excluded.regulars, settled = excluded.settled"
)
# How many players are looked up in one statement: a duel's, or many.
PAIR, MANY = 2, 50
# Who of so many players has left, and where they stand.
WHO = {size: f"guild = ? AND player IN ({', '.join('?' * size)})" for size in (PAIR, MANY)}
DEPARTED = {size: f"SELECT player FROM departed WHERE {who}" for size, who in WHO.items()}
STANDING = {
    size: "SELECT player, game, stands, settled, rating, wins FROM standing"
    f" WHERE {who} AND season = ?"
    for size, who in WHO.items()
}


class Places(NamedTuple):
    """On which rungs standings are, and which of their players have left the server."""

    rungs: Mapping[Key, Rung | None]
    left: Container[PlayerId]


def ratings(
    db: DB, guild: GuildId, season: Season, duel: Playing
) -> Mapping[PlayerId, StartRating]:
    """Read the ratings that a duel's players have in its game."""
    one, other = duel.seats
    which = {"guild": guild, "season": season.number, "one": one, "other": other}
    rows = db.execute(RATINGS, {**which, "game": duel.terms.game.key})
    return {player: StartRating(round(rating), not settled) for player, rating, settled in rows}


def of_players(
    db: DB, guild: GuildId, season: Season, duel: Finished
) -> tuple[dict[Key, Standing], Places]:
    """Read the standings of a duel's players, in its game and over all games, and their places."""
    one, other = duel.seats
    which = {"guild": guild, "season": season.number, "one": one, "other": other}
    games = (duel.terms.game.key, EVERY_GAME)
    left = db.execute(LEFT, which)
    standings: dict[Key, Standing] = {}
    before: dict[Key, Rung | None] = {}
    for player, game, stands, *sums in db.execute(OF_TWO, which):
        if game in games:
            standings[player, game] = standing_of(*sums)
            before[player, game] = _rung_of(season, game, stands, sums)
    return standings, Places(before, {player for (player,) in left})


def before(db: DB, guild: GuildId, season: Season, key: Key, nth: int) -> Standing:
    """Read a standing as it was before the nth end, from the latest end of theirs that was
    applied."""
    which = {"guild": guild, "player": key[0], "first": season.first, "some": SOME}
    read = SOME
    while read == SOME:
        read = 0
        for (end,) in db.execute(ENDS_BEFORE, which | {"nth": nth}):
            row = db.execute(AFTER, (guild, end, *key)).fetchone()
            if row:
                return standing_of(*row)
            read, nth = read + 1, end
    return Standing()


def census_before(db: DB, guild: GuildId, season: Season, game: str, nth: int) -> PlayerCounts:
    row = db.execute(
        "SELECT regulars, settled FROM census WHERE guild = ? AND game = ?"
        " AND nth >= ? AND nth < ? ORDER BY nth DESC LIMIT 1",
        (guild, game, season.first, nth),
    ).fetchone()
    return PlayerCounts(*row) if row else PlayerCounts()


def take(db: DB, guild: GuildId, season: Season, steps: Sequence[Step], places: Places) -> None:
    """Store steps and make them the current standings."""
    now = {step.key: sums_of(step.standing) for step in steps}
    db.executemany(NOTE, [(guild, nth, *key, *now[key], gain) for key, nth, _, gain in steps])
    _stand(db, guild, season, now, places)


def rows_of(guild: GuildId, steps: Iterable[Step]) -> list[Row]:
    """Return steps as rows of `course`."""
    return [(guild, nth, *key, *sums_of(now), gain) for key, nth, now, gain in steps]


def note(db: DB, guild: GuildId, first: int, last: int, rows: Iterable[Row]) -> None:
    """Replace the rows of `course` between two ends."""
    db.execute("DELETE FROM course WHERE guild = ? AND nth BETWEEN ? AND ?", (guild, first, last))
    db.executemany(NOTE, rows)


def write(db: DB, guild: GuildId, season: Season, standings: Mapping[Key, Standing]) -> None:
    """Store current standings. A standing without results is deleted."""
    places = _places(db, guild, season, standings)
    gone = [key for key, each in standings.items() if not each.played]
    db.executemany(
        "DELETE FROM standing WHERE guild = ? AND season = ? AND player = ? AND game = ?",
        [(guild, season.number, *key) for key in gone],
    )
    rungs.move(db, guild, [(places.rungs.get(key), None) for key in gone])
    played = {key: sums_of(each) for key, each in standings.items() if each.played}
    _stand(db, guild, season, played, places)


def _stand(
    db: DB, guild: GuildId, season: Season, standings: Mapping[Key, Row], places: Places
) -> None:
    """Store current standings and move their players to the right rungs."""
    rows: list[Row] = []
    moves: list[tuple[Rung | None, Rung | None]] = []
    for key, sums in standings.items():
        player, game = key
        # Erased players have negative numbers.
        stands = player > 0 and player not in places.left
        rows.append((guild, season.number, player, game, *sums, int(stands)))
        moves.append((places.rungs.get(key), _rung_of(season, game, stands, sums)))
    db.executemany(STAND, rows)
    rungs.move(db, guild, moves)


def _rung_of(season: Season, game: str, stands: object, sums: Sequence[Any]) -> Rung | None:
    return rung_of(season.number, game, stands, sums[SETTLED], sums[RATING], sums[WINS])


def _places(db: DB, guild: GuildId, season: Season, keys: Iterable[Key]) -> Places:
    """Read where players stand, in all games."""
    before: dict[Key, Rung | None] = {}
    left: set[PlayerId] = set()
    for some in _lots(sorted({player for player, _ in keys})):
        departed = db.execute(DEPARTED[len(some)], (guild, *some))
        stand = db.execute(STANDING[len(some)], (guild, *some, season.number))
        for player, game, *where in stand:
            before[player, game] = rung_of(season.number, game, *where)
        left.update(player for (player,) in departed)
    return Places(before, left)


def _lots(players: Sequence[PlayerId]) -> Iterator[tuple[PlayerId, ...]]:
    """Yield players in lots of two sizes, so that there are two statements to prepare. The last lot
    is filled up with its last player."""
    size = PAIR if len(players) <= PAIR else MANY
    for begin in range(0, len(players), size):
        some = tuple(players[begin : begin + size])
        yield some + some[-1:] * (size - len(some))


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
