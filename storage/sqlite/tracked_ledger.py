"""What entering an end changes: the steps that its players take, and how many are settled then."""

from collections.abc import Callable
from typing import NamedTuple

from engine.ledger import EVERY_GAME, End, Key, Ledger, PlayerCounts
from engine.rating import Rating
from engine.standing import Standing

# What somebody is taken for who has no rating yet.
UNKNOWN = Rating()


class Step(NamedTuple):
    """Where somebody stands after the nth end, and what they gained by it."""

    key: Key
    nth: int
    standing: Standing
    gain: float


class Count(NamedTuple):
    """How many of a ladder are regulars since the nth end, and how many of them are settled."""

    game: str
    nth: int
    census: PlayerCounts


class TrackedLedger:
    """A ledger that goes on from what was entered before, and tells what each end has changed."""

    def __init__(
        self,
        recall: Callable[[Key], Standing] = lambda _: Standing(),
        census: Callable[[str], PlayerCounts] = lambda _: PlayerCounts(),
    ) -> None:
        self._ledger = Ledger(recall, self._recall_census)
        self._census = census
        # What has been written down of each ladder.
        self._counted: dict[str, PlayerCounts] = {}

    @property
    def standings(self) -> dict[Key, Standing]:
        return self._ledger.standings

    def standing(self, key: Key) -> Standing:
        return self._ledger.standing(key)

    def enter(self, end: End) -> tuple[list[Step], list[Count]]:
        """The steps in the ladder of the game come first, in the order of the players."""
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
