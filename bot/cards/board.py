"""A board with many numbers as a card: what can be taken, what was last, and who took the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from bot.cards import colours
from bot.cards.box import Box, line
from bot.cards.canvas import MARGIN, WIDTH, Align, Canvas
from bot.cards.content import Position
from bot.cards.fit_text import called_by_seat, shortened
from bot.cards.fonts import BOLD, MEDIUM, REGULAR, Style
from bot.cards.picture import Picture, told
from bot.text.english import Words
from bot.text.format import ranges
from bot.text.game_texts import title_of, variant_of
from engine.games.view import Cell, Mark, View
from engine.outcome import Seat
from engine.record import Record

# Few numbers are shown larger, with a word below them.
FEW = 25
_TITLE, _SUBTITLE = Style(32, BOLD, colours.INK), Style(22, REGULAR, colours.DIM)
_LEGEND, _BELOW = Style(22, REGULAR, colours.DIM), Style(22, MEDIUM, colours.INK)
# How wide a player's name may be, how far left of it is their sign, and what is free after it.
_NAME, _SIGN, _AFTER = 125, 24, 24
_UPPER, _LOWER, _TOP, _FOOT = 46, 88, 116, 68


@dataclass(frozen=True)
class Look:
    """A number's ground and edge, and how it is written."""

    fill: str
    edge: str
    weight: int
    ink: str

    def number(self, size: int) -> Style:
        return Style(size, self.weight, self.ink)


LOOKS = {
    Mark.OPEN: Look(colours.FREE, colours.FREE_EDGE, BOLD, colours.INK),
    Mark.LAST: Look(colours.LAST, colours.LAST, BOLD, colours.ON_LAST),
    Mark.TAKEN: Look(colours.GONE, colours.GONE, MEDIUM, colours.ON_GONE),
    Mark.OUT_OF_REACH: Look(colours.CELL, colours.CELL_EDGE, MEDIUM, colours.ON_CELL),
    # What the host did before the game: an opening number is gone, but nobody took it.
    Mark.OPENING: Look(colours.GONE, colours.GONE, MEDIUM, colours.ON_GONE),
    Mark.STRUCK: Look(colours.GROUND, colours.CELL_EDGE, MEDIUM, colours.ON_GONE),
}
# How far right of the left end of its sign a word of the legend is, of few words and of many.
_WIDE, _NARROW = 34, 30
_LEGEND_MARKS = (Mark.OPEN, Mark.LAST, Mark.TAKEN, Mark.OUT_OF_REACH)
_STRUCK_THROUGH = {Mark.TAKEN, Mark.OPENING}
_EDGED = {Mark.OPEN, Mark.STRUCK}


