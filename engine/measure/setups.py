"""The set-ups that the table has."""

from collections.abc import Iterator
from typing import Any

from engine.games.divisor import ANY, CLASSIC_RULE, EVEN, STEPS, Divisor
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.parity import DOUBLES, Parity
from engine.games.sequence import EITHER, FIRST, OWN, SECOND, Sequence
from engine.games.split import BOTH, LARGER, ONE, Split

# Smaller lists have too few starts to draw from.
DRAWN_SIZES = range(30, 101)


def setups() -> Iterator[Game[Any]]:
    """Every set-up that is measured. A game whose start is drawn awaits it. Even/Odd Match is
    looked up as Parity Duel."""
    yield from _on_lists()
    for keep in (ONE, BOTH, LARGER):
        yield from (Split((number,), keep) for number in range(3, 101))
        yield Split((), keep, DRAWN)
    for size in range(5, 14):
        for sums in (2, 3):
            for ties in (FIRST, SECOND):
                yield from (Sequence(size, sums, ties, rows) for rows in (OWN, EITHER))


def _on_lists() -> Iterator[Game[Any]]:
    sizes = range(2, 101)
    for rule in (CLASSIC_RULE, STEPS):
        for first in (ANY, EVEN):
            yield from (Divisor(size, rule=rule, first=first) for size in sizes)
            yield from (Divisor(size, DRAWN, rule=rule, first=first) for size in DRAWN_SIZES)
    for rule in (CLASSIC_RULE, DOUBLES):
        yield from (Parity(size, rule=rule) for size in sizes)
    # Without doubles no start is worth drawing: the numbers left decide.
    yield from (Parity(size, DRAWN, rule=DOUBLES) for size in DRAWN_SIZES)
