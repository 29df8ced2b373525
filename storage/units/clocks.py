"""Units of work: reminders and deadlines.

Each is about one server; which servers they are about is asked by shard."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from engine import duel as life
from engine.duel import Offered, Playing
from engine.durations import HOUR, MINUTE, REMINDER_PART
from engine.ids import Instant, Span
from engine.refusal import Refusal
from storage.backend import DB, Rows
from storage.ids import DuelId, GuildId
from storage.match import Match, Struck
from storage.shards import OF_SHARD, Shard, shard_key
from storage.trouble import DamagedDuel, GameFailed
from storage.units import outages
from storage.units.duel_rows import game_code, known_if_due
from storage.units.duels import save

# How many duels are dealt with at a time, so that no move waits for too many of them.
MOST = 100
# How soon a reminder is due again when nobody has said that it was sent.
SOON = Span(MINUTE)
# How soon a duel is tried again whose game is missing or fails.
LATER = Span(HOUR)
# A later deadline is damaged data.
FOREVER = 2**62
# Duels by their servers.
Found = Mapping[GuildId, Sequence[DuelId]]


def due(db: DB, now: Instant, shard: Shard) -> Found:
    """Return the duels of a shard that are due: the most overdue ones."""
    return _by_server(
        db.execute(
            f"SELECT guild, id FROM duel WHERE due <= ? AND {OF_SHARD} ORDER BY due LIMIT ?",
            (now, *shard.values, MOST),
        )
    )


def running(db: DB, shard: Shard) -> Found:
    """Return the duels of a shard that have a clock."""
    return _by_server(
        db.execute(
            f"SELECT guild, id FROM duel INDEXED BY duel_due WHERE due IS NOT NULL AND {OF_SHARD}",
            shard.values,
        )
    )


def _by_server(rows: Rows) -> Found:
    found: dict[GuildId, list[DuelId]] = defaultdict(list)
    for guild, number in rows:
        found[guild].append(number)
    return found


def ring(db: DB, guild: GuildId, numbers: Iterable[DuelId], now: Instant, *, here: bool) -> Struck:
    """Give due reminders and end duels that are out of time. A player who couldn't see the board,
    or couldn't move because the bot isn't in the server, gets the time of the turn again."""
    reminded: list[Match] = []
    ended: list[Match] = []
    damaged: list[DamagedDuel] = []
    for number in numbers:
        try:
            with _savepoint(db), game_code(guild, number, db.Error):
                match = known_if_due(db, guild, number, now)
                if match is None:
                    continue  # it has moved on since it was looked up
                if isinstance(match.duel, Offered):
                    ended.append(save(db, match, life.expire(match.duel, now=now)))
                elif now < _playing(match).deadline:
                    _remind(db, match, _again(_playing(match), now))
                    if match.duel.terms.level is None:
                        reminded.append(match)
                elif match.out_of_sight or not here:
                    _begin_anew(db, match, life.restart_turn(_playing(match), now=now))
                else:
                    ended.append(save(db, match, life.time_out(match.duel, now=now)))
        except DamagedDuel as why:
            damaged.append(why)
        except Refusal as refusal:
            damaged.append(DamagedDuel(guild, number, refusal.code))
    for each in damaged:
        _pass_over(db, each, now)
    return Struck(tuple(reminded), tuple(ended), tuple(damaged))


@contextmanager
def _savepoint(db: DB) -> Iterator[None]:
    """Undo what was written for one duel if its game fails after that."""
    db.execute("SAVEPOINT one_duel")
    try:
        yield
    except (DamagedDuel, Refusal):
        db.execute("ROLLBACK TO one_duel")
        db.execute("RELEASE one_duel")
        raise
    db.execute("RELEASE one_duel")


def told(db: DB, guild: GuildId, number: DuelId, step: int) -> bool:
    return bool(
        db.execute(
            "UPDATE duel SET reminded = step, due = deadline"
            " WHERE guild = ? AND id = ? AND step = ? AND phase = 'playing'",
            (guild, number, step),
        ).rowcount
    )


def next_due(db: DB, shard: Shard) -> Instant | None:
    row = db.execute(
        f"SELECT due FROM duel WHERE due IS NOT NULL AND {OF_SHARD} ORDER BY due LIMIT 1",
        shard.values,
    ).fetchone()
    return row and Instant(row[0])


def beat(db: DB, now: Instant, shard: Shard) -> None:
    """Note that the bot is running, and if it was away, for how long. The note never goes back, or
    a clock that was set back would make the bot seem to have stopped long ago."""
    outages.note(db, now, shard)
    db.execute(
        "INSERT INTO pulse (shards, shard, at) VALUES (?, ?, ?)"
        " ON CONFLICT (shards, shard) DO UPDATE SET at = excluded.at WHERE pulse.at < excluded.at",
        (shard.count, shard.number, now),
    )


def give_time_back(db: DB, guild: GuildId, numbers: Iterable[DuelId], now: Instant) -> Span:
    """Extend the deadlines of duels by the time in which their server had no bot, and return that
    time. Reminders that weren't sent are due as if they had never been given; a player of the bot
    gets none."""
    stopped = _stopped_for(db, guild, now)
    db.executemany(
        "UPDATE duel SET deadline = deadline + ?, due = deadline + ?"
        " - CASE WHEN phase = 'playing' AND level IS NULL"
        " AND (reminded IS NULL OR reminded <> step) THEN clock / ? ELSE 0 END"
        " WHERE guild = ? AND id = ? AND due IS NOT NULL AND deadline < ?",
        [(stopped, stopped, REMINDER_PART, guild, number, FOREVER) for number in numbers],
    )
    no_time_missing(db, guild, now)
    return stopped


def no_time_missing(db: DB, guild: GuildId, now: Instant) -> None:
    """Note that the time up to now has been given back. If this is cut off before the shard's next
    beat, the same time isn't given twice."""
    db.execute(
        "UPDATE server SET time_given_until = :now WHERE guild = :guild"
        " AND (time_given_until IS NULL OR time_given_until < :now)",
        {"guild": guild, "now": now},
    )


