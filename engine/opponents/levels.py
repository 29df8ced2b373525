"""The levels of bots that a player can choose to play against."""

from enum import StrEnum
from random import Random
from typing import Any

from engine.fairness import Unrated, by_measurement
from engine.games.game import Game
from engine.measure.table import measured
from engine.opponents.perfect import can_be_perfect, is_small, perfect_move
from engine.opponents.strength import POSITIONS, Strength, move_of
from engine.opponents.strength_table import strengths_of
from engine.refusal import TooLarge
from engine.solve import Fate, fate


class Level(StrEnum):
    """How strong a bot is, from the weakest on."""

    NOVICE = "novice"
    CASUAL = "casual"
    SKILLED = "skilled"
    EXPERT = "expert"
    PERFECT = "perfect"


# The levels that may make mistakes, in the order of the table.
FALLIBLE = (Level.NOVICE, Level.CASUAL, Level.SKILLED, Level.EXPERT)
# How many positions of its budget a bot looks at for a perfect move.
_FOR_PERFECT = 2_500


def levels_of(game: Game[Any]) -> tuple[Level, ...]:
    """The levels that a player can choose for this set-up: none where there is nothing to be
    better at."""
    if not _has_decisions(game):
        return ()
    return (*FALLIBLE, Level.PERFECT) if can_be_perfect(game, _FOR_PERFECT) else FALLIBLE


def _has_decisions(game: Game[Any]) -> bool:
    """Whether players have something to decide, even if one seat is the better one."""
    if found := measured(game):
        return by_measurement(found) is not Unrated.NO_CHOICE
    return game.draws_start or fate(game) not in (Fate.FIRST, Fate.SECOND)


def reply(game: Game[Any], state: Any, level: Level, random: Random) -> int:
    """The move of a bot of this level. Where a game is too large for perfect play, the perfect bot
    plays like the expert."""
    if level is not Level.PERFECT:
        return move_of(game, state, strength_of(game, level), random)
    expert = strength_of(game, Level.EXPERT)
    if not is_small(game, state):
        return move_of(game, state, expert, random)
    try:
        return perfect_move(game, state, random, _FOR_PERFECT)
    except TooLarge:
        return move_of(game, state, expert, random, POSITIONS - _FOR_PERFECT)


def strength_of(game: Game[Any], level: Level) -> Strength:
    """How strong a bot of a level that may make mistakes plays this game."""
    return strengths_of(game)[FALLIBLE.index(level)]
