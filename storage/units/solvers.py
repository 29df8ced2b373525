"""Units of work: players' puzzle ratings and days."""

from typing import Any, NamedTuple

from engine.ids import Instant, PlayerId
from engine.puzzles.days import LEAST_OFFSET, MOST_OFFSET, Days
from engine.rating import Rating
from storage.backend import DB
from storage.ids import GuildId, PuzzleId
from storage.puzzles import AttemptData, PuzzleData, Solver
from storage.shards import OF_SHARD, Shard
from storage.units.people import list_server


class Line(NamedTuple):
    """A player's line of `solver`."""

    rating: Rating = Rating()
    days: Days = Days()
    # The puzzle of the pool that the player has been given last.
    puzzle: PuzzleId | None = None


def line(db: DB, guild: GuildId, player: PlayerId) -> Line:
    return stored(db, guild, player) or Line()


def stored(db: DB, guild: GuildId, player: PlayerId) -> Line | None:
    row = db.execute(
        "SELECT rating, deviation, volatility, utc_offset, earlier_offset, kept, puzzle"
        " FROM solver WHERE guild = ? AND player = ?",
        (guild, player),
    ).fetchone()
    return _line_in(row) if row else None


def solver(db: DB, guild: GuildId, player: PlayerId) -> Solver:
    rating, days, _ = line(db, guild, player)
    tried, solved = db.execute(
        "SELECT count(*), coalesce(sum(solved), 0) FROM attempt WHERE guild = ? AND player = ?",
        (guild, player),
    ).fetchone()
    return Solver(rating, days, tried, int(solved))


def days(db: DB, guild: GuildId, player: PlayerId) -> Days:
    return line(db, guild, player).days


def move_days(db: DB, guild: GuildId, player: PlayerId, offset: int, now: Instant) -> Days:
    moved = days(db, guild, player).moved(offset, now)
    _insert(db, guild, player)
    db.execute(
        "UPDATE solver SET utc_offset = ?, earlier_offset = ?, kept = ?"
        " WHERE guild = ? AND player = ?",
        (moved.offset, moved.earlier, moved.kept, guild, player),
    )
    return moved


def give(db: DB, guild: GuildId, player: PlayerId, puzzle: PuzzleId) -> None:
    """Note the puzzle of the pool that a player has been given."""
    _insert(db, guild, player)
    db.execute(
        "UPDATE solver SET puzzle = ? WHERE guild = ? AND player = ?", (puzzle, guild, player)
    )


def rate(db: DB, guild: GuildId, player: PlayerId, rating: Rating, now: Instant) -> None:
    db.execute(
        "UPDATE solver SET rating = ?, deviation = ?, volatility = ?, at = ?"
        " WHERE guild = ? AND player = ?",
        (rating.value, rating.deviation, rating.volatility, now, guild, player),
    )


def since(db: DB, moment: Instant, shard: Shard, most: int) -> tuple[tuple[GuildId, PlayerId], ...]:
    rows = db.execute(
        "SELECT guild, player FROM solver INDEXED BY solver_by_time"
        f" WHERE at >= ? AND {OF_SHARD} ORDER BY at DESC LIMIT ?",
        (moment, *shard.values, most),
    )
    return tuple((guild, player) for guild, player in rows)


def data(db: DB, guild: GuildId, player: PlayerId) -> PuzzleData | None:
    """Return everything about puzzles that is stored of a player, or None if nothing is."""
    rows = db.execute(
        "SELECT puzzle, (SELECT text FROM puzzle WHERE guild = :guild AND id = attempt.puzzle),"
        " decisions, over, shared, at, rating, gain FROM attempt"
        " WHERE guild = :guild AND player = :player ORDER BY at, puzzle",
        {"guild": guild, "player": player},
    )
    attempts = tuple(_data_in(row) for row in rows)
    known = stored(db, guild, player) is not None
    if not attempts and not known:
        return None
    return PuzzleData(solver(db, guild, player) if known else None, attempts)


def erase(db: DB, guild: GuildId, player: PlayerId) -> None:
    """Delete a player's attempts and puzzle rating. What they have done to the ratings of puzzles
    stays."""
    for table in ("attempt", "solver"):
        db.execute(f"DELETE FROM {table} WHERE guild = ? AND player = ?", (guild, player))


def _insert(db: DB, guild: GuildId, player: PlayerId) -> None:
    """Insert a row for a player, with the rating of a new player, unless there is one."""
    list_server(db, guild)
    new = Rating()
    db.execute(
        "INSERT INTO solver (guild, player, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (guild, player, new.value, new.deviation, new.volatility),
    )


def _line_in(row: Any) -> Line:
    """Return a line. An offset that nobody can choose counts as none."""
    *rating, offset, earlier, kept, puzzle = row
    known = range(LEAST_OFFSET, MOST_OFFSET + 1)
    sound = offset in known and (earlier is None or earlier in known)
    return Line(Rating(*rating), Days(offset, earlier, kept) if sound else Days(), puzzle)


def _data_in(row: Any) -> AttemptData:
    number, text, decisions, over, shared, at, rating, gain = row
    ended = bool(over), bool(shared)
    return AttemptData(PuzzleId(number), text, decisions, *ended, at, rating, gain)
