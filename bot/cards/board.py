"""A board with many numbers as a card: what can be taken, what was last, and who took the rest."""

from dataclasses import dataclass

from bot.cards import colours
from bot.cards.box import Box, line
from bot.cards.canvas import WIDTH, Align, Canvas
from bot.cards.fonts import BOLD, MEDIUM, REGULAR, Style
from bot.cards.picture import Picture, told
from bot.text.english import Words
from bot.text.format import ranges
from bot.text.game_texts import title_of
from engine.games.view import Cell, Mark
from engine.outcome import Seat
from engine.record import Record

COLUMNS = 10
_MARGIN, _GAP = 30, 10
_TITLE = Style(40, BOLD, colours.INK)
_SUBTITLE, _LEGEND = Style(28, REGULAR, colours.DIM), Style(25, REGULAR, colours.DIM)
_UPPER, _LOWER, _TOP, _HEIGHT, _FOOT = 48, 93, 130, 74, 92


@dataclass(frozen=True)
class Look:
    """A number's ground and edge, and how it is written."""

    fill: str
    edge: str
    number: Style

    @property
    def below(self) -> Style:
        return Style(19, MEDIUM, self.number.colour)


LOOKS = {
    Mark.OPEN: Look(colours.FREE, colours.FREE_EDGE, Style(30, BOLD, colours.INK)),
    Mark.LAST: Look(colours.LAST, colours.LAST, Style(30, BOLD, colours.ON_LAST)),
    Mark.TAKEN: Look(colours.GONE, colours.GONE, Style(26, MEDIUM, colours.ON_GONE)),
    Mark.OUT_OF_REACH: Look(colours.CELL, colours.CELL_EDGE, Style(26, MEDIUM, colours.ON_CELL)),
}


def picture(record: Record, words: Words) -> Picture:
    """Takes some milliseconds, so not on the event loop."""
    return drawn(record, words).picture(_told(record, words))


def drawn(record: Record, words: Words) -> Canvas:
    cells = record.view.cells
    bottom = _TOP + -(-len(cells) // COLUMNS) * (_HEIGHT + _GAP) - _GAP
    canvas = Canvas(bottom + _FOOT, words)
    title, subtitle = _head(record, words)
    canvas.write(title, line(_MARGIN + 6, WIDTH - _MARGIN, _UPPER, _TITLE.size), _TITLE)
    canvas.write(subtitle, line(_MARGIN + 6, WIDTH - _MARGIN, _LOWER, _SUBTITLE.size), _SUBTITLE)
    below = {choice.move: choice.how.replace(" ", "") for choice in record.view.choices}
    if record.view.last is not None:
        below[record.view.last] = words.PICTURE_LEGEND[1]
    for nth, cell in enumerate(cells):
        _cell(canvas, place(nth), cell, below.get(cell.number, ""))
    _legend(canvas, bottom + _FOOT / 2, words)
    return canvas


def place(nth: int) -> Box:
    across = (WIDTH - 2 * _MARGIN + _GAP) / COLUMNS
    left, top = _MARGIN + nth % COLUMNS * across, _TOP + nth // COLUMNS * (_HEIGHT + _GAP)
    return Box(left, top, left + across - _GAP, top + _HEIGHT)


def _cell(canvas: Canvas, box: Box, cell: Cell, below: str) -> None:
    """Told apart by more than colour: what is gone is struck out and shows who took it."""
    look = LOOKS[cell.mark]
    canvas.panel(box, 14, look.fill, look.edge if cell.mark is Mark.OPEN else "")
    _, middle = box.middle
    number = line(box.left + 4, box.right - 4, middle - (13 if below else 0), look.number.size)
    ink = canvas.write(str(cell.number), number, look.number, Align.MIDDLE)
    if below:
        room = line(box.left + 4, box.right - 4, middle + 18, look.below.size)
        canvas.write(below, room, look.below, Align.MIDDLE)
    if cell.mark is Mark.TAKEN:
        canvas.stroke(((ink.left - 6, middle), (ink.right + 6, middle)), 2.5, look.number.colour)
    if cell.mark is Mark.TAKEN and cell.taken_by is not None:
        canvas.seat((box.right - 16, box.top + 16), 7, cell.taken_by)


def _legend(canvas: Canvas, middle: float, words: Words) -> None:
    left: float = _MARGIN + 6
    for (mark, look), label in zip(LOOKS.items(), words.PICTURE_LEGEND, strict=True):
        swatch = Box(left, middle - 13, left + 26, middle + 13)
        canvas.panel(swatch, 8, look.fill, look.edge)
        if mark is Mark.TAKEN:
            canvas.stroke(((left + 5, middle), (left + 21, middle)), 2.5, look.number.colour)
        left = _label(canvas, left + 38, middle, label)
    for seat, label in zip(Seat, words.SHORT_SEAT_LABELS, strict=True):
        canvas.seat((left + 9, middle), 9, seat)
        left = _label(canvas, left + 30, middle, label)


def _label(canvas: Canvas, left: float, middle: float, label: str) -> float:
    """Returns where the next one may begin."""
    room = line(left, left + _LEGEND.width(label) + 1, middle, _LEGEND.size)
    return canvas.write(label, room, _LEGEND).right + 32


def _head(record: Record, words: Words) -> tuple[str, str]:
    size = len(record.view.cells)
    facts = {"size": size, "left": size - record.ply, "move": record.ply + 1}
    return title_of(record.game, words), words.PICTURE_SUBTITLE.format(**facts)


def _told(record: Record, words: Words) -> str:
    """All that the picture shows, in words."""
    cells = record.view.cells
    marked = {
        mark: ranges(cell.number for cell in cells if cell.mark is mark) or words.NONE
        for mark in Mark
    }
    taken = (
        words.PICTURE_TAKEN.format(
            seat=label,
            numbers=ranges(cell.number for cell in cells if cell.taken_by is seat) or words.NONE,
        )
        for seat, label in zip(Seat, words.SEAT_LABELS, strict=True)
    )
    facts = words.PICTURE_ALT.format(
        open=marked[Mark.OPEN], last=marked[Mark.LAST], rest=marked[Mark.OUT_OF_REACH]
    )
    return told((", ".join(_head(record, words)), facts, *taken), words)
