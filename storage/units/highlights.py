"""Reads how the end of a duel has changed ratings, and what is remarkable about the win."""

from typing import NamedTuple

from engine.duel import Finished
from engine.ledger import EVERY_GAME, Key
from storage.backend import DB
from storage.ids import GuildId
from storage.match import Gain, Highlights
from storage.units.seasons import season_at, seasons

# How far below the loser's rating the winner's must have been for an upset.
FAR_BELOW = 150
# How many earlier duels of the season are compared with a new best rating, so that an end takes no
# longer for a player with thousands of them.
BACK = 200

AFTER_END = (
    "SELECT player, game, rating, gain, streak, settled FROM course WHERE guild = ? AND nth = ?"
)
EARLIER = " UNION ALL ".join(
    f"SELECT * FROM (SELECT nth FROM duel INDEXED BY duel_by_{role} WHERE guild = :guild"
    f" AND {role} = :player AND phase = 'finished' AND nth >= :first AND nth < :nth"
    " ORDER BY nth DESC LIMIT :back) AS latest"
    for role in ("challenger", "opponent")
)
AS_HIGH = (
    f"SELECT 1 FROM course WHERE guild = :guild AND nth IN ({EARLIER})"
    " AND player = :player AND game = :game AND rating >= :rating LIMIT 1"
)
# By seat.
Gains = tuple[Gain, Gain]


class Line(NamedTuple):
    """A player's line of `course`."""

    rating: float | None
    gain: float
    streak: int
    settled: int


def after_end(
    db: DB, guild: GuildId, duel: Finished, nth: int
) -> tuple[Gains | None, Highlights | None]:
    """Return how the nth end has changed ratings, and the highlights of the win. Both are None
    until the end has been applied."""
    if not duel.has_result:
        return None, None
    lines = {
        (player, game): Line(*line) for player, game, *line in db.execute(AFTER_END, (guild, nth))
    }
    gains = None if duel.terms.unrated else _gains(duel, lines)
    overall = duel.champion and lines.get((duel.champion, EVERY_GAME))
    if duel.winner is None or duel.champion is None or not overall:
        return gains, None
    if gains is None:
        return None, Highlights(overall.streak)
    mine, theirs = gains[duel.winner], gains[duel.winner.other]
    upset = _before(mine) <= _before(theirs) - FAR_BELOW
    key = (duel.champion, duel.terms.game.key)
    best = lines[key].settled and not _was_as_high(db, guild, key, nth, mine)
    return gains, Highlights(overall.streak, upset, bool(best))


def _gains(duel: Finished, lines: dict[Key, Line]) -> Gains | None:
    one, other = (lines.get((player, duel.terms.game.key)) for player in duel.seats)
    if one is None or other is None or one.rating is None or other.rating is None:
        return None
    return (
        Gain(one.rating, one.gain, not one.settled),
        Gain(other.rating, other.gain, not other.settled),
    )


def _before(gain: Gain) -> float:
    return gain.rating - gain.gain


def _was_as_high(db: DB, guild: GuildId, key: Key, nth: int, now: Gain) -> bool:
    """Whether the player has had this rating before in the season."""
    player, game = key
    season = season_at(seasons(db, guild), nth)
    which = {"guild": guild, "player": player, "game": game, "first": season.first, "nth": nth}
    asked = {**which, "rating": now.rating, "back": BACK}
    return db.execute(AS_HIGH, asked).fetchone() is not None
