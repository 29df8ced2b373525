"""Descriptions and choices of commands, from the catalogue in every language that there is.

Discord shows each user the text in the language of their client. The names of commands stay
English: mentions of commands would break otherwise.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from discord import Locale
from discord.app_commands import (
    Choice,
    TranslationContextTypes,
    Translator,
    describe,
    locale_str,
)

from bot.text.english import English
from bot.text.languages import language_for
from engine.games import GAMES

T = TypeVar("T")
Value = TypeVar("Value", str, int)


def described(key: str) -> locale_str:
    """Return the description of a command, such as `duel start`, or of one of its options, such as
    `duel start.game`."""
    return _text("COMMANDS", key)


def options_of(command: str) -> Callable[[T], T]:
    """Describe all options of a command that the catalogue lists. A decorator like `describe`."""
    options = {
        option: described(key)
        for key in English.COMMANDS
        for name, dot, option in [key.partition(".")]
        if dot and name == command
    }
    return describe(**options)


def choices(texts: str, values: Iterable[Value]) -> list[Choice[Value]]:
    """Return the choices of an option, named by a mapping of the catalogue such as `CLOCKS`."""
    return [Choice(name=_text(texts, value), value=value) for value in values]


def game_choices() -> list[Choice[str]]:
    """Return all games, by the titles that they have in English."""
    return [
        Choice(name=locale_str(game.title, texts="TITLES", key=key), value=key)
        for key, game in GAMES.items()
    ]


class CommandTranslator(Translator):
    """Finds the text of `described` and `choices` in another language than English."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        del context
        if "texts" not in string.extras:
            return None
        texts: Mapping[Any, str] = getattr(language_for(locale.value), string.extras["texts"])
        found = texts.get(string.extras["key"])
        return None if found == string.message else found


def _text(texts: str, key: object) -> locale_str:
    return locale_str(getattr(English, texts)[key], texts=texts, key=key)
