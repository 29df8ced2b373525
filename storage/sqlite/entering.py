"""Units of work that enter the ends of duels in the standings, and that count them again."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.duel import Finished
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME, Census, End, Key, Ledger
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage.ids import GuildId
from storage.match import Gain
from storage.people import Season
from storage.sqlite.file import DB

# So many ends are entered at a time when they are counted again: no move waits for more.
SOME = 200
Row = tuple[Any, ...]
# How a standing is written down.
COLUMNS = (
    *("wins", "losses", "ties", "streak", "form"),
    *("rating", "deviation", "volatility", "at", "rated", "testers", "settled"),
)
NAMES = ", ".join(COLUMNS)
HOLES = ", ".join("?" * len(COLUMNS))


def seasons(db: DB, guild: GuildId) -> tuple[Season, ...]:
    rows = db.execute(
        "SELECT number, first, at FROM season WHERE guild = ? ORDER BY number", (guild,)
    )
    return (Season(), *(Season(*row) for row in rows))


def enter(db: DB, guild: GuildId, duel: Finished) -> int:
    """Enter the end of a duel; it is the nth in its server. If others before it are still to be
    entered, it waits for its turn."""
    nth, entered = db.execute(
        "INSERT INTO server (guild, ends, entered) VALUES (?, 1, 1) ON CONFLICT (guild) DO UPDATE"
        " SET ends = ends + 1, entered = entered + (entered = ends) RETURNING ends, entered",
        (guild,),
    ).fetchone()
    if entered == nth and duel.has_result:
        season = seasons(db, guild)[-1]
        keys = [(player, game) for player in duel.seats for game in (_key(duel), EVERY_GAME)]
        known = _standings(db, guild, season, keys)
        ledger = Ledger(
            lambda key: known.get(key, Standing()),
            lambda game: _census(db, guild, season, game, nth),
        )
        course, census = _entered(ledger, end_of(duel, nth))
        _write_course(db, guild, course)
        _write_census(db, guild, census)
        _write(db, guild, season, ledger.standings)
    return int(nth)


def end_of(duel: Finished, nth: int) -> End:
    rated = duel.terms.unrated is None
    return End(nth, _key(duel), duel.seats, duel.champion, rated, duel.ply, duel.at)


def gains(db: DB, guild: GuildId, duel: Finished, nth: int) -> tuple[Gain, Gain] | None:
    """What a duel has done to the ratings of its players in the ladder of its game."""
    if duel.terms.unrated or not duel.has_result:
        return None
    found = [
        db.execute(
            "SELECT rating, gain FROM course WHERE guild = ? AND player = ? AND game = ?"
            " AND nth = ? AND rating IS NOT NULL",
            (guild, player, _key(duel), nth),
        ).fetchone()
        for player in duel.seats
    ]
    one, other = (Gain(*row) if row else None for row in found)
    return (one, other) if one and other else None


def enter_again(db: DB, guild: GuildId, nth: int) -> None:
    """Everything from the nth end on. What is more than a little goes on later, by `go_on`."""
    db.execute(
        "UPDATE server SET entered = min(entered, ?) WHERE guild = ?", (max(nth, 1) - 1, guild)
    )
    go_on(db, guild)


def behind(db: DB) -> tuple[GuildId, ...]:
    """Servers in which ends are waiting to be entered."""
    return tuple(guild for (guild,) in db.execute("SELECT guild FROM server WHERE entered < ends"))


def go_on(db: DB, guild: GuildId, most: int = SOME) -> int:
    """Enter some of the ends that are waiting. Returns how many still are."""
    row = db.execute("SELECT ends, entered FROM server WHERE guild = ?", (guild,)).fetchone()
    ends, entered = row or (0, 0)
    if entered == ends:
        return 0
    waiting = db.execute(
        "SELECT nth, record, earlier, challenger, opponent, seated, winner, reason, void, unrated,"
        " ended FROM duel INDEXED BY duel_by_end WHERE guild = ? AND nth > ? AND nth <= ?"
        " ORDER BY nth LIMIT ?",
        (guild, entered, ends, most),
    ).fetchall()
    for season, rows in _by_season(waiting, seasons(db, guild)):
        _enter_some(db, guild, season, rows)
    # Of a file that is damaged an end may be missing: nobody waits for it.
    done = int(waiting[-1]["nth"]) if len(waiting) == most else int(ends)
    db.execute("UPDATE server SET entered = ? WHERE guild = ?", (done, guild))
    return int(ends) - done


def _by_season(
    rows: list[Any], all_seasons: tuple[Season, ...]
) -> Iterator[tuple[Season, list[Any]]]:
    firsts = [each.first for each in all_seasons]
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(bisect_right(firsts, row["nth"]) - 1, []).append(row)
    for at, some in found.items():
        yield all_seasons[at], some


def _enter_some(db: DB, guild: GuildId, season: Season, rows: list[Any]) -> None:
    """One after another, from what their players had come to before the first of them."""
    first = rows[0]["nth"]
    ledger = Ledger(
        lambda key: _standing_before(db, guild, season, key, first),
        lambda game: _census(db, guild, season, game, first),
    )
    course: list[Row] = []
    censuses: list[Row] = []
    gone: list[Row] = []
    for row in rows:
        end = _end_in(row)
        if _has_result(row):
            standings, census = _entered(ledger, end)
            course += standings
            censuses += census
            continue
        for key in ((player, game) for player in end.players for game in (end.game, EVERY_GAME)):
            ledger.standing(key)
            gone.append((guild, *key, end.nth))
    db.executemany(
        "DELETE FROM course WHERE guild = ? AND player = ? AND game = ? AND nth = ?", gone
    )
    db.executemany(
        "DELETE FROM census WHERE guild = ? AND game = ? AND nth BETWEEN ? AND ?",
        [(guild, game, first, rows[-1]["nth"]) for game in {game for _, game in ledger.standings}],
    )
    _write_course(db, guild, course)
    _write_census(db, guild, censuses)
    _write(db, guild, season, ledger.standings)


def _entered(ledger: Ledger, end: End) -> tuple[list[Row], list[Row]]:
    """The rows of the course that an end makes, and of the census."""
    games = (end.game, EVERY_GAME)
    before = {
        (player, game): _value(ledger.standing((player, game)))
        for game in games
        for player in end.players
    }
    counted = [ledger.censuses.get(game) for game in games]
    course = [
        (*key, end.nth, *_sums(now), _value(now) - before[key])
        for key, now in ledger.enter(end).items()
    ]
    census = [
        (game, end.nth, now.regulars, now.settled)
        for game, old in zip(games, counted, strict=True)
        if (now := ledger.censuses.get(game)) is not None and now is not old
    ]
    return course, census


def _value(standing: Standing) -> float:
    return (standing.rank.rating if standing.rank else Rating()).value


def _end_in(row: Mapping[str, Any]) -> End:
    """Taken from the row as it is: to judge all records again would hold everybody up. A damaged
    one names no game."""
    players = PlayerId(row["challenger"]), PlayerId(row["opponent"])
    seats = players if row["seated"] == "challenger" else players[::-1]
    champion = None if row["winner"] is None else seats[row["winner"]]
    game = f"{row['record']}//".split("/")[1]
    plies = sum(_plies(each) for each in (row["record"], row["earlier"]) if each)
    rated = row["unrated"] is None
    return End(row["nth"], game, seats, champion, rated, plies, row["ended"])


def _plies(record: str) -> int:
    moves = record.rpartition("/")[2]
    return moves.count("-") + bool(moves)


def _has_result(row: Mapping[str, Any]) -> bool:
    return not row["void"] and (row["winner"] is not None or row["reason"] == "level")


def _key(duel: Finished) -> str:
    return duel.terms.game.key


def _standings(db: DB, guild: GuildId, season: Season, keys: Iterable[Key]) -> dict[Key, Standing]:
    players = sorted({player for player, _ in keys})
    games = sorted({game for _, game in keys})
    rows = db.execute(
        f"SELECT player, game, {NAMES} FROM standing WHERE guild = ? AND season = ?"
        f" AND player IN ({', '.join('?' * len(players))})"
        f" AND game IN ({', '.join('?' * len(games))})",
        (guild, season.number, *players, *games),
    )
    return {(player, game): standing_of(*sums) for player, game, *sums in rows}


def _standing_before(db: DB, guild: GuildId, season: Season, key: Key, nth: int) -> Standing:
    row = db.execute(
        f"SELECT {NAMES} FROM course WHERE guild = ? AND player = ? AND game = ?"
        " AND nth >= ? AND nth < ? ORDER BY nth DESC LIMIT 1",
        (guild, *key, season.first, nth),
    ).fetchone()
    return standing_of(*row) if row else Standing()


def _census(db: DB, guild: GuildId, season: Season, game: str, nth: int) -> Census:
    """As it was before the nth end."""
    row = db.execute(
        "SELECT regulars, settled FROM census WHERE guild = ? AND game = ?"
        " AND nth >= ? AND nth < ? ORDER BY nth DESC LIMIT 1",
        (guild, game, season.first, nth),
    ).fetchone()
    return Census(*row) if row else Census()


def _write_census(db: DB, guild: GuildId, rows: list[Row]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO census (guild, game, nth, regulars, settled)"
        " VALUES (?, ?, ?, ?, ?)",
        [(guild, *row) for row in rows],
    )


def _write_course(db: DB, guild: GuildId, rows: list[Row]) -> None:
    db.executemany(
        f"INSERT OR REPLACE INTO course (guild, player, game, nth, {NAMES}, gain)"
        f" VALUES (?, ?, ?, ?, {HOLES}, ?)",
        # In the order in which they are kept, which is much quicker.
        [(guild, *row) for row in sorted(rows)],
    )


def _write(db: DB, guild: GuildId, season: Season, standings: Mapping[Key, Standing]) -> None:
    """Who has no result left doesn't stand at all."""
    left = [(guild, season.number, *key) for key, each in standings.items() if not each.played]
    if left:
        db.executemany(
            "DELETE FROM standing WHERE guild = ? AND season = ? AND player = ? AND game = ?", left
        )
    updates = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS)
    db.executemany(
        f"INSERT INTO standing (guild, season, player, game, {NAMES}, stands)"
        f" VALUES (?, ?, ?, ?, {HOLES}, ?)"
        " ON CONFLICT (guild, player, season, game) DO UPDATE"
        f" SET {updates}, stands = excluded.stands AND here",
        [
            (guild, season.number, *key, *_sums(each), each.rank is not None and key[0] > 0)
            for key, each in standings.items()
            if each.played
        ],
    )


def _sums(standing: Standing) -> tuple[Any, ...]:
    counts = (standing.wins, standing.losses, standing.ties, standing.streak, standing.form)
    rank = standing.rank
    if rank is None:
        return (*counts, None, None, None, None, 0, "", 0)
    rating, testers = rank.rating, ",".join(map(str, rank.testers))
    numbers = (rating.value, rating.deviation, rating.volatility, rank.at, rank.duels)
    return (*counts, *numbers, testers, rank.settled)


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
    """A standing from its columns."""
    rank = None
    if value is not None:
        known = tuple(PlayerId(int(each)) for each in testers.split(",") if each)
        rank = Rank(Rating(value, deviation, volatility), at, duels, known, bool(settled))
    return Standing(wins, losses, ties, streak, form, rank)
