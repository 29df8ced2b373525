"""Asks which game to challenge a player to."""

from collections.abc import Iterator

from bot.boards.unrated import is_rated, preset_game
from bot.delivery.message import PER_SELECT, Choice, Message, Select
from bot.duels.variants import presets_for
from bot.interactions.custom_id import PickGame
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of, variant_name
from bot.text.variant_texts import game_description, variant_description
from engine.games import GAMES, kind_of
from engine.games.preset import Preset
from engine.ids import PlayerId
from storage.people import HouseRules

# Between a game and its variant, in the value of a choice.
VARIANT = "/"


def pick_game(
    opponent: PlayerId, rules: HouseRules, words: Words, *, is_bot: bool = False
) -> Message:
    """Each game as the server usually plays it and, while there is room, its other variants. No
    duel with the bot is rated."""
    usual = [_usual(key, rules, words) for key in GAMES]
    choices = [
        each
        for one in usual
        for each in (one, *_others(one.value, rules, words, never_rated=is_bot))
    ]
    shown = choices if len(choices) <= PER_SELECT else usual[:PER_SELECT]
    select = Select(PickGame(opponent), words.CHOOSE_GAME, tuple(shown))
    return Message(words.PICK_GAME.format(player=mention(opponent, words)), (select,))


def _usual(key: str, rules: HouseRules, words: Words) -> Choice:
    kind, preset = kind_of(key), presets_for(key, rules)[0]
    named = title_of(kind, words) if preset is kind.presets[0] else _named(key, preset, words)
    return Choice(key, named, about=game_description(kind, preset, words))


def _others(key: str, rules: HouseRules, words: Words, *, never_rated: bool) -> Iterator[Choice]:
    for each in presets_for(key, rules)[1:]:
        rated = not never_rated and is_rated(preset_game(key, each))
        about = variant_description(kind_of(key), each, words, rated=rated)
        yield Choice(f"{key}{VARIANT}{each.name}", _named(key, each, words), about=about)


def _named(key: str, preset: Preset, words: Words) -> str:
    title, variant = title_of(kind_of(key), words), variant_name(preset.name, words)
    return words.TITLE_WITH_SETTINGS.format(title=title, settings=variant)
