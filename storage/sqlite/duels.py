"""Units of work on duels. Each finds the duel, asks the engine, and writes down what it says."""

import sqlite3
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from engine import duel as duels
from engine.duel import Duel, Finished, Offered, Playing, Terms
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Seat
from engine.refusal import AlreadyChallenged, NotYourDuel, Refusal, TooManyChallenges
from storage.ids import DuelId, GuildId
from storage.match import Board, Call, Match, Posting, Rung
from storage.sqlite import ladder, receipts
from storage.sqlite.rows import JUDGED, columns_of, known, select
from storage.trouble import DamagedDuel, Overtaken

DB = sqlite3.Connection

# How many duels the clock brings to an end in one unit of work.
MOST_RUNG = 100


# What players do.


def offer(db: DB, call: Call, terms: Terms, posting: Posting) -> Match | Refusal:
    return receipts.once(db, call, partial(_offer, db, call, terms, posting))


def rematch(db: DB, call: Call, number: DuelId, posting: Posting) -> Match | Refusal:
    def again() -> Match:
        played = known(db, call.guild, number).duel
        offered = duels.rematch(played, call.player, now=call.at, lasting=posting.lasting)
        return _offer(db, call, offered.terms, posting)

    return receipts.once(db, call, again)


def accept(db: DB, call: Call, number: DuelId, random: Random) -> Match | Refusal:
    return _step(db, call, number, partial(duels.accept, by=call.player, random=random))


def decline(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(duels.decline, by=call.player))


def cancel(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(duels.cancel, by=call.player))


def play(db: DB, call: Call, number: DuelId, text: str, ply: int | None) -> Match | Refusal:
    return _step(db, call, number, partial(duels.play, by=call.player, text=text, ply=ply))


def resign(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(duels.resign, by=call.player))


def end(db: DB, call: Call, number: DuelId, winner: Seat | None) -> Match | Refusal:
    return _step(db, call, number, partial(duels.end, winner=winner))


# What the clock does.


def ring(db: DB, now: Instant) -> Rung:
    """Deal with what is due: remind once, and end what is out of time. The clock of all servers."""
    reminded, ended, damaged = [], [], []
    due = db.execute(
        "SELECT guild, id FROM duel WHERE due <= ? ORDER BY due LIMIT ?", (now, MOST_RUNG)
    ).fetchall()
    for guild, number in due:
        try:
            match = known(db, guild, number)
        except DamagedDuel:
            # It mustn't hold up the others, nor come again and again.
            _set_due(db, guild, number, None)
            damaged.append((guild, number))
            continue
        if isinstance(match.duel, Playing) and now < match.duel.deadline:
            _set_due(db, guild, number, match.duel.deadline)
            reminded.append(match)
            continue
        over = duels.expire if isinstance(match.duel, Offered) else duels.time_out
        ended.append(save(db, match, over(match.duel, now=now)))
    return Rung(tuple(reminded), tuple(ended), tuple(damaged))


def next_due(db: DB) -> Instant | None:
    (due,) = db.execute("SELECT min(due) FROM duel WHERE due IS NOT NULL").fetchone()
    return due if due is None else Instant(due)


def beat(db: DB, now: Instant) -> None:
    """The bot is running."""
    db.execute(
        "INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        (now,),
    )


def give_time_back(db: DB, now: Instant) -> Span:
    """Nobody could move since the bot was last known to be running: all clocks go on from there."""
    row = db.execute("SELECT at FROM pulse WHERE id = 1").fetchone()
    stopped = Span(max(0, now - row[0]) if row else 0)
    db.execute(
        "UPDATE duel SET deadline = deadline + ?, due = due + ? WHERE due IS NOT NULL",
        (stopped, stopped),
    )
    beat(db, now)
    return stopped


# What is shown where.


def posted(db: DB, guild: GuildId, number: DuelId, board: Board) -> bool:
    """The duel is shown there. False if a later board is known, or this one is made up."""
    return bool(
        db.execute(
            "UPDATE duel SET channel = :channel, message = :message, shown = :shown"
            " WHERE guild = :guild AND id = :id AND step >= :shown"
            " AND coalesce(shown, 0) <= :shown",
            {"guild": guild, "id": number, **vars(board)},
        ).rowcount
    )


