"""Asks how well the bot is to play, and says where that makes no difference."""

from dataclasses import replace
from typing import Any

from bot.boards.unrated import ranked_preset
from bot.delivery.message import Button, Look, Message
from bot.interactions.custom_id import PickLevel, PlayBotVariant
from bot.text.english import Words
from bot.text.game_texts import title_with_settings, variant_name
from engine.duel import First, Terms
from engine.fairness import why_unrated
from engine.games.game import Game
from engine.opponents.levels import Level
from storage.ids import DuelId

# How well the bot plays, unless the player chooses.
USUAL = Level.CASUAL


def pick_level(game: Game[Any], levels: tuple[Level, ...], number: DuelId, words: Words) -> Message:
    """For the game of a duel."""
    buttons = [_level(each, PickLevel(number, each), words) for each in levels]
    return _asked(game, (*buttons,), words)


def pick_level_of_variant(
    game: Game[Any], levels: tuple[Level, ...], variant: str, words: Words
) -> Message:
    buttons = [_level(each, PlayBotVariant(game.key, variant, each), words) for each in levels]
    return _asked(game, (*buttons,), words)


def _level(level: Level, press: PickLevel | PlayBotVariant, words: Words) -> Button:
    return Button(words.LEVELS[level], press, Look.GO if level is USUAL else Look.PLAIN)


def _asked(game: Game[Any], buttons: tuple[Button, ...], words: Words) -> Message:
    return Message(words.PICK_LEVEL.format(title=title_with_settings(game, words)), (buttons,))


def why_no_levels(
    terms: Terms, words: Words, level: Level | None = None, place: str | None = None
) -> Message:
    """Say why nobody can play a game better than anybody else."""
    because = why_unrated(replace(terms, unrated=None, first=First.DRAWN))
    sentence = words.UNRATED_BECAUSE[because or "unmeasured"]
    return no_levels(terms.game.without_start(), sentence, words, level, place)


def no_levels(
    game: Game[Any],
    because: str,
    words: Words,
    level: Level | None = None,
    place: str | None = None,
) -> Message:
    """Offers a variant in which the better player wins, at the level and in the place that were
    chosen."""
    told = words.NO_LEVELS.format(title=title_with_settings(game, words), because=because)
    preset = ranked_preset(game.key)
    if preset is None:
        return Message(told)
    label = words.RANKED_BUTTON.format(variant=variant_name(preset.name, words))
    button = Button(label, PlayBotVariant(game.key, preset.name, level, place), Look.GO)
    return Message(words.NO_LEVELS_BUT.format(told=told), ((button,),))
