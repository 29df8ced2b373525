"""Glicko-2, as Mark Glickman wrote it down: what results say of how strong somebody is.

How often ratings are worked out, and whose results count, is the ladder's business."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt

# What turns the numbers that people see into those that the formulas are about.
SCALE = 400 / log(10)
CENTRE = 1500.0
# How much a volatility may change at a time.
TAU = 0.5
# How exactly it is found.
EXACT = 1e-9
# Beyond these odds a result is as good as certain, and its logarithm is where numbers overflow.
CERTAIN = 30.0


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, how well that is known, and how unsteady their results are."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


def after(mine: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """What a period makes of a rating: opponents as they were rated before it, and 1 for a win,
    0 for a loss, a half for a tie."""
    spread = mine.deviation / SCALE
    information = surprise = 0.0
    for theirs, score in results:
        weight = _weight(theirs.deviation)
        expected = _expected(weight * (mine.value - theirs.value) / SCALE)
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (score - expected)
    if not information:
        return idle(mine, 1)
    volatility = _volatility(mine.volatility, spread, 1 / information, surprise / information)
    # Written so that neither very large nor very small numbers are squared away.
    grown = spread * spread + volatility * volatility
    variance = 1 / (1 / grown + information)
    return Rating(mine.value + SCALE * variance * surprise, SCALE * sqrt(variance), volatility)


def idle(mine: Rating, periods: float) -> Rating:
    """Who doesn't play is known less and less."""
    grown = (mine.deviation / SCALE) ** 2 + mine.volatility**2 * periods
    return Rating(mine.value, SCALE * sqrt(grown), mine.volatility)


def chance(mine: Rating, theirs: Rating) -> float:
    """How likely it is to win against somebody."""
    return _expected(_weight(theirs.deviation) * (mine.value - theirs.value) / SCALE)


def _weight(deviation: float) -> float:
    """A result says the less, the less is known of the opponent."""
    spread = deviation / SCALE
    return 1 / sqrt(1 + 3 * spread * spread / (pi * pi))


def _expected(odds: float) -> float:
    return 1 / (1 + exp(-min(max(odds, -CERTAIN), CERTAIN)))


def _volatility(before: float, spread: float, variance: float, change: float) -> float:
    """The zero of a falling function, by regula falsi in the Illinois way."""
    start = 2 * log(before)
    square, known = change * change, spread * spread + variance

    def slope(x: float) -> float:
        grown = exp(x)
        return grown * (square - known - grown) / (2 * (known + grown) ** 2) - (x - start) / TAU**2

    low, at_low = start, slope(start)
    # The paper goes down step by step until the sign has changed. It has after the first: the one
    # part of the slope is never below -1/2, and the other is 1/TAU there.
    high = log(square - known) if square > known else start - TAU
    at_high = slope(high)
    while abs(high - low) > EXACT and at_high != at_low:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
