"""Rungs: how many players are how high on a leaderboard, so that a place or a page is found without
counting everybody. Whoever changes a standing moves its player to the right rung."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from engine.ids import PlayerId
from storage.backend import DB
from storage.ids import GuildId

# A rung is this many points high, and one of height h begins at h times this many points. The
# lowest one has no lower end. Dividing by eight is exact.
POINTS = 8
# Players without a rating are below the established (1) and the provisional (0) ones. The height of
# their rungs is the number of their wins.
CASUAL = -1

MOVE = (
    "INSERT INTO rung (guild, season, game, settled, height, players) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (guild, season, game, settled, height)"
    " DO UPDATE SET players = rung.players + excluded.players"
)


# The columns that say on which rung a standing is.
RUNG = ("season", "game", "stands", "settled", "rating", "wins")
# A season, a game, whether its players are established or casual, and a height.
Rung = tuple[int, str, int, int]


def height_of(rating: float) -> int:
    return int(max(rating, 0.0) / POINTS)


def rung_of(  # noqa: PLR0913, PLR0917
    season: int, game: str, stands: object, settled: object, rating: float | None, wins: int
) -> Rung | None:
    """Return the rung of a standing. One that isn't on the leaderboard has none."""
    if not stands:
        return None
    if rating is None:
        return season, game, CASUAL, wins
    return season, game, int(bool(settled)), height_of(rating)


def move(db: DB, guild: GuildId, moves: Iterable[tuple[Rung | None, Rung | None]]) -> None:
    """Move players from one rung to another. None is off the leaderboard."""
    changed: dict[Rung, int] = defaultdict(int)
    for old, new in moves:
        if old == new:
            continue
        if old:
            changed[old] -= 1
        if new:
            changed[new] += 1
    # In one order everywhere.
    rows = [(guild, *rung, by) for rung, by in sorted(changed.items()) if by]
    if rows:
        db.executemany(MOVE, rows)


def let_stand(db: DB, guild: GuildId, player: PlayerId, *, stands: bool) -> None:
    """Put all standings of a player onto the leaderboards, or take them off."""
    rows = db.execute(
        "SELECT season, game, stands, settled, rating, wins FROM standing"
        " WHERE guild = ? AND player = ?",
        (guild, player),
    ).fetchall()
    db.execute(
        "UPDATE standing SET stands = ? WHERE guild = ? AND player = ?",
        (int(stands), guild, player),
    )
    move(db, guild, [(_rung_in(row), _rung_in({**dict(row), "stands": stands})) for row in rows])


def _rung_in(row: Mapping[str, Any]) -> Rung | None:
    return rung_of(*(row[key] for key in RUNG))
