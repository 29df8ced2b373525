"""The line under a board: the two players, told apart by marks, and the moves so far."""

from bot.text.english import Words
from bot.text.move_names import literal
from engine.record import Record
from storage.match import StartRating, StartRatings


def players(names: tuple[str, str], words: Words, ratings: StartRatings = (None, None)) -> str:
    """`● Ana 1530  ▲ Bo`, in the order of their seats."""
    shown = []
    for mark, name, rating in zip(words.MARKS, names, ratings, strict=True):
        value = rating and rating.value
        shown.append(_player(rating, words).format(mark=mark, player=name, rating=value))
    return "  ".join(shown)


def _player(rating: StartRating | None, words: Words) -> str:
    if rating is None:
        return words.PLAYER
    return words.PLAYER_PROVISIONAL if rating.provisional else words.PLAYER_RATED


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
