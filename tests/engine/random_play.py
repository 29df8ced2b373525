"""Games as people who don't think play them, for tests that need many positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.games import GAMES
from engine.games.game import Game


def boards(kind: type[Game[Any]]) -> list[Game[Any]]:
    """A game at the least and most of each option, and at what it is mostly played with."""
    known = kind.options()
    usual = {option.key: option.drawn[0] for option in known if option.drawn}
    found = [kind(**usual)]
    for option in known:
        found += [kind(**{**usual, option.key: end}) for end in (option.least, option.most)]
    return found


ALL = [board for kind in GAMES.values() for board in boards(kind)]


def line(game: Game[Any], random: Random) -> Iterator[tuple[tuple[int, ...], Any]]:
    """A random game: the moves so far and the state, from the start to the end."""
    moves: tuple[int, ...] = ()
    state = game.start()
    yield moves, state
    while legal := game.legal(state):
        move = random.choice(legal)
        moves, state = (*moves, move), game.play(state, move)
        yield moves, state
