"""Units of work: reminders and deadlines, of all servers together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine import duel as life
from engine.duel import Offered, Playing
from engine.durations import HOUR, MINUTE, REMINDER_PART
from engine.ids import Instant, Span
from engine.refusal import Refusal
from storage.ids import DuelId, GuildId
from storage.match import Match, Struck
from storage.sqlite.duel_rows import game_code, known
from storage.sqlite.duels import save
from storage.sqlite.file import DB
from storage.store import everywhere
from storage.trouble import DamagedDuel, GameFailed

# How many duels are dealt with at a time, so that no move waits for too many of them.
MOST = 100
# How soon a reminder is due again when nobody has said that it was sent.
SOON = Span(MINUTE)
# How soon a duel is tried again whose game is missing or fails.
LATER = Span(HOUR)
# A later deadline is damaged data.
FOREVER = 2**62


def ring(db: DB, now: Instant, here: Callable[[GuildId], bool] = everywhere) -> Struck:
    """Give due reminders and end duels that are out of time. A player who couldn't see the board,
    or couldn't move because the bot isn't in the server, gets the time of the turn again."""
    reminded, ended = list[Match](), list[Match]()
    damaged = list[DamagedDuel]()
    due = db.execute(
        "SELECT guild, id FROM duel WHERE due <= ? ORDER BY due LIMIT ?", (now, MOST)
    ).fetchall()
    for guild, number in due:
        try:
            with _savepoint(db), game_code(guild, number):
                match = known(db, guild, number)
                if isinstance(match.duel, Offered):
                    ended.append(save(db, match, life.expire(match.duel, now=now)))
                elif now < _playing(match).deadline:
                    _remind(db, match, _again(_playing(match), now))
                    reminded.append(match)
                elif match.out_of_sight or not here(guild):
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


def next_due(db: DB) -> Instant | None:
    (due,) = db.execute("SELECT min(due) FROM duel WHERE due IS NOT NULL").fetchone()
    return due if due is None else Instant(due)


def beat(db: DB, now: Instant) -> None:
    """Note that the bot is running. The note never goes back, or a clock that was set back would
    make the bot seem to have stopped long ago."""
    db.execute(
        "INSERT INTO pulse (id, at) VALUES (1, :now)"
        " ON CONFLICT (id) DO UPDATE SET at = :now WHERE at < :now",
        {"now": now},
    )


def give_time_back(db: DB, now: Instant) -> Span:
    """Extend all deadlines by the time in which the bot wasn't running. Reminders that weren't sent
    are due as if they had never been given."""
    row = db.execute("SELECT at FROM pulse WHERE id = 1").fetchone()
    stopped = Span(max(0, now - row[0]) if row else 0)
    db.execute(
        "UPDATE duel SET deadline = deadline + :stopped, due = deadline + :stopped"
        " - iif(phase = 'playing' AND reminded IS NOT step, clock / :part, 0)"
        " WHERE due IS NOT NULL AND deadline < :forever",
        {"stopped": stopped, "part": REMINDER_PART, "forever": FOREVER},
    )
    beat(db, now)
    return stopped


def _again(duel: Playing, now: Instant) -> Instant:
    """Return when a reminder is due again: each time after twice as long, because the channel may
    refuse messages for months."""
    return Instant(min(now + max(SOON, now - duel.reminder), duel.deadline))


def _remind(db: DB, match: Match, again: Instant) -> None:
    db.execute(
        "UPDATE duel SET reminding = step, due = ? WHERE guild = ? AND id = ?",
        (again, match.guild, match.id),
    )


def _begin_anew(db: DB, match: Match, duel: Playing) -> None:
    db.execute(
        "UPDATE duel SET deadline = ?, due = ?, reminding = NULL, reminded = NULL"
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
    setting = "due = NULL"
    if isinstance(damaged, GameFailed):
        quarter = "iif(phase = 'playing', clock / 4, 0)"
        setting = f"due = :later, deadline = max(deadline, :later + {quarter})"
    db.execute(
        f"UPDATE duel SET {setting} WHERE guild = :guild AND id = :number",
        {"later": now + LATER, "guild": damaged.guild, "number": damaged.number},
    )
