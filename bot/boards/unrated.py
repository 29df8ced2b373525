"""Whether a duel is rated, and why it isn't."""

from bot.text.english import Words
from engine.duel import Terms


def not_rated(terms: Terms, words: Words) -> list[str]:
    """A line that says why, unless the players wanted it so."""
    if terms.unrated is None or terms.unrated not in words.UNRATED_BECAUSE:
        return []
    because = words.UNRATED_BECAUSE[terms.unrated]
    return [words.SMALL.format(line=words.NOT_RATED.format(because=because))]
