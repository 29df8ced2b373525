"""The book in which a season's duels are entered in the order of their ends: whose result changes
whose standing, and by how much. The same ends in the same order always come to the same standings.

A duel moves a player's rating if their opponent is settled: otherwise a few fresh accounts could be
fed to a friend, well known or as fresh as they are, as often as one likes. Settled is who has
played enough rated duels, among them against several opponents who were settled before. Somebody
has to be the first: while nobody could have met so many, or few of those who have played enough
are settled, that is all it takes, and who isn't settled is moved by everybody."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.fairness import LEAST_PLIES
from engine.ids import Instant, PlayerId
from engine.rating import Rating, after, idle
from engine.standing import Rank, Result, Standing

# The ladder over all games, beside those of each.
EVERY_GAME = "all"

# What it takes to be settled, and of how many regulars one has to be for the others to need it.
DUELS, TESTERS, FEW = 5, 3, 3

# Who doesn't play for a year and was known as well as 60 is known as badly as 110.
PERIOD = 4.7 * 24 * 60 * 60 * 1000
# Nobody is known worse than who has never played, nor so well that nothing could move them.
VAGUEST, SUREST = 350.0, 45.0

# Whose standing, and in which ladder.
Key = tuple[PlayerId, str]


@dataclass(frozen=True)
class End:
    """What a ladder has to know of a duel. Without a winner it was a tie. One that was played out
    ended by the rules of its game, however few moves that took."""

    nth: int
    game: str
    players: tuple[PlayerId, PlayerId]
    winner: PlayerId | None
    rated: bool
    plies: int
    at: Instant
    played_out: bool


@dataclass(frozen=True)
class Census:
    """How many of a ladder have played enough rated duels, and how many of these are settled."""

    regulars: int = 0
    settled: int = 0


class Ledger:
    """Standings as far as they have been entered. What was entered before, and elsewhere, is
    recalled."""

    def __init__(
        self,
        recall: Callable[[Key], Standing] = lambda _: Standing(),
        census: Callable[[str], Census] = lambda _: Census(),
    ) -> None:
        self.standings: dict[Key, Standing] = {}
        self.censuses: dict[str, Census] = {}
        self._recall = recall
        self._recall_census = census

    def enter(self, end: End) -> dict[Key, Standing]:
        """Returns how those stand now whom it concerns."""
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
            known = self.standings[key] = self._recall(key)
        return known

    def census(self, game: str) -> Census:
        known = self.censuses.get(game)
        if known is None:
            known = self.censuses[game] = self._recall_census(game)
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
            rank = self._ranked(rank or Rank(Rating(), end.at, 0), theirs.rank, end, result, game)
            if not _is_given_up(end):
                rank = self._known(rank, theirs.rank, opponent, game)
        return mine.after(result, rank)

    def _ranked(self, mine: Rank, theirs: Rank | None, end: End, result: Result, game: str) -> Rank:
        """One rated duel more, and what it says of its player."""
        given_up = _is_given_up(end)
        duels = mine.duels + (not given_up)
        telling = theirs is not None and theirs.settled
        if not telling and not mine.settled:
            telling = self._are_few_settled(game)
        if not telling or (given_up and result is not Result.LOST):
            return Rank(mine.rating, mine.at, duels, mine.testers, mine.settled)
        against = as_of(theirs, end.at) if theirs else Rating()
        rating = _kept(after(as_of(mine, end.at), ((against, SCORES[result]),)))
        return Rank(rating, max(mine.at, end.at), duels, mine.testers, mine.settled)

    def _known(self, mine: Rank, theirs: Rank | None, opponent: PlayerId, game: str) -> Rank:
        """Whom they have met, and whether that settles them."""
        if mine.settled:
            return mine
        testers = mine.testers
        if theirs and theirs.settled and opponent not in testers:
            testers = (*testers, opponent)
        if mine.duels >= DUELS and (len(testers) >= TESTERS or self._are_few_settled(game)):
            return replace(mine, testers=(), settled=True)
        return mine if testers is mine.testers else replace(mine, testers=testers)

    def _are_few_settled(self, game: str) -> bool:
        census = self.census(game)
        return census.settled < TESTERS or FEW * census.settled <= census.regulars

    def _count(
        self, game: str, before: tuple[Standing, Standing], now: tuple[Standing, Standing]
    ) -> None:
        """After both have been ranked: who settles with a duel is no help to their opponent."""
        if all(map(_is_settled, before)):
            return  # and stay so
        regulars = sum(map(_is_regular, now)) - sum(map(_is_regular, before))
        settled = sum(map(_is_settled, now)) - sum(map(_is_settled, before))
        if regulars or settled:
            known = self.census(game)
            self.censuses[game] = Census(known.regulars + regulars, known.settled + settled)


SCORES = {Result.WON: 1.0, Result.LOST: 0.0, Result.TIED: 0.5}


def as_of(rank: Rank, now: Instant) -> Rating:
    """Who hasn't played for a while is known less well. A clock may have been set back."""
    return _kept(idle(rank.rating, max(0, now - rank.at) / PERIOD))


def _kept(rating: Rating) -> Rating:
    if SUREST <= rating.deviation <= VAGUEST:
        return rating
    return replace(rating, deviation=min(max(rating.deviation, SUREST), VAGUEST))


def _is_given_up(end: End) -> bool:
    """Before there was anything to see: nobody is known better for it."""
    return end.plies < LEAST_PLIES and not end.played_out


def _is_regular(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.duels >= DUELS


def _is_settled(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.settled
