"""Units of work that apply the ends of duels to the standings, and that apply them again.

The ends of a server's duels are numbered in their order. `server.entered` is the number up to which
they have been applied; the rest are waiting."""

from collections.abc import Mapping
from itertools import groupby, product
from typing import Any

from engine.duel import Finished
from engine.fairness import Unrated
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME, End, Key
from engine.outcome import FROM_OUTSIDE, Reason
from engine.standing import Standing
from storage.backend import DB
from storage.ids import GuildId
from storage.people import Season
from storage.shards import OF_SHARD, Shard
from storage.units import standing_rows, titles
from storage.units.seasons import last_season, season_at, seasons
from storage.units.standing_rows import Row
from storage.units.tracked_ledger import Count, TrackedLedger

# How many ends are applied at a time in a recalculation, so that no move waits for more.
SOME = 50
NEVER = Instant(0)
# All that is calculated from the ends.
TABLES = ("standing", "rung", "course", "census")


def apply(db: DB, guild: GuildId, duel: Finished) -> int:
    """Apply the end of a duel, and return its number in its server. If earlier ends are still
    waiting, it waits too."""
    nth, entered = db.execute(
        "INSERT INTO server (guild, ends, entered) VALUES (?, 1, 1) ON CONFLICT (guild) DO UPDATE"
        " SET ends = server.ends + 1, entered = server.entered"
        " + CASE WHEN server.entered = server.ends THEN 1 ELSE 0 END RETURNING ends, entered",
        (guild,),
    ).fetchone()
    if entered != nth or not duel.has_result:
        return int(nth)
    season = last_season(db, guild)
    known, places = standing_rows.of_players(db, guild, season, duel)
    ledger = TrackedLedger(
        lambda key: known.get(key, Standing()),
        lambda game: standing_rows.census_before(db, guild, season, game, nth),
    )
    steps, counts = ledger.apply(end_of(duel, nth))
    standing_rows.take(db, guild, season, steps, places)
    standing_rows.note_census(db, guild, counts)
    return int(nth)


def end_of(duel: Finished, nth: int) -> End:
    rated, game = duel.terms.unrated is None, duel.terms.game.key
    facts = duel.ply, duel.at, duel.played_out
    return End(nth, game, duel.seats, duel.champion, rated, *facts)


def apply_again(db: DB, guild: GuildId, nth: int) -> None:
    """Apply the ends from the nth on once more: a few of them now, the rest by `apply_waiting`."""
    db.execute(
        "UPDATE server SET entered = :before WHERE guild = :guild AND entered > :before",
        {"before": nth - 1, "guild": guild},
    )
    apply_waiting(db, guild)


def servers(db: DB) -> tuple[GuildId, ...]:
    """Return every server that may have standings."""
    everywhere = " UNION ".join(f"SELECT guild FROM {table}" for table in ("server", *TABLES))
    return tuple(guild for (guild,) in db.execute(everywhere).fetchall())


def all_ends(db: DB) -> int:
    """Count the ends of all servers' duels."""
    (ends,) = db.execute("SELECT coalesce(sum(ends), 0) FROM server").fetchone()
    return int(ends)


def begin_again(db: DB, guild: GuildId) -> int:
    """Delete all standings of a server, and what wins have earned. Return how many ends are waiting
    then."""
    titles.judge_again(db, guild)
    for table in TABLES:
        db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
    row = db.execute(
        "UPDATE server SET entered = 0 WHERE guild = ? RETURNING ends", (guild,)
    ).fetchone()
    return int(row[0]) if row else 0


def recalculating(db: DB, shard: Shard) -> tuple[GuildId, ...]:
    """Return the servers in which ends are waiting."""
    asked = f"SELECT guild FROM server WHERE entered < ends AND {OF_SHARD}"
    return tuple(guild for (guild,) in db.execute(asked, shard.values))


def apply_waiting(
    db: DB,
    guild: GuildId,
    most: int | None = None,
    ledgers: Mapping[int, TrackedLedger] | None = None,
) -> int:
    """Apply some of the waiting ends. Return how many are left. A caller that has applied all ends
    before them may pass its ledgers, by season."""
    row = db.execute("SELECT ends, entered FROM server WHERE guild = ?", (guild,)).fetchone()
    ends, entered = row or (0, 0)
    if entered == ends:
        return 0
    most = most or SOME
    waiting = db.execute(
        "SELECT nth, record, earlier, challenger, opponent, seated, winner, reason, void, unrated,"
        " ended FROM duel INDEXED BY duel_by_end WHERE guild = ? AND nth > ? AND nth <= ?"
        " ORDER BY nth LIMIT ?",
        (guild, entered, ends, most),
    ).fetchall()
    known = seasons(db, guild)
    for season, rows in groupby(waiting, lambda row: season_at(known, row["nth"])):
        some = list(rows)
        kept = None if ledgers is None else ledgers[season.number]
        _apply_some(
            db, guild, season, kept or _ledger_before(db, guild, season, some[0]["nth"]), some
        )
    # In a damaged file an end may be missing. It isn't waited for.
    done = int(waiting[-1]["nth"]) if len(waiting) == most else int(ends)
    db.execute("UPDATE server SET entered = ? WHERE guild = ?", (done, guild))
    return int(ends) - done


def _ledger_before(db: DB, guild: GuildId, season: Season, first: int) -> TrackedLedger:
    """Return a ledger that begins with the standings before this end."""
    return TrackedLedger(
        lambda key: standing_rows.before(db, guild, season, key, first),
        lambda game: standing_rows.census_before(db, guild, season, game, first),
    )


def _apply_some(
    db: DB, guild: GuildId, season: Season, ledger: TrackedLedger, rows: list[Any]
) -> None:
    first, last = rows[0]["nth"], rows[-1]["nth"]
    course: list[Row] = []
    counts: list[Count] = []
    concerned: set[Key] = set()
    for row in rows:
        end = end_in(row)
        concerned.update(product(end.players, (end.game, EVERY_GAME)))
        if has_result(row):
            taken, counted = ledger.apply(end)
            course += standing_rows.rows_of(guild, taken)
            counts += counted
    db.executemany(
        "DELETE FROM census WHERE guild = ? AND game = ? AND nth BETWEEN ? AND ?",
        [(guild, game, first, last) for game in {game for _, game in concerned}],
    )
    standing_rows.note(db, guild, first, last, course)
    standing_rows.note_census(db, guild, counts)
    standing_rows.write(db, guild, season, {key: ledger.standing(key) for key in concerned})


def end_in(row: Mapping[str, Any]) -> End:
    """Read an end from its row without replaying the record, which would take too long. A damaged
    row may have no game or no time."""
    players = PlayerId(row["challenger"]), PlayerId(row["opponent"])
    seats = players if row["seated"] == "challenger" else players[::-1]
    champion = None if row["winner"] is None else seats[bool(row["winner"])]
    game = f"{row['record']}//".split("/")[1]
    plies = sum(_plies(each) for each in (row["record"], row["earlier"]) if each)
    rated = row["unrated"] is None
    at, played_out = row["ended"] or NEVER, row["reason"] not in FROM_OUTSIDE
    return End(row["nth"], game, seats, champion, rated, plies, at, played_out)


def _plies(record: str) -> int:
    moves = record.rpartition("/")[2]
    return moves.count("-") + bool(moves)


def has_result(row: Mapping[str, Any]) -> bool:
    """Whether the end counts as a result between players. None with the bot does."""
    if row["void"] or row["unrated"] == Unrated.BOT:
        return False
    return row["winner"] is not None or row["reason"] == Reason.LEVEL
