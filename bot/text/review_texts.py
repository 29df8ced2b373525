"""The review of a game in sentences. The callers say what players and moves are called."""

from collections.abc import Callable, Iterator

from bot.text.english import English, Words
from bot.text.format import listing
from engine.outcome import Seat
from engine.review import Ply, Review
from engine.review.lines import Line

# What the players are called, by seat, and what a move is called.
Players = tuple[str, str]
Naming = Callable[[int], str]
# How many better moves are named before the rest is only counted.
NAMED = 4


def summary(  # noqa: PLR0913  (two callers tell of different games)
    review: Review,
    players: Players,
    name: Naming,
    words: Words = English,
    *,
    before: int = 0,
    instead: Line | None = None,
    ended: bool = False,
) -> Iterator[str]:
    """All that is said of a game as a whole, the turning point first. `before` is the number of
    moves in the game before this one, where moves are counted through; `instead` says how it could
    have gone on there; `ended` whether it ends here, even if it wasn't played to its end."""
    if review.plies:
        yield turning_point(review, players, name, words, before=before)
    if instead and (turned := review.turning_point):
        yield better_line(instead, turned, players, name, words)
    if review.mistakes:
        yield changes(review, words)
    if any(review.accuracy(seat) is not None for seat in Seat):
        yield accuracy(review, players, words)
    if review.record.outcome is None:
        text = words.STOOD_TO_WIN if ended else words.STANDS_TO_WIN
        yield text.format(player=players[review.favourites[-1]])
    if review.skipped:
        yield not_judged(review, words)


def turning_point(
    review: Review, players: Players, name: Naming, words: Words = English, *, before: int = 0
) -> str:
    """The last mistake and what would have been better, or who stood to win all along."""
    turned = review.turning_point
    if turned is None:
        return words.NO_TURNING_POINT.format(player=players[review.favourites[-1]])
    better = better_moves(turned, name, words)
    return words.TURNING_POINT.format(
        nth=before + turned.nth, move=name(turned.move), better=better
    )


def changes(review: Review, words: Words = English) -> str:
    """How often the win changed hands, if it did."""
    count = len(review.mistakes)
    return words.WIN_CHANGED[min(count, len(words.WIN_CHANGED)) - 1].format(count=count)


def accuracy(review: Review, players: Players, words: Words = English) -> str:
    """`Accuracy: 83 % for Ana, nothing to decide for Bo`."""
    told = (_accuracy_of(review.accuracy(seat), players[seat], words) for seat in Seat)
    return words.ACCURACY.format(players=", ".join(told))


def not_judged(review: Review, words: Words = English) -> str:
    """The first moves, where they are left out."""
    count = review.skipped
    told = words.MADE_ELSEWHERE if count == review.made_elsewhere else words.NOT_JUDGED
    return told[count != 1].format(count=count)


def judged(ply: Ply, players: Players, name: Naming, words: Words = English) -> str:
    """A move with its verdict, as a line of a list."""
    return words.JUDGED.format(
        nth=ply.nth,
        player=players[ply.seat],
        move=name(ply.move),
        verdict=verdict(ply, name, words),
    )


def verdict(ply: Ply, name: Naming, words: Words = English) -> str:
    """What a move was worth, in a few words that follow its name."""
    texts = words.MISSED_WINS if ply.is_missed_win else words.VERDICTS
    return texts[ply.judgement].format(better=better_moves(ply, name, words))


def better_line(
    line: Line, ply: Ply, players: Players, name: Naming, words: Words = English
) -> str:
    """How the game could have gone on in place of this mistake."""
    text = words.BETTER_LINE if line.outcome is None else words.BETTER_LINE_WINS
    return text.format(moves=" ".join(map(name, line.moves)), player=players[ply.seat])


def better_moves(ply: Ply, name: Naming, words: Words = English) -> str:
    """The moves that would have won: `9`, or `9, 12 or 15`."""
    return listing(map(name, ply.winning), NAMED, words)


def _accuracy_of(share: float | None, player: str, words: Words) -> str:
    if share is None:
        return words.NO_ACCURACY_OF.format(player=player)
    # All and nothing are said only where they are true.
    percent = round(share) * 100 if share in (0, 1) else min(max(round(share * 100), 1), 99)
    return words.ACCURACY_OF.format(player=player, percent=percent)
