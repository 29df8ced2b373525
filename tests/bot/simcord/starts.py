"""Starts for games in tests. A good one takes long to find, and most tests need none."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.split import BOTH, Split
from engine.refusal import NothingToTake

# The first of it that is drawn, and so on: no two starts of a test are the same.
SEEDS = count(1)


def any_start(game: Game[Any]) -> Game[Any]:
    random = Random(next(SEEDS))
    if isinstance(game, Split):
        numbers = 1 if game.keep == BOTH else 3
        return replace(game, numbers=tuple(random.randint(15, 25) for _ in range(numbers)))
    assert isinstance(game, Geography)
    while True:
        try:
            return _begun(game, random)
        except NothingToTake:
            continue


def _begun(game: Geography, random: Random) -> Geography:
    gone = tuple(random.sample(range(1, game.size + 1), game.size // 10))
    plain = replace(game, gone=gone)
    first = random.choice(plain.legal(plain.start()))
    return replace(game, gone=gone, opening=(first,))
