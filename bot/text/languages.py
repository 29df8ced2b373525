"""The languages that Duelhost speaks. Each is a class with everything that English has."""

from collections.abc import Mapping

from bot.text.english import English, Words

LANGUAGES: Mapping[str, Words] = {"en": English}


def language_for(locale: str | None) -> Words:
    """Return the language of a locale such as `en-GB`, or English if there is none for it."""
    return LANGUAGES.get((locale or "").partition("-")[0], English)
