"""The card of a finished duel: who has won and why, what that does to the ratings, every move."""

from collections.abc import Sequence

from bot.cards import move_rows
from bot.cards.box import Box, line
from bot.cards.canvas import BETWEEN, HALF, MARGIN, WIDTH, Align, Canvas
from bot.cards.colours import BAD, DIM, GOOD, INK, PANEL
from bot.cards.content import Chain, Finish, Side
from bot.cards.fit_text import called, fitting, seated, shortened, tidy, wrapped
from bot.cards.fonts import BOLD, REGULAR, SEMIBOLD, Style
from bot.cards.picture import Picture, told
from bot.text.english import Words
from bot.text.format import signed
from engine.outcome import Seat

_HEADLINE, _WHY = Style(48, BOLD, INK), Style(26, REGULAR, DIM)
_TITLE, _DETAILS = Style(26, SEMIBOLD, DIM), Style(24, REGULAR, DIM)
_NAME, _NOTE, _RATING = Style(28, SEMIBOLD, INK), Style(23, REGULAR, DIM), Style(32, BOLD, INK)
_FOOTER = Style(23, REGULAR, DIM)
_RIGHT = WIDTH - MARGIN
# Where the lines at the top are, and how far below the last of them the players begin.
_FIRST, _SECOND, _WHY_APART, _PLAYERS = 56, 108, 36, 44
# How high a player is, what is free above the moves, and where the last line is below them.
_PLAYER, _ABOVE, _FOOT = 100, 40, 56
# How wide title and details may be and a name in the legend, and what is free beside them.
_ASIDE, _LEGEND, _APART = 400, 300, 36


def finished_card(finish: Finish, words: Words) -> Picture:
    return drawn(finish, words).picture(_told(finish, words))


def drawn(finish: Finish, words: Words) -> Canvas:
    names, played = _names(finish, words), _played(finish)
    aside = min(_ASIDE, max(_TITLE.width(finish.title), _DETAILS.width(finish.details)))
    room = _RIGHT - aside - _APART - MARGIN
    why = _why(finish, names, room, words)
    players = _SECOND + max(len(why) - 1, 0) * _WHY_APART + _PLAYERS
    bottom = players + _PLAYER + (_ABOVE + move_rows.height(played) if played else 0)

    canvas = Canvas(bottom + _FOOT + MARGIN, words)
    headline = fitting(tidy(finish.headline), names, room, _HEADLINE, words)
    for nth, (text, style) in enumerate([(headline, _HEADLINE), *((each, _WHY) for each in why)]):
        middle = _SECOND + (nth - 1) * _WHY_APART if nth else _FIRST
        canvas.write(text, line(MARGIN, MARGIN + room, middle, style.size), style)
    for text, style, middle in ((finish.title, _TITLE, 51), (finish.details, _DETAILS, 91)):
        canvas.write(text, line(_RIGHT - aside, _RIGHT, middle, style.size), style, Align.RIGHT)
    for seat, side, name in zip(Seat, finish.sides, names, strict=True):
        left = MARGIN + seat * (HALF + BETWEEN)
        _player(canvas, Box(left, players, left + HALF, players + _PLAYER), seat, side, name)
    move_rows.draw(canvas, played, players + _PLAYER + _ABOVE, names, words)
    _foot(canvas, bottom + _FOOT, finish.footer, names)
    return canvas


def _player(canvas: Canvas, box: Box, seat: Seat, side: Side, name: str) -> None:
    if side.won:
        canvas.marked(box, 20)
    else:
        canvas.panel(box, 20, PANEL)
    canvas.seat((box.left + 40, box.middle[1]), 13.5, seat)
    change = side.change or 0
    rating = "" if side.rating is None else str(side.rating)
    changed = "" if side.change is None else signed(side.change)
    colour = GOOD if change > 0 else BAD if change < 0 else DIM
    right = Style(23, SEMIBOLD, colour)
    start, end = box.left + 76, box.right - 29
    split = end - max(_RATING.width(rating), right.width(changed))
    lower = box.top + 73
    upper = box.top + 33 if changed else box.middle[1]
    canvas.write(rating, line(split, end, upper, _RATING.size), _RATING, Align.RIGHT)
    canvas.write(changed, line(split, end, lower, right.size), right, Align.RIGHT)
    upper = box.top + 33 if side.note else box.middle[1]
    canvas.write(name, line(start, split - 16, upper, _NAME.size), _NAME)
    canvas.write(side.note, line(start, split - 16, lower, _NOTE.size), _NOTE)


def _foot(canvas: Canvas, middle: float, footer: str, names: Sequence[str]) -> None:
    left: float = MARGIN
    for seat, name in zip(Seat, names, strict=True):
        canvas.seat((left + 10, middle), 7.5, seat)
        room = line(left + 31, left + 31 + _LEGEND, middle, _FOOTER.size)
        left = canvas.write(name, room, _FOOTER).right + 28
    canvas.write(footer, line(left, _RIGHT, middle, _FOOTER.size), _FOOTER, Align.RIGHT)


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
    rating = "" if side.rating is None else words.CARD_RATED.format(rating=side.rating)
    change = "" if side.change is None else signed(side.change)
    who = words.CARD_SIDE.format(seat=seat, name=name)
    return ", ".join(filter(None, (who, tidy(side.note), rating, change)))


def _names(finish: Finish, words: Words) -> list[str]:
    """The names of both players; one without a drawable name is called "player 1" or "player 2"."""
    return [
        called((*side.names, words.CARD_PLAYER.format(nth=nth)), words)
        for nth, side in enumerate(finish.sides, start=1)
    ]


def _played(finish: Finish) -> list[Chain]:
    return [chain for chain in finish.chains if chain.steps]
