"""The two players of a game, told apart by the marks that pictures give them."""

from bot.text.english import Words

# By seat; None for a player without a rating.
Ratings = tuple[int | None, int | None]


def players(names: tuple[str, str], words: Words, ratings: Ratings = (None, None)) -> str:
    """`● Ana 1530  ▲ Bo`, in the order of their seats."""
    shown = []
    for mark, name, rating in zip(words.MARKS, names, ratings, strict=True):
        text = words.PLAYER if rating is None else words.PLAYER_RATED
        shown.append(text.format(mark=mark, player=name, rating=rating))
    return "  ".join(shown)
