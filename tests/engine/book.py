"""Duels that end one after another, for tests of what the ladder makes of them."""

from engine.ids import Instant, PlayerId
from engine.ledger import End, Key, Ledger, PlayerCounts
from engine.rating import Rating
from engine.standing import Rank, Standing

ANA, BO, CY, DEE, EVE, FAY = map(PlayerId, range(1, 7))
GAME, OTHER_GAME = "divisor", "split"
HOUR = 60 * 60 * 1000
NOW = Instant(500 * 24 * HOUR)
# A ladder that has been climbed for long, so that nobody is established by their duels alone.
OLD = PlayerCounts(experienced=12, established=12)
KNOWN = Rank(Rating(1600, 60, 0.06), NOW, 20, (), established=True)
FRESH = Rank(Rating(1500, 300, 0.06), NOW, 2)
NAMES = {"ana": ANA, "bo": BO, "cy": CY, "dee": DEE, "eve": EVE, "fay": FAY}


class Book:
    """Duels that end one after another, in a ladder where some have stood before."""

    def __init__(self, census: PlayerCounts = OLD, **ranks: Rank) -> None:
        before = {PlayerId(NAMES[name]): Standing(rank=rank) for name, rank in ranks.items()}
        self.ledger = Ledger(
            lambda key: before.get(key[0], Standing()) if key[1] == GAME else Standing(),
            lambda _: census,
        )
        self.nth = 0

    def duel(
        self,
        one: PlayerId,
        other: PlayerId,
        winner: PlayerId | None = None,
        *,
        rated: bool = True,
        plies: int = 9,
        played_out: bool = False,
        at: Instant = NOW,
        game: str = GAME,
    ) -> dict[Key, Standing]:
        self.nth += 1
        end = End(self.nth, game, (one, other), winner, rated, plies, at, played_out)
        return self.ledger.apply(end)

    def rank(self, player: PlayerId, game: str = GAME) -> Rank:
        rank = self.ledger.standing((player, game)).rank
        assert rank is not None
        return rank

    def rating(self, player: PlayerId, game: str = GAME) -> Rating:
        return self.rank(player, game).rating

    def established(self, game: str = GAME) -> set[PlayerId]:
        standings = self.ledger.standings.items()
        return {key[0] for key, each in standings if key[1] == game and _is_established(each)}


def _is_established(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.established
