"""The line under a board: the two players, told apart by marks, and the moves so far."""

from bot.text.english import Words
from bot.text.move_names import literal
from engine.record import Record

# By seat; None for a player without a rating.
Ratings = tuple[int | None, int | None]


def players(names: tuple[str, str], words: Words, ratings: Ratings = (None, None)) -> str:
    """`● Ana 1530  ▲ Bo`, in the order of their seats."""
    shown = []
    for mark, name, rating in zip(words.MARKS, names, ratings, strict=True):
        text = words.PLAYER if rating is None else words.PLAYER_RATED
        shown.append(text.format(mark=mark, player=name, rating=rating))
    return "  ".join(shown)


def opening(record: Record, words: Words) -> list[str]:
    """`opening 7 14` for the moves that the host has made, if it has made any."""
    moves = " ".join(_texts(record, record.game.hosts_moves))
    return [words.OPENING.format(moves=moves)] if moves else []


def so_far(record: Record, words: Words, most: int | None = None) -> str:
    """List the moves with the last one in bold, leaving out early ones beyond `most` characters."""
    if not record.moves:
        return " · ".join(opening(record, words))
    *texts, last = _texts(record, record.moves)
    first = 0
    while most is not None and len(" ".join(texts[first:])) > most:
        first += 1
    cut = [words.MORE] if first else []
    moves = " ".join((*cut, *texts[first:], f"**{last}**"))
    return " · ".join((*opening(record, words), moves))


def _texts(record: Record, moves: tuple[int, ...]) -> list[str]:
    return [literal(record.game.text(move)) for move in moves]
