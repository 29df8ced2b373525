"""A large board as a picture: one dark card that reads well on Discord's dark and light themes."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from bot.words import Words, ranges, title_of
from engine.games.view import Cell, Mark, View
from engine.outcome import Seat
from engine.record import Record

COLUMNS = 10
WIDTH = 1000
# Everything is drawn at twice its size and made smaller, for smooth edges.
SCALE = 2
MARGIN, GAP, HEAD, FOOT, CELL = 30, 10, 90, 60, 68

CARD, TEXT, DIM = "#1c1f2e", "#ffffff", "#9aa0bd"
SEATS = {Seat.FIRST: "#ff8fa3", Seat.SECOND: "#5fe3b5"}
# Background, text and border of a number.
LOOKS = {
    Mark.OPEN: ("#3f5fe8", "#ffffff", "#a9b8ff"),
    Mark.LAST: ("#ffbf40", "#1c1605", "#ffbf40"),
    Mark.TAKEN: ("#222537", "#5d6383", "#222537"),
    Mark.OUT_OF_REACH: ("#2d3049", "#c9cdea", "#2d3049"),
}
# As much text as Discord takes for those who can't see a picture.
ALT = 1024

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Picture:
    data: bytes
    alt: str


def picture(record: Record, words: Words) -> Picture:
    """Takes some milliseconds, so not on the event loop."""
    view = record.view
    rows = -(-len(view.cells) // COLUMNS)
    height = HEAD + rows * (CELL + GAP) + FOOT
    image = Image.new("RGB", (WIDTH * SCALE, height * SCALE), CARD)
    drawing = _Drawing(ImageDraw.Draw(image))
    subtitle = words.PICTURE_SUBTITLE.format(
        size=len(view.cells), left=len(view.cells) - record.ply, move=record.ply + 1
    )
    drawing.text((MARGIN, 22), title_of(record.game, words), 30, TEXT)
    drawing.text((MARGIN, 58), subtitle, 18, DIM)
    for nth, cell in enumerate(view.cells):
        drawing.cell(_box(nth), cell)
    drawing.legend(height - FOOT + 10, words)
    small = image.resize((WIDTH, height), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.save(file, "PNG")
    return Picture(file.getvalue(), _alt(view, words))


def _box(nth: int) -> Box:
    wide = (WIDTH - 2 * MARGIN + GAP) / COLUMNS
    left, top = MARGIN + nth % COLUMNS * wide, HEAD + nth // COLUMNS * (CELL + GAP)
    return (left, top, left + wide - GAP, top + CELL)


def _alt(view: View, words: Words) -> str:
    """All that the picture shows, in words."""
    named: dict[Mark, list[int]] = {mark: [] for mark in Mark}
    for cell in view.cells:
        named[cell.mark].append(cell.number)
    text = words.PICTURE_ALT.format(
        open=ranges(named[Mark.OPEN]) or words.NONE,
        last=ranges(named[Mark.LAST]) or words.NONE,
        gone=ranges(named[Mark.TAKEN]) or words.NONE,
    )
    return text if len(text) <= ALT else text[: ALT - 1] + words.MORE


class _Drawing:
    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw

    def text(self, at: tuple[float, float], text: str, size: int, colour: str) -> None:
        self._draw.text((at[0] * SCALE, at[1] * SCALE), text, colour, _font(size))

    def cell(self, box: Box, cell: Cell) -> None:
        """Told apart by more than colour: what is gone is struck out and shows who took it."""
        fill, text, edge = LOOKS[cell.mark]
        left, top, right, bottom = box
        self._draw.rounded_rectangle(_scaled(box), 12 * SCALE, fill, edge, 2 * SCALE)
        middle = ((left + right) / 2, (top + bottom) / 2)
        bold = cell.mark in (Mark.OPEN, Mark.LAST)
        font = _font(30 if bold else 24)
        number = str(cell.number)
        self._draw.text((middle[0] * SCALE, middle[1] * SCALE), number, text, font, anchor="mm")
        if cell.mark is Mark.TAKEN:
            half = self._draw.textlength(number, font) / SCALE / 2 + 4
            line = (middle[0] - half, middle[1], middle[0] + half, middle[1])
            self._draw.line(_scaled(line), text, 2 * SCALE)
        if cell.taken_by is not None:
            self._taker((right - 14, top + 14), cell.taken_by)

    def legend(self, top: float, words: Words) -> None:
        left: float = MARGIN
        for mark, label in zip(LOOKS, words.PICTURE_LEGEND, strict=True):
            fill, _, edge = LOOKS[mark]
            box = (left, top + 4, left + 24, top + 28)
            self._draw.rounded_rectangle(_scaled(box), 6 * SCALE, fill, edge, 2 * SCALE)
            left = self._label((left + 34, top + 6), label)
        for seat, label in zip(Seat, words.SEAT_LABELS, strict=True):
            self._taker((left + 8, top + 16), seat)
            left = self._label((left + 24, top + 6), label)

    def _label(self, at: tuple[float, float], label: str) -> float:
        """Returns where the next one may begin."""
        self.text(at, label, 17, DIM)
        return at[0] + self._draw.textlength(label, _font(17)) / SCALE + 26

    def _taker(self, middle: tuple[float, float], seat: Seat) -> None:
        """The first seat is a circle, the second a triangle."""
        x, y = middle
        if seat is Seat.FIRST:
            self._draw.ellipse(_scaled((x - 6, y - 6, x + 6, y + 6)), SEATS[seat])
        else:
            self._draw.polygon(_scaled((x - 7, y + 6, x + 7, y + 6, x, y - 7)), SEATS[seat])


def _scaled(numbers: tuple[float, ...]) -> list[float]:
    return [each * SCALE for each in numbers]


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * SCALE)
