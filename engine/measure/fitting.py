"""Fits the strengths of bots to a set-up: each level takes about the same share of points from the
one below."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from math import ceil
from random import Random
from typing import Any

from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.parity import Parity
from engine.games.sequence import OWN, Sequence
from engine.games.split import BOTH, Split
from engine.measure.ladder import points
from engine.measure.players import Player, plays_like, plays_perfectly
from engine.measure.table import has_table, measured_as
from engine.opponents.levels import levels_of
from engine.opponents.strength import Strength
from engine.starts import draw_start

# The share of points that each level takes from the one below. Where it leaves perfect play less
# than the last share from the expert, the next lower one is tried.
STEPS = (0.71, 0.68, 0.65)
LEAST_ABOVE = 0.6
# The share of points that perfect play takes from the novice. Where it takes less, the novice looks
# ahead less often.
LEAST_IN_ALL = 0.94
# A strength is found by halving the range it may lie in. So many games are played for each half.
GAMES_OF_HALVES = (400, 400, 400, 800, 800, 1_600)
# How many starts are drawn for them. Each is played from both seats.
STARTS = 500
# The expert shall make mistakes, and the novice isn't the worst player there can be.
_TOP, _BOTTOM = 0.9, 0.05

# The path from weak to strong: stations between which the numbers change gradually.
Path = tuple[tuple[Strength, Strength], ...]


def presets() -> Iterator[Game[Any]]:
    """The set-ups that strengths are fitted to: the presets that have levels. A game whose start is
    drawn awaits it. Even/Odd Match is fitted as Parity Duel."""
    found = (
        set_up(key, each.options, Random(1)) for key, kind in GAMES.items() for each in kind.presets
    )
    fitted = {each.setup: each for each in map(measured_as, filter(has_table, found))}
    return (each for each in fitted.values() if levels_of(each))


def fit(game: Game[Any]) -> tuple[Strength, ...]:
    """The strengths of novice, casual, skilled and expert. They are the same each time."""
    field, path = _Field(game), _path(game)
    found: tuple[Strength, ...] = ()
    for step in STEPS:
        found = tuple(_climb(field, path, step))
        if field.share(plays_perfectly, plays_like(found[-1]), GAMES_OF_HALVES[-1]) >= LEAST_ABOVE:
            break
    return found


class _Field:
    """The starts that a set-up is fitted on. All players have the same luck there."""

    def __init__(self, game: Game[Any]) -> None:
        random = Random(game.setup)
        self._starts = [draw_start(game, random) for _ in range(STARTS)]
        self._seed = game.setup

    def share(self, one: Player, other: Player, games: int) -> float:
        """The share of games that the first of two players wins."""
        starts = cycle(self._starts)
        return points(lambda _: next(starts), one, other, Random(self._seed), games)


def _climb(field: _Field, path: Path, step: float) -> Iterator[Strength]:
    """The strengths of four levels, each by a step better than the one below."""

    def is_too_strong(at: float, games: int) -> bool:
        return field.share(plays_perfectly, plays_like(_on(path, at)), games) < LEAST_IN_ALL

    def is_strong_enough(at: float, games: int) -> bool:
        return field.share(plays_like(_on(path, at)), below, games) >= step

    at = _halved(is_too_strong, _BOTTOM, 1.0) if is_too_strong(1.0, GAMES_OF_HALVES[-1]) else 1.0
    yield _on(path, at)
    for _ in range(3):
        below = plays_like(_on(path, at))
        at = _halved(is_strong_enough, at, len(path) - 1 + _TOP)
        yield _on(path, at)


def _halved(is_beyond: Callable[[float, int], bool], low: float, high: float) -> float:
    """The point on the path beyond which something is so."""
    for games in GAMES_OF_HALVES:
        middle = (low + high) / 2
        if is_beyond(middle, games):
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _on(path: Path, at: float) -> Strength:
    """The strength at a point of the path, in hundredths: 1.5 is halfway through its second
    part."""
    part = max(ceil(at) - 1, 0)
    weak, strong = path[part]

    def mixed(one: float, other: float) -> float:
        return round(one + (other - one) * (at - part), 2)

    return Strength(
        weak.depth,
        mixed(weak.care, strong.care),
        mixed(weak.insight, strong.insight),
        mixed(weak.slip, strong.slip),
    )


def _path(game: Game[Any]) -> Path:
    """From a player who sees nothing to one who makes hardly a mistake. A player who certainly
    slips is the same as one who sees a ply less."""
    low = _low(game)
    if isinstance(game, Sequence) and game.rows == OWN:
        # The score after one ply tells more than after two or three.
        return _seeing(low), (low, replace(low, insight=1))
    two, three = replace(low, depth=2), replace(low, depth=3)
    if not isinstance(game, Geography):
        return _seeing(low), _seeing(two), _seeing(three), (three, replace(three, insight=1))
    # On a list the rule of thumb is worth less than a ply more.
    careful, all_seeing = replace(two, care=1), replace(three, care=1)
    return (
        _seeing(low),
        _seeing(two),
        (two, careful),
        _seeing(all_seeing),
        (all_seeing, replace(all_seeing, insight=1)),
    )


def _seeing(strength: Strength) -> tuple[Strength, Strength]:
    """From one ply less to all that the player sees."""
    return replace(strength, slip=1), strength


def _low(game: Game[Any]) -> Strength:
    """The novice, where it needn't be weaker."""
    if isinstance(game, Parity):
        return Strength(1, care=0.15)
    if isinstance(game, Split) and game.keep != BOTH:
        return Strength(1, insight=0.4)
    return Strength(1)
