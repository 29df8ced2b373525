"""Applies the results of duels, in the order in which they ended, to the players' standings.

The same ends in the same order always give the same standings, so a ladder can be recalculated.

A rated duel changes a player's rating only if the opponent is established. Otherwise a few new
accounts could lose on purpose to a friend, as often as they like. A player becomes established by
playing enough rated duels, some of them against several established opponents. A ladder needs
its first established players, though: while it has too few of them, enough rated duels are all that
it takes, and every opponent changes the rating of a provisional player."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.durations import DAY
from engine.fairness import LEAST_PLIES
from engine.ids import Instant, PlayerId
from engine.rating import Rating, after, idle
from engine.standing import Rank, Result, Standing

# The ladder over all games, beside those of each.
EVERY_GAME = "all"

# How many rated duels, and how many different established opponents, make a player established.
DUELS_NEEDED, OPPONENTS_NEEDED = 5, 3
# Established players are too few if they are at most one in so many of the experienced ones.
TOO_FEW_IF_ONE_IN = 3

# How long a rating period lasts. Within a year without duels a deviation of 60 grows to 110.
PERIOD = 4.7 * DAY
# A deviation is never larger than that of a new player, and never so small that results change
# nothing any more.
MAX_DEVIATION, MIN_DEVIATION = 350.0, 45.0

# A player's standing in one ladder is found by the player and the key of the game.
Key = tuple[PlayerId, str]


@dataclass(frozen=True)
class End:
    """The part of a finished duel that a ladder needs. A tie has no winner. `played_out` says that
    the rules of the game ended it, however few moves that took."""

    nth: int
    game: str
    players: tuple[PlayerId, PlayerId]
    winner: PlayerId | None
    rated: bool
    plies: int
    at: Instant
    played_out: bool


@dataclass(frozen=True)
class PlayerCounts:
    """How many players of a ladder are experienced (have played enough rated duels), and how many
    of these are established."""

    experienced: int = 0
    established: int = 0


class Ledger:
    """The standings as they are after the ends applied so far. `load_standing` and `load_counts`
    give what was stored before."""

    def __init__(
        self,
        load_standing: Callable[[Key], Standing] = lambda _: Standing(),
        load_counts: Callable[[str], PlayerCounts] = lambda _: PlayerCounts(),
    ) -> None:
        self.standings: dict[Key, Standing] = {}
        self.player_counts: dict[str, PlayerCounts] = {}
        self._load_standing = load_standing
        self._load_counts = load_counts

    def apply(self, end: End) -> dict[Key, Standing]:
        """Apply the result of a duel, and return the standings that it changes."""
        one, other = end.players
        changed: dict[Key, Standing] = {}
        for game in (end.game, EVERY_GAME):
            mine, theirs = self.standing((one, game)), self.standing((other, game))
            changed[one, game] = self._after(end, game, mine, theirs, one, other)
            changed[other, game] = self._after(end, game, theirs, mine, other, one)
            self._count(game, (mine, theirs), (changed[one, game], changed[other, game]))
        self.standings |= changed
        return changed

    def standing(self, key: Key) -> Standing:
        known = self.standings.get(key)
        if known is None:
            known = self.standings[key] = self._load_standing(key)
        return known

    def counts(self, game: str) -> PlayerCounts:
        known = self.player_counts.get(game)
        if known is None:
            known = self.player_counts[game] = self._load_counts(game)
        return known

    def _after(  # noqa: PLR0913, PLR0917
        self,
        end: End,
        game: str,
        mine: Standing,
        theirs: Standing,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Standing:
        if end.winner is None:
            result = Result.TIED
        else:
            result = Result.WON if end.winner == player else Result.LOST
        rank = mine.rank
        if end.rated:
            rank = self._rated(rank or Rank(Rating(), end.at, 0), theirs.rank, end, result, game)
            if not _is_given_up(end):
                rank = self._established(rank, theirs.rank, opponent, game)
        return mine.after(result, rank)

    def _rated(self, mine: Rank, theirs: Rank | None, end: End, result: Result, game: str) -> Rank:
        """The rank after one more rated duel, which changes the rating if it may."""
        given_up = _is_given_up(end)
        duels = mine.duels + (not given_up)
        changes = theirs is not None and theirs.established
        if not changes and not mine.established:
            changes = self._are_few_established(game)
        if not changes or (given_up and result is not Result.LOST):
            return Rank(mine.rating, mine.at, duels, mine.established_opponents, mine.established)
        against = rating_at(theirs, end.at) if theirs else Rating()
        rating = clamped(after(rating_at(mine, end.at), ((against, SCORES[result]),)))
        at = max(mine.at, end.at)
        return Rank(rating, at, duels, mine.established_opponents, mine.established)

    def _established(self, mine: Rank, theirs: Rank | None, opponent: PlayerId, game: str) -> Rank:
        """The rank with this opponent noted, and established if that is now due."""
        if mine.established:
            return mine
        met = mine.established_opponents
        if theirs and theirs.established and opponent not in met:
            met = (*met, opponent)
        if mine.duels >= DUELS_NEEDED and (
            len(met) >= OPPONENTS_NEEDED or self._are_few_established(game)
        ):
            return replace(mine, established_opponents=(), established=True)
        if met is mine.established_opponents:
            return mine
        return replace(mine, established_opponents=met)

    def _are_few_established(self, game: str) -> bool:
        counts = self.counts(game)
        few = TOO_FEW_IF_ONE_IN * counts.established <= counts.experienced
        return counts.established < OPPONENTS_NEEDED or few

    def _count(
        self, game: str, before: tuple[Standing, Standing], now: tuple[Standing, Standing]
    ) -> None:
        """Update the counts after both players: a player who becomes established by a duel doesn't
        help the opponent in the same duel."""
        if all(map(_is_established, before)):
            return  # an established player stays established
        experienced = sum(map(_is_experienced, now)) - sum(map(_is_experienced, before))
        established = sum(map(_is_established, now)) - sum(map(_is_established, before))
        if experienced or established:
            known = self.counts(game)
            self.player_counts[game] = PlayerCounts(
                known.experienced + experienced, known.established + established
            )


SCORES = {Result.WON: 1.0, Result.LOST: 0.0, Result.TIED: 0.5}


def rating_at(rank: Rank, now: Instant) -> Rating:
    """The rating at a time: without duels its deviation grows. (A clock may have been set back.)"""
    return clamped(idle(rank.rating, max(0, now - rank.at) / PERIOD))


def clamped(rating: Rating) -> Rating:
    """The rating with its deviation within the limits."""
    if MIN_DEVIATION <= rating.deviation <= MAX_DEVIATION:
        return rating
    return replace(rating, deviation=min(max(rating.deviation, MIN_DEVIATION), MAX_DEVIATION))


def _is_given_up(end: End) -> bool:
    """Whether it ended too early to say anything about its players."""
    return end.plies < LEAST_PLIES and not end.played_out


def _is_experienced(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.duels >= DUELS_NEEDED


def _is_established(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.established
