"""Unit of work: forgetting who a player was."""

from engine import duel as life
from engine.duel import Duel, Offered, Playing
from engine.ids import Instant, PlayerId
from storage.ids import GuildId
from storage.match import Match
from storage.sqlite import receipts
from storage.sqlite.duels import save
from storage.sqlite.file import DB
from storage.sqlite.finding import running
from storage.sqlite.rows import known

# Where players stand in what is kept.
KEPT = (
    ("duel", "challenger"),
    ("duel", "opponent"),
    ("standing", "player"),
    ("course", "player"),
    ("receipt", "player"),
)


def erase(db: DB, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
    """Running duels end, and all that is kept stands under a number that leads to nobody, so that
    opponents keep their duels and what has been counted still adds up. A block stays, under the
    number of the account that the server has decided about."""
    left = running(db, guild, player)
    for match in left:
        save(db, match, _leave(match.duel, player, now))
    one, nobody = (guild, player), _nobody(db, guild)
    db.execute("UPDATE standing SET here = 0, stands = 0 WHERE guild = ? AND player = ?", one)
    for table, column in KEPT:
        db.execute(
            f"UPDATE {table} SET {column} = ? WHERE guild = ? AND {column} = ?",
            (nobody, guild, player),
        )
    _rename_tester(db, guild, player, nobody)
    db.execute("DELETE FROM preferences WHERE guild = ? AND player = ?", (guild, player))
    receipts.rename(db, guild, player, nobody)
    return tuple(known(db, guild, match.id) for match in left)


def _rename_tester(db: DB, guild: GuildId, player: PlayerId, name: PlayerId) -> None:
    """Those who aren't settled yet are known to have met them."""
    for table in ("standing", "course"):
        db.execute(
            f"UPDATE {table} SET testers = trim(replace(',' || testers || ',', :old, :new), ',')"
            " WHERE guild = :guild AND testers <> '' AND instr(',' || testers || ',', :old)",
            {"guild": guild, "old": f",{player},", "new": f",{name},"},
        )


def _leave(duel: Duel, player: PlayerId, now: Instant) -> Duel:
    if isinstance(duel, Playing) and now >= duel.deadline:
        return life.time_out(duel, now=now)
    if isinstance(duel, Playing):
        return life.resign(duel, player, now=now)
    if isinstance(duel, Offered) and now >= duel.expires:
        return life.expire(duel, now=now)
    mine = player == duel.terms.challenger
    return (life.cancel if mine else life.decline)(duel, player, now=now)


def _nobody(db: DB, guild: GuildId) -> PlayerId:
    (erased,) = db.execute(
        "INSERT INTO server (guild, erased) VALUES (?, 1)"
        " ON CONFLICT (guild) DO UPDATE SET erased = erased + 1 RETURNING erased",
        (guild,),
    ).fetchone()
    return PlayerId(-erased)
