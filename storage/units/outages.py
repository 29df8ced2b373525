"""Units of work: when servers had no bot, for the streaks of their players."""

from engine.durations import DAY
from engine.ids import Instant, Span
from engine.puzzles.streak import EXCUSES, Interval
from storage.backend import DB
from storage.ids import GuildId
from storage.shards import Shard, shard_key

# For how long outages are kept, and how many of a shard.
KEPT = Span(366 * DAY)
MOST = 200


def note(db: DB, now: Instant, shard: Shard) -> None:
    """Note the time since the last beat of a shard's servers, if it was long. There may have been
    more shards then, or fewer."""
    _refute(db, now, shard)
    asked = "SELECT at FROM pulse WHERE shards = ? AND shard = ?"
    before = db.execute(asked, shard.values).fetchone()
    if before and now - before[0] < EXCUSES:
        return
    last = _last_beats(db, shard)
    if all(now - at < EXCUSES for at in last.values()):
        return
    for part, at in last.items():
        # If a larger part has all of these servers, and a later beat, that is stored for them.
        if not any(part != more and part.within(more) and at <= last[more] for more in last):
            db.execute(
                "INSERT INTO outage (shards, shard, begun, ended) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (*part.values, min(at, now - 1), now),
            )
            _forget(db, part, now)


def of_server(db: DB, guild: GuildId, now: Instant) -> list[Interval]:
    """Return when a server had no bot, within a year. Several rows with the same end are about
    different numbers of shards: the server had a bot until the latest of their beginnings."""
    since = now - KEPT
    rows = db.execute(
        "SELECT max(begun), ended FROM outage WHERE :key % shards = shard AND ended > :since"
        " AND ended <= :now GROUP BY ended HAVING ended - max(begun) >= :least",
        {"key": shard_key(guild), "since": since, "now": now, "least": EXCUSES},
    )
    return [(Instant(max(begun, since)), ended) for begun, ended in rows]


def _refute(db: DB, now: Instant, shard: Shard) -> None:
    """Delete outages during which there is a beat after all: they, and the last beat, were noted
    while the clock was ahead."""
    refuted = db.execute(
        "DELETE FROM outage WHERE begun <= ? AND ended > ? AND shards % ? = 0 AND shard % ? = ?",
        (now, now, shard.count, *shard.values),
    ).rowcount
    if refuted:
        db.execute(
            "UPDATE pulse SET at = ? WHERE shards = ? AND shard = ? AND at > ?",
            (now, *shard.values, now),
        )


def _last_beats(db: DB, shard: Shard) -> dict[Shard, Instant]:
    """Return the last beat of each part of a shard that was part of one shard."""
    last: dict[Shard, Instant] = {}
    for shards, number, at in db.execute("SELECT shards, shard, at FROM pulse").fetchall():
        if part := shard.common(Shard(number, shards)):
            last[part] = max(at, last.get(part, at))
    return last


def _forget(db: DB, shard: Shard, now: Instant) -> None:
    """Delete a shard's oldest outages."""
    db.execute(
        "DELETE FROM outage WHERE shards = ?1 AND shard = ?2 AND (ended < ?3 OR ended <= ("
        "SELECT ended FROM outage WHERE shards = ?1 AND shard = ?2"
        " ORDER BY ended DESC LIMIT 1 OFFSET ?4))",
        (*shard.values, now - KEPT, MOST),
    )
