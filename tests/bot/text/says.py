"""Sentences of the catalogue for other tests, which don't repeat English word for word."""

from bot.text.english import English
from engine.games import GAMES


def says(code: str, **facts: object) -> str:
    """Return the sentence of a refusal, by its code."""
    return English.REFUSALS[code].format(**facts)


def says_no_game(key: str) -> str:
    """Return the sentence for a key that no game has."""
    *others, last = GAMES
    return says("unknown-game", key=key, known=f"{', '.join(others)} or {last}")


def says_over(how: str) -> str:
    """Return the sentence for a duel that has ended like this."""
    return English.OVER[how]


def unrated_line(because: str) -> str:
    """Return the small line that says why a duel isn't rated."""
    return "-# " + English.NOT_RATED.format(because=English.UNRATED_BECAUSE[because])
