"""Scenes of commands: descriptions and choices."""

from bot.text.english import English
from bot.text.game_texts import title_of
from engine.games import GAMES
from tests.bot.text.rendered import Scenes


def commands(words: type[English]) -> Scenes:
    yield "descriptions", "\n".join(f"{key}: {words.COMMANDS[key]}" for key in words.COMMANDS)
    yield "games", "\n".join(title_of(game, words) for game in GAMES.values())
    yield "clocks", "\n".join(words.CLOCKS[key] for key in words.CLOCKS)
    yield "who starts", "\n".join(words.FIRST[key] for key in words.FIRST)
    yield "games in a duel", "\n".join(words.LEGS_CHOICES[key] for key in words.LEGS_CHOICES)
    yield "pings", "\n".join(words.PINGS[key] for key in words.PINGS)
    yield "challenges", "\n".join(words.CHALLENGES[key] for key in words.CHALLENGES)
