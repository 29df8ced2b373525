"""Perfect play of Sequence Builder. Numbers with the same remainder are alike, so that some
thousands of positions stand for all of them."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.games.sequence import EITHER, FIRST, Sequence, Taken, rows_of
from engine.outcome import Seat


class Essence(NamedTuple):
    """The part of a position that matters: how many numbers of each remainder are left; of each
    row, its length, the remainder of its last number (-1 without one) and whether a pair in it
    doesn't count; and how many more pairs count in the first row."""

    left: tuple[int, ...]
    lengths: tuple[int, int]
    ends: tuple[int, int]
    spoilt: tuple[bool, bool]
    lead: int


def essence(game: Sequence, state: Taken) -> Essence:
    first, second = rows_of(state)
    pool = {*range(1, game.size + 1)} - {*first, *second}
    remainders = [number % game.sums for number in pool]
    counts = [
        [(one + other) % game.sums == 0 for one, other in pairwise(row)] for row in (first, second)
    ]
    return Essence(
        tuple(map(remainders.count, range(game.sums))),
        (len(first), len(second)),
        (first[-1] % game.sums if first else -1, second[-1] % game.sums if second else -1),
        (not all(counts[0]), not all(counts[1])),
        sum(counts[0]) - sum(counts[1]),
    )


# A set-up of 13 numbers has 11,000 at most, which take some 3 MB.
@lru_cache(maxsize=8)
def winners_of(game: Sequence) -> "Winners":
    return Winners(game)


class Winners:
    """Finds who wins, and remembers it."""

    def __init__(self, game: Sequence) -> None:
        self._sums = game.sums
        self._complete = game.complete
        self._room = (game.room(Seat.FIRST), game.room(Seat.SECOND))
        self._either = game.rows == EITHER
        self._on_ties = Seat.FIRST if game.ties == FIRST else Seat.SECOND
        self._known: dict[Essence, Seat] = {}

    def __len__(self) -> int:
        return len(self._known)

    def winner(self, at: Essence) -> Seat:
        """The player who wins with perfect play."""
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._found(at)
        return known

    def _found(self, at: Essence) -> Seat:
        for seat in Seat:
            if at.lengths[seat] == self._complete and not at.spoilt[seat]:
                return seat
        if not any(at.left):
            if at.lead:
                return Seat.FIRST if at.lead > 0 else Seat.SECOND
            return self._on_ties
        mover = Seat.at(sum(at.lengths))
        wins = any(self.winner(after) is mover for after in self._after(at, mover))
        return mover if wins else mover.other

    def _after(self, at: Essence, mover: Seat) -> Iterator[Essence]:
        rows = (mover, mover.other) if self._either else (mover,)
        for row in rows:
            if at.lengths[row] == self._room[row]:
                continue
            for rest, count in enumerate(at.left):
                if count:
                    yield self._put(at, row, rest)

    def _put(self, at: Essence, row: Seat, rest: int) -> Essence:
        """The essence after a number with this remainder was put into this row."""
        left = tuple(count - (each == rest) for each, count in enumerate(at.left))
        follows = at.ends[row] >= 0
        counts = follows and (at.ends[row] + rest) % self._sums == 0
        spoils = follows and not counts
        gain = counts * (1 if row is Seat.FIRST else -1)
        (one, other), (end, end2), (bad, bad2) = at.lengths, at.ends, at.spoilt
        if row is Seat.FIRST:
            return Essence(
                left, (one + 1, other), (rest, end2), (bad or spoils, bad2), at.lead + gain
            )
        return Essence(left, (one, other + 1), (end, rest), (bad, bad2 or spoils), at.lead + gain)
