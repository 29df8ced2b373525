"""Glicko-2 as described by Mark Glickman: ratings from results.

The ledger decides when ratings are computed, and which results count."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt

# Converts between displayed ratings and the scale of the formulas.
SCALE = 400 / log(10)
CENTRE = 1500.0
# The system constant: it limits how much a volatility changes in one period.
TAU = 0.5
# The convergence tolerance of the volatility.
EXACT = 1e-9
# Log odds are limited to this. Beyond it a result is practically certain, and numbers overflow.
CERTAIN = 30.0


@dataclass(frozen=True)
class Rating:
    """A player's strength, how uncertain it is, and how unsteady the player's results are."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


def after(mine: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """The rating after a period. A result is the opponent's rating before the period with a score:
    1 for a win, 0 for a loss, 0.5 for a tie."""
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
    """The rating after periods without duels: its deviation grows."""
    grown = (mine.deviation / SCALE) ** 2 + mine.volatility**2 * periods
    return Rating(mine.value, SCALE * sqrt(grown), mine.volatility)


def _weight(deviation: float) -> float:
    """The weight of a result. The less certain the opponent's rating, the less a result counts."""
    spread = deviation / SCALE
    return 1 / sqrt(1 + 3 * spread * spread / (pi * pi))


def _expected(odds: float) -> float:
    return 1 / (1 + exp(-min(max(odds, -CERTAIN), CERTAIN)))


def _volatility(before: float, spread: float, variance: float, change: float) -> float:
    """The new volatility: the zero of a falling function, by the Illinois algorithm."""
    start = 2 * log(before)
    square, known = change * change, spread * spread + variance

    def slope(x: float) -> float:
        grown = exp(x)
        return grown * (square - known - grown) / (2 * (known + grown) ** 2) - (x - start) / TAU**2

    low, at_low = start, slope(start)
    # The paper steps down until the sign changes. One step is always enough: there the one term of
    # the slope is 1/TAU, and the other is never below -1/2.
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
