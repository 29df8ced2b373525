"""Games as people who don't think play them, for tests that need many positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.games import GAMES
from engine.games.game import Game
from engine.games.options import NumberOption
from tests.engine.countdown import Countdown


def boards(kind: type[Game[Any]]) -> list[Game[Any]]:
    """A game with its usual options, and with each extreme of each option."""
    usual = usual_options(kind)
    found = [kind(**usual)]
    for option in kind.options():
        found += [kind(**{**usual, option.key: each}) for each in option.examples()[1:]]
    return found


def usual_options(kind: type[Game[Any]]) -> dict[str, Any]:
    return {option.key: option.examples()[0] for option in kind.options()}


def sized(kind: type[Game[Any]], size: int) -> Game[Any]:
    """A game of this size, or of the nearest that it may have if it has sizes."""
    chosen = usual_options(kind)
    for option in kind.options():
        if option.key == "size" and isinstance(option, NumberOption):
            chosen["size"] = max(option.least, min(size, option.most))
    return kind(**chosen)


ALL = [board for kind in GAMES.values() for board in boards(kind)]
SIXTH = boards(Countdown)


def line(game: Game[Any], random: Random) -> Iterator[tuple[tuple[int, ...], Any]]:
    """A random game: the moves so far and the state, from the start to the end."""
    moves: tuple[int, ...] = ()
    state = game.start()
    yield moves, state
    while legal := game.legal(state):
        move = random.choice(legal)
        moves, state = (*moves, move), game.play(state, move)
        yield moves, state
