"""A ledger that reports what each end changes, so that the changes can be stored."""

from collections.abc import Callable
from typing import NamedTuple

from engine.ledger import EVERY_GAME, End, Key, Ledger, PlayerCounts
from engine.rating import Rating
from engine.standing import Standing

# The rating of a player who has none yet.
UNKNOWN = Rating()


class Step(NamedTuple):
    """A player's standing after the nth end, and the rating they gained by it."""

    key: Key
    nth: int
    standing: Standing
    gain: float


class Count(NamedTuple):
    """How many players are experienced and how many are established, from the nth end on."""

    game: str
    nth: int
    census: PlayerCounts


class TrackedLedger:
    """A ledger that continues from stored standings and reports what each end changes."""

    def __init__(
        self,
        recall: Callable[[Key], Standing] = lambda _: Standing(),
        census: Callable[[str], PlayerCounts] = lambda _: PlayerCounts(),
    ) -> None:
        self._ledger = Ledger(recall, self._recall_census)
        self._census = census
        # The counts that were stored or reported last, by game.
        self._counted: dict[str, PlayerCounts] = {}

    @property
    def standings(self) -> dict[Key, Standing]:
        return self._ledger.standings

    def standing(self, key: Key) -> Standing:
        return self._ledger.standing(key)

    def apply(self, end: End) -> tuple[list[Step], list[Count]]:
        """Apply an end. The steps in its own game come first, in the order of the players."""
        keys = [(player, game) for game in (end.game, EVERY_GAME) for player in end.players]
        before = [self._ledger.standing(key) for key in keys]
        now = self._ledger.apply(end)
        steps = [
            Step(key, end.nth, now[key], _gain(was, now[key]))
            for key, was in zip(keys, before, strict=True)
        ]
        return steps, self._changed(end)

    def _changed(self, end: End) -> list[Count]:
        player_counts, counts = self._ledger.player_counts, []
        for game in (end.game, EVERY_GAME):
            now = player_counts.get(game)
            if now is not None and now != self._counted[game]:
                self._counted[game] = now
                counts.append(Count(game, end.nth, now))
        return counts

    def _recall_census(self, game: str) -> PlayerCounts:
        self._counted[game] = self._census(game)
        return self._counted[game]


def _gain(before: Standing, now: Standing) -> float:
    return _value(now) - _value(before) if now.rank is not before.rank else 0.0


def _value(standing: Standing) -> float:
    return (standing.rank.rating if standing.rank else UNKNOWN).value
