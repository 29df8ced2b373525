"""The set-ups that puzzles are drawn from."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from engine.games import agreed, kind_of
from engine.games.divisor import CLASSIC_RULE, STEPS
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.sequence import EITHER, OWN, SECOND
from engine.games.split import BOTH, ONE

Options = Mapping[str, Any]

# Smaller lists have few puzzles, and larger ones take long to survey.
SIZES = range(30, 61)
# How many numbers lie on a table, and the largest: the more, the smaller. Where one part is kept,
# two numbers are hardly ever a puzzle.
TABLES = {ONE: ((3, 16), (4, 12), (5, 9)), BOTH: ((2, 25), (3, 16), (4, 12))}
SMALLEST = 4
# How long the pools of Sequence Builder are, with a row for each player or with both for both.
POOLS, POOLS_OF_BOTH = range(9, 13), range(9, 12)


def _divisor(random: Random) -> Options:
    rule = random.choice((CLASSIC_RULE, STEPS))
    return {"size": random.choice(SIZES), "rule": rule, "board": DRAWN}


def _split(random: Random) -> Options:
    keep = random.choice((ONE, BOTH))
    count, largest = random.choice(TABLES[keep])
    numbers = [random.randint(SMALLEST, largest) for _ in range(count)]
    return {"keep": keep, "numbers": numbers}


def _sequence(random: Random) -> Options:
    if random.choice((OWN, EITHER)) == OWN:
        return {"size": random.choice(POOLS), "sums": 3, "ties": SECOND}
    return {"size": random.choice(POOLS_OF_BOTH), "rows": EITHER, "ties": SECOND}


# The games whose presets don't have all the set-ups that are worth drawing from.
_OWN: Mapping[str, Callable[[Random], Options]] = MappingProxyType(
    {"divisor": _divisor, "split": _split, "sequence": _sequence}
)


def draw_setup(random: Random, key: str) -> Game[Any]:
    """A set-up of a game, which may await its start. The first preset is left out if there are
    others: the built-in games are known through as their rulebooks have them."""
    if own := _OWN.get(key):
        return agreed(key, own(random), random)
    presets = kind_of(key).presets
    return agreed(key, random.choice(presets[1:] or presets).options, random)
