"""Units of work on what players and servers choose, and on forgetting a player."""

import sqlite3

from engine import duel as duels
from engine.duel import Duel, Offered, Playing
from engine.ids import Instant, PlayerId
from storage.ids import GuildId
from storage.match import Match
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.sqlite import receipts
from storage.sqlite.duels import running, save
from storage.sqlite.rows import known

DB = sqlite3.Connection


def preferences(db: DB, guild: GuildId, player: PlayerId) -> Preferences:
    row = db.execute(
        "SELECT pings, challenges FROM preferences WHERE guild = ? AND player = ?", (guild, player)
    ).fetchone()
    return Preferences(Pings(row[0]), Challenges(row[1])) if row else Preferences()


def prefer(db: DB, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
    db.execute(
        "INSERT INTO preferences (guild, player, pings, challenges) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild, player) DO UPDATE"
        " SET pings = excluded.pings, challenges = excluded.challenges",
        (guild, player, chosen.pings, chosen.challenges),
    )


def house_rules(db: DB, guild: GuildId) -> HouseRules:
    row = db.execute("SELECT clock FROM server WHERE guild = ?", (guild,)).fetchone()
    channels = db.execute("SELECT channel FROM server_channel WHERE guild = ?", (guild,))
    return HouseRules(row[0] if row else None, frozenset(channel for (channel,) in channels))


def rule_house(db: DB, guild: GuildId, chosen: HouseRules) -> None:
    db.execute(
        "INSERT INTO server (guild, clock) VALUES (?, ?)"
        " ON CONFLICT (guild) DO UPDATE SET clock = excluded.clock",
        (guild, chosen.clock),
    )
    db.execute("DELETE FROM server_channel WHERE guild = ?", (guild,))
    db.executemany(
        "INSERT INTO server_channel (guild, channel) VALUES (?, ?)",
        [(guild, channel) for channel in chosen.channels],
    )


def servers(db: DB) -> tuple[GuildId, ...]:
    return tuple(guild for (guild,) in db.execute("SELECT guild FROM server ORDER BY guild"))


def erase(db: DB, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
    """Forget who a player was: running duels end, and all that is kept stands under a number that
    leads to nobody, so that opponents keep their duels. Returns the duels that this has ended."""
    left = running(db, guild, player)
    for match in left:
        save(db, match, _leave(match.duel, player, now))
    nobody = _nobody(db, guild)
    for table, column in (("duel", "challenger"), ("duel", "opponent"), ("standing", "player")):
        db.execute(
            f"UPDATE {table} SET {column} = ? WHERE guild = ? AND {column} = ?",
            (nobody, guild, player),
        )
    for table in ("preferences", "receipt"):
        db.execute(f"DELETE FROM {table} WHERE guild = ? AND player = ?", (guild, player))
    receipts.rename(db, guild, player, nobody)
    return tuple(known(db, guild, match.id) for match in left)


def _leave(duel: Duel, player: PlayerId, now: Instant) -> Duel:
    if isinstance(duel, Playing):
        return (
            duels.time_out(duel, now=now)
            if now >= duel.deadline
            else duels.resign(duel, player, now=now)
        )
    if isinstance(duel, Offered) and now >= duel.expires:
        return duels.expire(duel, now=now)
    mine = player == duel.terms.challenger
    return (duels.cancel if mine else duels.decline)(duel, player, now=now)


def _nobody(db: DB, guild: GuildId) -> PlayerId:
    (erased,) = db.execute(
        "INSERT INTO server (guild, erased) VALUES (?, 1)"
        " ON CONFLICT (guild) DO UPDATE SET erased = erased + 1 RETURNING erased",
        (guild,),
    ).fetchone()
    return PlayerId(-erased)