def unshown(db: DB, guild: GuildId) -> tuple[Match, ...]:
    """Whose board is behind the duel."""
    return select(
        db,
        "INDEXED BY duel_unshown WHERE guild = ? AND (shown IS NULL OR shown < step) ORDER BY id",
        (guild,),
    )


# What players ask.


def running(db: DB, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
    """A player's open challenges and running duels, the oldest first."""
    mine = " UNION ALL ".join(
        f"SELECT id FROM duel INDEXED BY duel_by_{role}"
        f" WHERE guild = :guild AND {role} = :player AND phase IN ('offered', 'playing')"
        for role in ("challenger", "opponent")
    )
    return select(
        db,
        f"WHERE guild = :guild AND id IN ({mine}) ORDER BY id",
        {"guild": guild, "player": player},
    )


def _offer(db: DB, call: Call, terms: Terms, posting: Posting) -> Match:
    offered = duels.offer(terms, now=call.at, lasting=posting.lasting)
    if terms.challenger != call.player:
        raise NotYourDuel((terms.challenger, terms.opponent))
    mine, theirs = (_challenged_by(db, call, each) for each in (call.player, terms.opponent))
    for challenger, opponent, open_ones in (
        (call.player, terms.opponent, mine),
        (terms.opponent, call.player, theirs),
    ):
        if opponent in open_ones:
            raise AlreadyChallenged(challenger, opponent, open_ones[opponent])
    if len(mine) >= posting.most:
        raise TooManyChallenges(posting.most)
    (number,) = db.execute(
        "INSERT INTO server (guild, duels) VALUES (?, 1)"
        " ON CONFLICT (guild) DO UPDATE SET duels = duels + 1 RETURNING duels",
        (call.guild,),
    ).fetchone()
    match = Match(call.guild, DuelId(number), offered, Board(posting.channel))
    columns = {"guild": call.guild, "id": number, "channel": posting.channel, **columns_of(match)}
    db.execute(
        f"INSERT INTO duel ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        tuple(columns.values()),
    )
    return match


def _challenged_by(db: DB, call: Call, player: PlayerId) -> dict[PlayerId, int]:
    """Whom a player has challenged and waits for. Without those that the clock is about to end."""
    return dict(
        db.execute(
            "SELECT opponent, id FROM duel INDEXED BY duel_by_challenger"
            " WHERE guild = ? AND challenger = ? AND phase = 'offered' AND deadline > ?",
            (call.guild, player, call.at),
        )
    )


def _step(db: DB, call: Call, number: DuelId, step: Callable[..., Duel]) -> Match | Refusal:
    def take() -> Match:
        match = known(db, call.guild, number)
        return save(db, match, step(match.duel, now=call.at))

    return receipts.once(db, call, take)


def save(db: DB, before: Match, duel: Duel) -> Match:
    """Compare and set: the duel must still be at the step that it was found at."""
    after = Match(before.guild, before.id, duel, before.board)
    columns: dict[str, Any]
    if isinstance(before.duel, Playing) and isinstance(duel, Playing):
        # A move leaves the rest as it was, and so the indexes on it.
        columns = {
            "record": JUDGED.keep(duel.record).text,
            "deadline": duel.deadline,
            "due": duel.reminder,
            "step": after.step,
        }
    else:
        columns = columns_of(after)
    if isinstance(duel, Finished):
        columns["nth"] = ladder.count(db, before.guild, duel)
    setting = ", ".join(f"{name} = ?" for name in columns)
    changed = db.execute(
        f"UPDATE duel SET {setting} WHERE guild = ? AND id = ? AND step = ?",
        (*columns.values(), before.guild, before.id, before.step),
    ).rowcount
    if not changed:
        raise Overtaken(before.guild, before.id)
    return after


def _set_due(db: DB, guild: GuildId, number: DuelId, due: Instant | None) -> None:
    db.execute("UPDATE duel SET due = ? WHERE guild = ? AND id = ?", (due, guild, number))
