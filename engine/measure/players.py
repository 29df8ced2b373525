"""The players that set-ups are measured with: they look ahead, go by a rule of thumb or play
perfectly."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from engine.games.game import Game
from engine.opponents.levels import Level, reply
from engine.opponents.outlook import ahead
from engine.opponents.perfect import perfect_move
from engine.opponents.strength import Strength, move_of
from engine.opponents.thumb import thumb_move
from engine.outcome import Seat
from engine.solve.search import BUDGET

Player = Callable[[Game[Any], Any, Random], int]


def looks_ahead(depth: int) -> Player:
    """A player who sees so many plies."""
    return partial(_look_ahead, depth)


def _look_ahead(depth: int, game: Game[Any], state: Any, random: Random) -> int:
    return ahead(game, state, depth, random)


def by_thumb(game: Game[Any], state: Any, _random: Random) -> int:
    """A player who goes by the rule of thumb."""
    return thumb_move(game, state)


def plays_perfectly(game: Game[Any], state: Any, random: Random) -> int:
    """A perfect player."""
    return perfect_move(game, state, random, BUDGET)


def plays_like(strength: Strength) -> Player:
    """A bot of this strength."""
    return lambda game, state, random: move_of(game, state, strength, random)


def plays_at(level: Level) -> Player:
    """A bot of this level."""
    return lambda game, state, random: reply(game, state, level, random)


def contest(game: Game[Any], first: Player, second: Player, random: Random) -> Seat:
    """The seat that wins a game between two players."""
    state = game.start()
    while (over := game.outcome(state)) is None:
        player = first if game.to_move(state) is Seat.FIRST else second
        state = game.play(state, player(game, state, random))
    return over.winner
