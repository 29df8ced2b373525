"""What games say of themselves, and what their positions ask for, in words."""

from typing import Any

from bot.text.english import English, Words
from engine.games.game import Game, Rules
from engine.games.view import View


def title_of(game: Game[Any] | type[Game[Any]], words: Words = English) -> str:
    """Games speak for themselves in English. Another language has its own words for them."""
    return words.TITLES.get(game.key, game.title)


def pitch_of(game: Game[Any] | type[Game[Any]], words: Words) -> str:
    return words.PITCHES.get(game.key, game.pitch)


def rules_of(game: Game[Any], words: Words) -> Rules:
    rules = words.RULES_OF.get(game.key)
    return rules(game) if rules else game.rules


def stuck(view: View, words: Words = English) -> str:
    return words.STUCK[view.demand].format(last=table(view))


def table(view: View) -> int | None:
    """The number on the table: the last one taken or left."""
    return view.trail[-1] if view.trail else view.last
