"""Unit of work: erasing a player's personal data."""

from engine import duel as life
from engine.duel import Duel, Offered, Playing
from engine.ids import Instant, PlayerId
from storage.backend import DB
from storage.ids import GuildId, are_direct_messages
from storage.match import Match
from storage.units import erased_numbers, receipts, rungs, solvers
from storage.units.duel_queries import running
from storage.units.duel_rows import ROLES, known
from storage.units.duels import save

# The columns in which a player is renamed.
KEPT = (
    ("duel", "challenger"),
    ("duel", "opponent"),
    ("standing", "player"),
    ("receipt", "player"),
)

# The tables in which anything is kept of a server in which nobody duels but with the bot.
OF_SERVERS = (
    *("duel", "receipt", "preferences", "departed"),
    *("attempt", "solver", "daily", "puzzle", "server"),
)

THEIRS = "FROM duel INDEXED BY duel_by_{0} WHERE guild = :guild AND {0} = :name"
ENDS = " UNION ".join(
    f"SELECT nth {THEIRS.format(role)} AND phase = 'finished'" for role, _ in ROLES
)
OPPONENTS = " UNION ".join(
    f"SELECT {other} {THEIRS.format(role)} AND phase = 'finished'" for role, other in ROLES
)


def erase(db: DB, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
    """End a player's running duels and replace their ID by a negative number, so that opponents
    keep their duels and standings still add up. A block stays with the account's ID. Attempts at
    puzzles are deleted."""
    if are_direct_messages(guild):
        return _erase_server(db, guild)
    left = running(db, guild, player)
    for match in left:
        save(db, match, _leave(match.duel, player, now))
    one, nobody = (guild, player), _nobody(db, guild)
    rungs.let_stand(db, guild, player, stands=False)
    for table, column in KEPT:
        db.execute(
            f"UPDATE {table} SET {column} = ? WHERE guild = ? AND {column} = ?",
            (nobody, guild, player),
        )
    _rename_course(db, guild, player, nobody)
    for table in ("preferences", "departed"):
        db.execute(f"DELETE FROM {table} WHERE guild = ? AND player = ?", one)
    solvers.erase(db, guild, player)
    receipts.rename(db, guild, player, nobody)
    return tuple(known(db, guild, match.id) for match in left)


def _erase_server(db: DB, guild: GuildId) -> tuple[Match, ...]:
    """Erase direct messages, of which nobody else knows."""
    erased_numbers.keep(db, guild)
    for table in OF_SERVERS:
        db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
    return ()


def _rename_course(db: DB, guild: GuildId, player: PlayerId, name: PlayerId) -> None:
    """Rename a player in `course`, and among the opponents whom others have met. The duels are
    renamed already."""
    db.execute(
        f"UPDATE course SET player = :name WHERE guild = :guild AND nth IN ({ENDS})"
        " AND player = :player",
        {"guild": guild, "name": name, "player": player},
    )
    for table in ("standing", "course INDEXED BY course_testers"):
        db.execute(
            f"UPDATE {table} SET testers = trim(replace(',' || testers || ',', :old, :new), ',')"
            f" WHERE guild = :guild AND player IN ({OPPONENTS}) AND testers <> ''"
            " AND ',' || testers || ',' LIKE '%' || :old || '%'",
            {"guild": guild, "name": name, "old": f",{player},", "new": f",{name},"},
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
        " ON CONFLICT (guild) DO UPDATE SET erased = server.erased + 1 RETURNING erased",
        (guild,),
    ).fetchone()
    return PlayerId(-erased)
