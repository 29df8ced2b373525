"""Units of work on standings: what finished duels add up to, and who stands where."""

from collections.abc import Iterator

from engine.duel import Finished
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.standing import Standing
from storage.ids import GuildId
from storage.people import EVERY_GAME, Ladder, Place, Profile
from storage.sqlite.file import DB

# Whose standing, in which game.
Key = tuple[PlayerId, str]


def results(duel: Finished) -> Iterator[tuple[Key, bool]]:
    """For whom a duel counts, where, and whether as a win. Without a winner, or void, it counts
    nowhere."""
    if duel.winner is None or duel.void:
        return
    for seat in Seat:
        for game in (duel.terms.game.key, EVERY_GAME):
            yield (duel.seats[seat], game), seat is duel.winner


def enter(db: DB, guild: GuildId, duel: Finished) -> int:
    """Enter the end of a duel; it is the nth in its server."""
    rows = db.execute(
        "SELECT player, game, wins, losses, streak FROM standing"
        " WHERE guild = ? AND player IN (?, ?) AND game IN (?, ?)",
        (guild, *duel.seats, duel.terms.game.key, EVERY_GAME),
    )
    before = {(player, game): Standing(*sums) for player, game, *sums in rows}
    after = {key: before.get(key, Standing()).after(won=won) for key, won in results(duel)}
    _write(db, guild, after)
    row = db.execute(
        "INSERT INTO server (guild, ends) VALUES (?, 1)"
        " ON CONFLICT (guild) DO UPDATE SET ends = ends + 1 RETURNING ends",
        (guild,),
    )
    return int(row.fetchone()[0])


def recount(db: DB, guild: GuildId, duel: Finished) -> None:
    """Its two players stand as if this duel, which is void by now, had never been: where they have
    no other, they don't stand at all."""
    games = {duel.terms.game.key, EVERY_GAME}
    db.execute(
        "DELETE FROM standing WHERE guild = ? AND player IN (?, ?) AND game IN (?, ?)",
        (guild, *duel.seats, *games),
    )
    counted: dict[Key, Standing] = {}
    for player in duel.seats:
        for played, won in _results_of(db, guild, player):
            for game in games & {played, EVERY_GAME}:
                key = (player, game)
                counted[key] = counted.get(key, Standing()).after(won=won)
    _write(db, guild, counted)


def _results_of(db: DB, guild: GuildId, player: PlayerId) -> Iterator[tuple[str, bool]]:
    """In which games somebody has won and lost, in the order of the ends. Taken from the rows as
    they are: to judge all records of a regular would hold everybody up."""
    arms = " UNION ALL ".join(
        f"SELECT nth, record, (seated = '{me}') = (winner = 0) AS won"
        f" FROM duel INDEXED BY duel_by_{me} WHERE guild = :guild AND {me} = :player"
        " AND phase = 'finished' AND winner IS NOT NULL AND NOT void"
        for me in ("challenger", "opponent")
    )
    rows = db.execute(f"{arms} ORDER BY nth", {"guild": guild, "player": player})
    for _, record, won in rows:
        # A damaged one names no game.
        yield f"{record}//".split("/")[1], bool(won)


def _write(db: DB, guild: GuildId, standings: dict[Key, Standing]) -> None:
    db.executemany(
        "INSERT INTO standing (guild, player, game, wins, losses, streak)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (guild, player, game) DO UPDATE"
        " SET wins = excluded.wins, losses = excluded.losses, streak = excluded.streak",
        [(guild, *key, each.wins, each.losses, each.streak) for key, each in standings.items()],
    )


def add(standings: dict[Key, Standing], duel: Finished) -> None:
    """Count a duel by itself: one after another, in the order of their ends, they come to what has
    been entered."""
    for key, won in results(duel):
        standings[key] = standings.get(key, Standing()).after(won=won)


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
    rows = db.execute(
        "SELECT game, wins, losses, streak FROM standing WHERE guild = ? AND player = ?",
        (guild, player),
    )
    games = {game: Standing(*sums) for game, *sums in rows}
    overall = games.pop(EVERY_GAME, None)
    if overall is None:
        return Profile(None, Standing(), {})
    return Profile(_place(db, guild, EVERY_GAME, overall), overall, games)


def place(db: DB, guild: GuildId, player: PlayerId, game: str) -> Place | None:
    sums = db.execute(
        "SELECT wins, losses, streak FROM standing WHERE guild = ? AND player = ? AND game = ?",
        (guild, player, game),
    ).fetchone()
    if sums is None:
        return None
    standing = Standing(*sums)
    return Place(_place(db, guild, game, standing), player, standing)


def above(db: DB, guild: GuildId, player: PlayerId, game: str) -> int:
    """Those who share a place stand in the order of their numbers."""
    mine = place(db, guild, player, game)
    if mine is None:
        return 0
    level = db.execute(
        "SELECT count(*) FROM standing INDEXED BY ladder WHERE guild = ? AND game = ?"
        " AND player > 0 AND wins = ? AND losses = ? AND player < ?",
        (guild, game, mine.standing.wins, mine.standing.losses, player),
    )
    return mine.place - 1 + int(level.fetchone()[0])


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
