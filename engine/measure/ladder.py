"""Measures how much better each level of look-ahead is than the one below."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

from engine.measure.players import Player, by_thumb, contest, looks_ahead, plays_perfectly
from engine.measure.tally import Begin
from engine.outcome import Seat

# The plies that the players of the ladder see, from one who sees nothing. Above them is a perfect
# one.
DEPTHS = range(5)


def points(begin: Begin, one: Player, other: Player, random: Random, games: int) -> float:
    """The share of games that the first of two players wins. They play each start twice."""
    won = 0
    for _ in range(games // 2):
        game = begin(random)
        won += contest(game, one, other, random) is Seat.FIRST
        won += contest(game, other, one, random) is Seat.SECOND
    return won / (games // 2 * 2)


def ladder(begin: Begin, random: Random, games: int) -> tuple[float, ...]:
    """The share of points that each level takes from the one below."""
    return steps(begin, [*map(looks_ahead, DEPTHS), plays_perfectly], random, games)


def steps(begin: Begin, players: Iterable[Player], random: Random, games: int) -> tuple[float, ...]:
    """The share of points that each player takes from the one before."""
    return tuple(points(begin, up, down, random, games) for down, up in pairwise(players))


def against_thumb(begin: Begin, random: Random, games: int) -> float:
    """The share of points that a perfect player takes from one who goes by the rule of thumb."""
    return points(begin, plays_perfectly, by_thumb, random, games)
