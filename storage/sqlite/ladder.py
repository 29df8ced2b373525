"""Units of work on standings: what finished duels add up to, and who stands where."""

import sqlite3
from collections.abc import Iterable, Iterator

from engine.duel import Finished
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.standing import Standing
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.people import EVERY_GAME, Ladder, Place, Profile
from storage.sqlite.rows import select

DB = sqlite3.Connection
# Whose standing, in which game.
Key = tuple[PlayerId, str]


def results(duel: Finished) -> Iterator[tuple[Key, bool]]:
    """For whom a duel counts, where, and whether as a win. Without a winner it counts nowhere."""
    if duel.winner is None:
        return
    for seat in Seat:
        for game in (duel.terms.game.key, EVERY_GAME):
            yield (duel.seats[seat], game), seat is duel.winner


def count(db: DB, guild: GuildId, duel: Finished) -> int:
    """Enter the end of a duel; it is the nth in its server."""
    before = {player: _standings(db, guild, player) for player in duel.seats}
    after = {
        (player, game): before[player].get(game, Standing()).after(won=won)
        for (player, game), won in results(duel)
    }
    db.executemany(
        "INSERT INTO standing (guild, player, game, wins, losses, streak)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (guild, player, game) DO UPDATE"
        " SET wins = excluded.wins, losses = excluded.losses, streak = excluded.streak",
        [(guild, *key, each.wins, each.losses, each.streak) for key, each in after.items()],
    )
    row = db.execute("UPDATE server SET ends = ends + 1 WHERE guild = ? RETURNING ends", (guild,))
    return int(row.fetchone()[0])


def recount(ends: Iterable[Finished]) -> dict[Key, Standing]:
    """The standings that these duels, in the order of their ends, add up to."""
    standings: dict[Key, Standing] = {}
    for duel in ends:
        for key, won in results(duel):
            standings[key] = standings.get(key, Standing()).after(won=won)
    return standings


def leaderboard(db: DB, guild: GuildId, game: str, skip: int, most: int) -> Ladder:
    rows = db.execute(
        "SELECT player, wins, losses, streak FROM standing INDEXED BY ladder"
        " WHERE guild = ? AND game = ? AND player > 0"
        " ORDER BY wins DESC, losses, player LIMIT ? OFFSET ?",
        (guild, game, most + 1, skip),
    ).fetchall()
    places: list[Place] = []
    for nth, (player, *sums) in enumerate(rows[:most], start=skip + 1):
        standing = Standing(*sums)
        if not places:
            place = _place(db, guild, game, standing)
        elif _level(places[-1].standing, standing):
            place = places[-1].place
        else:
            place = nth
        places.append(Place(place, player, standing))
    return Ladder(tuple(places), more=len(rows) > most)


def profile(db: DB, guild: GuildId, player: PlayerId) -> Profile:
    games = _standings(db, guild, player)
    overall = games.pop(EVERY_GAME, None)
    if overall is None:
        return Profile(None, Standing(), {})
    return Profile(_place(db, guild, EVERY_GAME, overall), overall, games)


def history(  # noqa: PLR0913
    db: DB,
    guild: GuildId,
    player: PlayerId,
    *,
    opponent: PlayerId | None,
    before: DuelId | None,
    most: int,
) -> tuple[Match, ...]:
    """A player's finished duels, the last one first. Pages are found by the end of the last duel on
    the one before, so that a long history is as quick to read at its far end."""
    arms = " UNION ALL ".join(
        # Each arm is an index read from its end; together they are sorted once more.
        f"SELECT * FROM (SELECT id, nth FROM duel INDEXED BY duel_by_{me}"
        f" WHERE guild = :guild AND {me} = :player AND phase = 'finished'"
        + (f" AND {other} = :opponent" if opponent else "")
        + " AND nth < coalesce((SELECT nth FROM duel WHERE guild = :guild AND id = :before),"
        " 9223372036854775807) ORDER BY nth DESC LIMIT :most)"
        for me, other in (("challenger", "opponent"), ("opponent", "challenger"))
    )
    values = {"guild": guild, "player": player, "opponent": opponent, "before": before}
    return select(
        db,
        f"WHERE guild = :guild AND id IN (SELECT id FROM ({arms}) ORDER BY nth DESC LIMIT :most)"
        " ORDER BY nth DESC",
        {**values, "most": most},
    )


def _standings(db: DB, guild: GuildId, player: PlayerId) -> dict[str, Standing]:
    """By game, the one for all of them included."""
    rows = db.execute(
        "SELECT game, wins, losses, streak FROM standing WHERE guild = ? AND player = ?",
        (guild, player),
    )
    return {game: Standing(*sums) for game, *sums in rows}


def _place(db: DB, guild: GuildId, game: str, standing: Standing) -> int:
    """One more than stand higher: counted on the index, which is quicker than ranking everybody."""
    higher = "SELECT count(*) FROM standing INDEXED BY ladder WHERE guild = :guild AND game = :game"
    better = db.execute(
        f"SELECT ({higher} AND player > 0 AND wins > :wins)"
        f" + ({higher} AND player > 0 AND wins = :wins AND losses < :losses)",
        {"guild": guild, "game": game, "wins": standing.wins, "losses": standing.losses},
    )
    return int(better.fetchone()[0]) + 1


def _level(one: Standing, other: Standing) -> bool:
    return (one.wins, one.losses) == (other.wins, other.losses)
