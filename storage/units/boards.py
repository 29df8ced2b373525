"""Units of work: which message shows which duel, and how far."""

from storage.backend import DB
from storage.ids import DuelId, GuildId
from storage.match import Board, Match, Step
from storage.shards import OF_SHARD, Shard
from storage.units.duel_rows import noted, readable


def posted(db: DB, guild: GuildId, number: DuelId, board: Board) -> Board | None:
    one = (guild, number)
    before = db.execute(
        "SELECT channel, message, shown FROM duel WHERE guild = ? AND id = ?", one
    ).fetchone()
    changed = db.execute(
        "UPDATE duel SET channel = ?, message = ?, shown = ?"
        " WHERE guild = ? AND id = ? AND step >= ? AND coalesce(shown, 0) <= ?",
        (board.channel, board.message, board.shown, *one, board.shown, board.shown),
    ).rowcount
    if not changed:
        return None
    noted(guild, number, board)
    return Board(*before)


def behind(db: DB, shard: Shard, most: int) -> frozenset[Step]:
    rows = db.execute(
        "SELECT guild, id, step FROM duel INDEXED BY duel_behind"
        " WHERE (shown IS NULL OR shown < step) AND private = 0"
        f" AND {OF_SHARD} ORDER BY guild, id LIMIT ?",
        (*shard.values, most),
    )
    return frozenset(Step(*row) for row in rows)


def unshown(db: DB, guild: GuildId, most: int) -> tuple[Match, ...]:
    return readable(
        db,
        "INDEXED BY duel_behind WHERE guild = :guild AND (shown IS NULL OR shown < step)"
        " AND private = 0 ORDER BY id LIMIT :most",
        {"guild": guild, "most": most},
    )