@dataclass(frozen=True)
class Grid:
    """Where the numbers are, and how large they are written."""

    count: int
    columns: int
    height: int
    gap: int
    # The sizes of numbers, and of those that are gone.
    size: int
    gone: int
    # The radius of the sign of who took a number.
    sign: float

    @classmethod
    def of(cls, count: int) -> "Grid":
        if count <= FEW:
            return cls(count, columns=5, height=84, gap=8, size=30, gone=26, sign=8)
        return cls(count, columns=10, height=46, gap=6, size=25, gone=22, sign=5.5)

    @property
    def bottom(self) -> int:
        return _TOP + -(-self.count // self.columns) * (self.height + self.gap) - self.gap

    def box(self, nth: int) -> Box:
        row, column = divmod(nth, self.columns)
        across = (WIDTH - 2 * MARGIN + self.gap) / self.columns
        left, right = (MARGIN + round(each * across) for each in (column, column + 1))
        top = _TOP + row * (self.height + self.gap)
        return Box(left, top, right - self.gap, top + self.height)


def board_card(position: Position, words: Words) -> Picture:
    """Takes some milliseconds, so not on the event loop."""
    return drawn(position, words).picture(_told(position, words))


def drawn(position: Position, words: Words) -> Canvas:
    record, view = position.record, position.record.view
    names = [
        shortened(name, _NAME, _LEGEND, words) for name in called_by_seat(position.names, words)
    ]
    seats = WIDTH - MARGIN - sum(_SIGN + ceil(_LEGEND.width(each)) for each in names) - _AFTER
    grid = Grid.of(len(view.cells))
    canvas = Canvas(grid.bottom + _FOOT, words)
    title, subtitle = _head(record, words)
    canvas.write(title, line(MARGIN, seats - _AFTER, _UPPER, _TITLE.size), _TITLE)
    canvas.write(subtitle, line(MARGIN, WIDTH - MARGIN, _LOWER, _SUBTITLE.size), _SUBTITLE)
    _seats(canvas, seats, names)
    below = _below(view, words) if len(view.cells) <= FEW else {}
    for nth, cell in enumerate(view.cells):
        _cell(canvas, grid, grid.box(nth), cell, below.get(cell.number, ""))
    has_struck = any(cell.mark is Mark.STRUCK for cell in view.cells)
    _legend(canvas, grid.bottom + _FOOT / 2, words, has_struck=has_struck)
    return canvas


def _below(view: View, words: Words) -> dict[int, str]:
    """How a number can be taken, or that it was the last one."""
    below = {choice.move: choice.how.replace(" ", "") for choice in view.choices}
    last = {cell.number: words.PICTURE_LEGEND[1] for cell in view.cells if cell.mark is Mark.LAST}
    return below | last


def _cell(canvas: Canvas, grid: Grid, box: Box, cell: Cell, below: str) -> None:
    """Told apart by more than colour: what is gone is struck out and shows who took it."""
    look = LOOKS[cell.mark]
    is_through = cell.mark in _STRUCK_THROUGH
    number = look.number(grid.gone if is_through or cell.mark is Mark.STRUCK else grid.size)
    canvas.panel(box, 12, look.fill, look.edge if cell.mark in _EDGED else "")
    across, middle = box.middle
    room = line(box.left + 2, box.right - 2, middle - (15 if below else 0), number.size)
    ink = canvas.write(str(cell.number), room, number, Align.MIDDLE)
    if below:
        style = replace(_BELOW, colour=look.ink)
        room = line(box.left + 4, box.right - 4, middle + 20, style.size)
        canvas.write(below, room, style, Align.MIDDLE)
    half = round(ink.width / 2) + 4
    if is_through:
        canvas.stroke(((across - half, middle), (across + half, middle)), 2.5, look.ink)
    if cell.mark is Mark.STRUCK:
        _cross(canvas, box, middle, look)
    if cell.mark is Mark.TAKEN and cell.taken_by is not None:
        inside = 1.75 * grid.sign
        canvas.seat((box.right - inside, box.top + inside), grid.sign, cell.taken_by)


def _cross(canvas: Canvas, box: Box, middle: float, look: Look) -> None:
    """What the host struck out, unlike what a player took, is crossed through from edge to edge."""
    rise = (box.bottom - box.top) * 0.27
    ends = ((box.left + 4, middle + rise), (box.right - 4, middle - rise))
    canvas.stroke(ends, 2.5, look.ink)


def _legend(canvas: Canvas, middle: float, words: Words, *, has_struck: bool) -> None:
    legend = [*zip(_LEGEND_MARKS, words.PICTURE_LEGEND, strict=True)]
    if has_struck:
        legend.append((Mark.STRUCK, words.PICTURE_STRUCK))
    swatch_width = _NARROW if has_struck else _WIDE
    labels = sum(swatch_width + ceil(_LEGEND.width(label)) for _, label in legend)
    # As far apart as there is room for.
    apart = min(26, (WIDTH - 2 * MARGIN - labels) // (len(legend) - 1))
    left = MARGIN
    for mark, label in legend:
        look = LOOKS[mark]
        swatch = Box(left, middle - 12, left + 24, middle + 12)
        canvas.panel(swatch, 7, look.fill, look.edge)
        if mark is Mark.TAKEN:
            canvas.stroke(((left + 5, middle), (left + 19, middle)), 2.5, look.ink)
        if mark is Mark.STRUCK:
            _cross(canvas, swatch.smaller(3), middle, look)
        left = _label(canvas, left + swatch_width, middle, label) + apart


def _seats(canvas: Canvas, left: int, names: Sequence[str]) -> None:
    """Which player has which sign, at the right end of the title's line."""
    for seat, name in zip(Seat, names, strict=True):
        canvas.seat((left + 8, _UPPER), 8, seat)
        left = _label(canvas, left + _SIGN, _UPPER, name) + _AFTER


def _label(canvas: Canvas, left: int, middle: float, label: str) -> int:
    """Returns where it ends."""
    room = line(left, left + ceil(_LEGEND.width(label)), middle, _LEGEND.size)
    return ceil(canvas.write(label, room, _LEGEND).right)


def _head(record: Record, words: Words) -> tuple[str, str]:
    cells = record.view.cells
    left = sum(cell.mark in (Mark.OPEN, Mark.OUT_OF_REACH) for cell in cells)
    facts = {"size": len(cells), "left": left, "move": record.ply + 1}
    title, subtitle = title_of(record.game, words), words.PICTURE_SUBTITLE.format(**facts)
    if variant := variant_of(record.game, words):
        title = words.TITLE_WITH_SETTINGS.format(title=title, settings=variant)
    if opening := record.game.hosts_moves:
        moves = " ".join(map(record.game.text, opening))
        subtitle = words.PICTURE_OPENING.format(subtitle=subtitle, moves=moves)
    return title, subtitle


def _told(position: Position, words: Words) -> str:
    """All that the picture shows, in words."""
    record, cells = position.record, position.record.view.cells
    marked = {
        mark: ranges(cell.number for cell in cells if cell.mark is mark) or words.NONE
        for mark in Mark
    }
    taken = (
        words.PICTURE_TAKEN.format(
            mark=mark,
            player=name,
            numbers=ranges(cell.number for cell in cells if cell.taken_by is seat) or words.NONE,
        )
        for seat, mark, name in zip(
            Seat, words.MARKS, called_by_seat(position.names, words), strict=True
        )
    )
    facts = words.PICTURE_ALT.format(
        open=marked[Mark.OPEN], last=marked[Mark.LAST], rest=marked[Mark.OUT_OF_REACH]
    )
    struck = [] if marked[Mark.STRUCK] == words.NONE else [marked[Mark.STRUCK]]
    set_up = (words.PICTURE_STRUCK_OUT.format(numbers=numbers) for numbers in struck)
    return told((", ".join(_head(record, words)), facts, *set_up, *taken), words)
