"""STUB"""

from enum import StrEnum


class Level(StrEnum):
    NOVICE = "novice"
    CASUAL = "casual"
    SKILLED = "skilled"
    EXPERT = "expert"
    PERFECT = "perfect"


def reply(game, state, level, random):
    return random.choice(game.legal(state))