def _stopped_for(db: DB, guild: GuildId, now: Instant) -> Span:
    """Return for how long no bot has had the server, however many shards there were."""
    asked = "SELECT max(at) FROM pulse WHERE :key % shards = shard"
    beats = db.execute(asked, {"key": shard_key(guild)}).fetchone()
    given = db.execute("SELECT time_given_until FROM server WHERE guild = ?", (guild,)).fetchone()
    known = [each[0] for each in (beats, given) if each and each[0] is not None]
    return Span(max(0, now - max(known, default=now)))


def _again(duel: Playing, now: Instant) -> Instant:
    """Return when a reminder is due again: each time after twice as long, because the channel may
    refuse messages for months. A player of the bot isn't reminded, whatever made the duel due."""
    if duel.terms.level:
        return duel.deadline
    return Instant(min(now + max(SOON, now - duel.reminder), duel.deadline))


def _remind(db: DB, match: Match, again: Instant) -> None:
    db.execute(
        "UPDATE duel SET reminding = step, due = ? WHERE guild = ? AND id = ?",
        (again, match.guild, match.id),
    )


def _begin_anew(db: DB, match: Match, duel: Playing) -> None:
    """Begin a turn anew. A board that couldn't be posted is posted with the reminder. As nobody is
    reminded in a duel with the bot, that one is to be shown again."""
    db.execute(
        "UPDATE duel SET deadline = ?, due = ?, reminding = NULL, reminded = NULL,"
        " shown = CASE WHEN level IS NULL OR message IS NOT NULL THEN shown END"
        " WHERE guild = ? AND id = ?",
        (duel.deadline, duel.reminder, match.guild, match.id),
    )


def _playing(match: Match) -> Playing:
    if isinstance(match.duel, Playing):
        return match.duel
    raise DamagedDuel(match.guild, match.id, "it is over, and has a time at which it is due")


def _pass_over(db: DB, damaged: DamagedDuel, now: Instant) -> None:
    """A damaged duel must not hold up the others, nor be due again and again. One whose game fails
    may be played again once the game is mended: the player to move will be reminded first."""
    one = {"guild": damaged.guild, "number": damaged.number}
    if not isinstance(damaged, GameFailed):
        db.execute("UPDATE duel SET due = NULL WHERE guild = :guild AND id = :number", one)
        return
    quarter = "CASE WHEN phase = 'playing' THEN clock / 4 ELSE 0 END"
    db.execute(
        "UPDATE duel SET due = :later, deadline = CASE"
        f" WHEN deadline > :later + {quarter} THEN deadline ELSE :later + {quarter} END"
        " WHERE guild = :guild AND id = :number",
        {"later": now + LATER, **one},
    )
