"""The texts of a game: in the reader's language if that has them, else the game's own."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.text.english import English, Words
from engine.games import GAMES
from engine.games.game import Game, Rules
from engine.games.options import Option
from engine.games.text import Text
from engine.games.view import View
from engine.refusal import Refusal

AnyGame = Game[Any] | type[Game[Any]]


def title_of(game: AnyGame, words: Words = English) -> str:
    return words.TITLES.get(game.key, game.title)


def pitch_of(game: AnyGame, words: Words) -> str:
    return words.PITCHES.get(game.key, game.pitch)


def rules_of(game: Game[Any], words: Words) -> Rules:
    rules = words.RULES_OF.get(game.key)
    return rules(game) if rules else game.rules


def settings_of(game: Game[Any], words: Words = English) -> str:
    """The options that a game is played with, in a few words; nothing if it has none."""
    return game.settings_text(next(_texts(game, words)).settings)


def about_option(game: AnyGame, option: Option, words: Words = English) -> str:
    """Explain an option in a sentence."""
    found = (each.options.get(option.key) for each in _texts(game, words))
    return next(filter(None, found), option.about)


def own_demand(
    game: Game[Any], code: str, facts: Mapping[str, object], words: Words = English
) -> str:
    """Tell the player to move what to do, if the game defines that demand itself."""
    own = (each.demands.get(code) for each in _texts(game, words))
    return _filled(own, facts) or words.ASKED["choose"].format(**facts)


def stuck(game: Game[Any], view: View, words: Words = English) -> str:
    """Why the player to move has no move."""
    facts = {"last": table(view)}
    if text := words.STUCK.get(view.demand):
        return text.format(**facts)
    own = (each.stuck.get(view.demand) for each in _texts(game, words))
    return _filled(own, facts) or words.STUCK["choose"]


def own_refusal(refusal: Refusal, facts: Mapping[str, object], words: Words) -> str | None:
    """Return the sentence of a refusal that a game defines itself."""
    for game in GAMES.values():
        own = (each.refusals.get(type(refusal)) for each in _texts(game, words))
        if text := _filled(own, facts):
            return text
    return None


def table(view: View) -> int | None:
    """The number on the table: the last one taken or left."""
    return view.trail[-1] if view.trail else view.last


def _texts(game: AnyGame, words: Words) -> Iterator[Text]:
    if game.key in words.GAME_TEXTS:
        yield words.GAME_TEXTS[game.key]
    yield game.TEXT


def _filled(templates: Iterator[str | None], facts: Mapping[str, object]) -> str | None:
    """The first template that can be filled in. A package may bring a broken one, and a plain
    sentence helps its players more than an error does."""
    for template in filter(None, templates):
        try:
            return template.format(**facts)
        except (LookupError, ValueError, AttributeError):
            continue
    return None
