"""The card of a finished duel: who has won and why, what that does to the ratings, every move."""

from collections.abc import Sequence
from math import ceil

from bot.cards import move_rows
from bot.cards.box import Box, line
from bot.cards.canvas import BETWEEN, HALF, MARGIN, WIDTH, Align, Canvas
from bot.cards.colours import BAD, DIM, GOOD, INK, PANEL
from bot.cards.content import Chain, Finish, Side
from bot.cards.fit_text import called_by_seat, fitting, seated, shortened, tidy, wrapped
from bot.cards.fonts import BOLD, REGULAR, SEMIBOLD, Style
from bot.cards.picture import Picture, told
from bot.text.english import Words
from bot.text.format import signed
from engine.outcome import Seat

_HEADLINE, _WHY = Style(42, BOLD, INK), Style(24, REGULAR, DIM)
_NAME, _NOTE, _RATING = Style(26, SEMIBOLD, INK), Style(22, REGULAR, DIM), Style(28, BOLD, INK)
_DETAILS = Style(22, REGULAR, DIM)
_RIGHT = WIDTH - MARGIN
# Where the lines at the top are, and how far below the last of them the players begin.
_FIRST, _SECOND, _WHY_APART, _PLAYERS = 50, 98, 32, 32
# How high a player is, what is free above the moves, and where the last line is below them.
_PLAYER, _ABOVE, _FOOT = 92, 24, 38


def finished_card(finish: Finish, words: Words) -> Picture:
    return drawn(finish, words).picture(_told(finish, words))


def drawn(finish: Finish, words: Words) -> Canvas:
    names, played = _names(finish, words), _played(finish)
    room = _RIGHT - MARGIN
    why = _why(finish, names, room, words)
    players = _FIRST + 40 if not why else _SECOND + (len(why) - 1) * _WHY_APART + _PLAYERS
    bottom = players + _PLAYER + (_ABOVE + move_rows.height(played) if played else 0)

    canvas = Canvas(bottom + 2 * _FOOT - 8, words)
    headline = fitting(tidy(finish.headline), names, room, _HEADLINE, words)
    canvas.write(headline, line(MARGIN, _RIGHT, _FIRST, _HEADLINE.size), _HEADLINE)
    for nth, text in enumerate(why):
        canvas.write(text, line(MARGIN, _RIGHT, _SECOND + nth * _WHY_APART, _WHY.size), _WHY)
    for seat, side, name in zip(Seat, finish.sides, names, strict=True):
        left = MARGIN + seat * (HALF + BETWEEN)
        _player(canvas, Box(left, players, left + HALF, players + _PLAYER), seat, side, name, words)
    move_rows.draw(canvas, played, players + _PLAYER + _ABOVE, names)
    _foot(canvas, bottom + _FOOT, finish)
    return canvas


def _player(canvas: Canvas, box: Box, seat: Seat, side: Side, name: str, words: Words) -> None:  # noqa: PLR0913, PLR0917
    if side.won:
        canvas.marked(box, 16)
    else:
        canvas.panel(box, 16, PANEL)
    canvas.seat((box.left + 32, box.middle[1]), 12, seat)
    change = side.change or 0
    rating = "" if side.rating is None else str(side.rating)
    if side.provisional:
        rating += words.CARD_PROVISIONAL_MARK
    changed = "" if side.change is None else signed(side.change)
    colour = GOOD if change > 0 else BAD if change < 0 else DIM
    right = Style(_NOTE.size, SEMIBOLD, colour)
    start, end = box.left + 60, box.right - 20
    split = end - ceil(max(_RATING.width(rating), right.width(changed)))
    lower = box.top + 64
    upper = box.top + 30 if changed else box.middle[1]
    canvas.write(rating, line(split, end, upper, _RATING.size), _RATING, Align.RIGHT)
    canvas.write(changed, line(split, end, lower, right.size), right, Align.RIGHT)
    upper = box.top + 30 if side.note else box.middle[1]
    canvas.write(name, line(start, split - 12, upper, _NAME.size), _NAME)
    canvas.write(side.note, line(start, split - 12, lower, _NOTE.size), _NOTE)


def _foot(canvas: Canvas, middle: float, finish: Finish) -> None:
    split = _RIGHT - min(ceil(_DETAILS.width(finish.footer)), HALF)
    room = line(split, _RIGHT, middle, _DETAILS.size)
    canvas.write(finish.footer, room, _DETAILS, Align.RIGHT)
    title = " · ".join(filter(None, (finish.title, finish.details)))
    canvas.write(title, line(MARGIN, split - BETWEEN, middle, _DETAILS.size), _DETAILS)


def _why(finish: Finish, names: Sequence[str], room: float, words: Words) -> list[str]:
    """Two lines at most, and of them no more for a name than leaves room for the reason."""
    short = [shortened(name, room / 3, _WHY, words) for name in names]
    return wrapped(seated(tidy(finish.why), short), (room, room), _WHY, words)


def _told(finish: Finish, words: Words) -> str:
    names = _names(finish, words)
    title = ", ".join(filter(None, (tidy(finish.title), tidy(finish.details))))
    seats = zip(words.SEAT_LABELS, names, finish.sides, strict=True)
    sentences = (
        seated(tidy(finish.headline), names),
        seated(tidy(finish.why), names),
        title,
        *(_side_told(seat, name, side, words) for seat, name, side in seats),
        *(each for chain in _played(finish) for each in move_rows.told(chain, names, words)),
        tidy(finish.footer),
    )
    return told(sentences, words)


def _side_told(seat: str, name: str, side: Side, words: Words) -> str:
    rated = words.CARD_PROVISIONAL if side.provisional else words.CARD_RATED
    rating = "" if side.rating is None else rated.format(rating=side.rating)
    change = "" if side.change is None else signed(side.change)
    who = words.CARD_SIDE.format(seat=seat, name=name)
    return ", ".join(filter(None, (who, tidy(side.note), rating, change)))


def _names(finish: Finish, words: Words) -> list[str]:
    return called_by_seat((side.names for side in finish.sides), words)


def _played(finish: Finish) -> list[Chain]:
    return [chain for chain in finish.chains if chain.steps]
