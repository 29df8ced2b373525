"""The canvas of a card: smooth shapes, and texts that stay in the room they are given. Remembers
what it drew where, so that this can be looked after."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PIL import Image

from bot.cards.box import Box, around
from bot.cards.colours import ACCENT, EDGE, GROUND, MARKED, SEATS
from bot.cards.fit_text import legible, shortened
from bot.cards.fonts import Style
from bot.cards.picture import Picture
from bot.cards.png import png
from bot.cards.stencil import Point, Stencil, round_ends
from bot.text.english import Words
from engine.outcome import Seat

# Twice as wide as a phone shows it: of 22 pixels, letters have 11 there.
WIDTH, MARGIN = 700, 24
# The gap between the two players' halves, and the width of a half.
BETWEEN = 12
HALF = (WIDTH - 2 * MARGIN - BETWEEN) // 2
_RADIUS, _EDGE = 20, 2


class Align(Enum):
    """Where in its room a text is."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True)
class Text:
    text: str
    ink: Box
    room: Box
    style: Style


@dataclass(frozen=True)
class Shape:
    """Something that says what it says by itself, unlike a panel that others lie on."""

    box: Box
    colour: str


class Canvas:
    def __init__(self, height: float, words: Words) -> None:
        self.box = Box(0, 0, WIDTH, round(height))
        self.texts: list[Text] = []
        self.shapes: list[Shape] = []
        self._words = words
        self._image = Image.new("RGBA", (WIDTH, round(height)), EDGE)
        self._image.putalpha(_card(WIDTH, round(height)))
        self.panel(self.box.smaller(_EDGE), _RADIUS - _EDGE, GROUND)

    def picture(self, alt: str) -> Picture:
        return Picture(png(self._image), alt)

    def panel(self, box: Box, radius: int, colour: str, edge: str = "", wide: int = 2) -> None:
        """A rectangle with round corners, in whole pixels: then its sides are sharp."""
        if edge:
            self.panel(box, radius, edge)
            box, radius = box.smaller(wide), radius - wide
        left, top, right, bottom = box.whole()
        upper, lower = round_ends(right - left, radius)
        self._image.paste(colour, (left, top), upper)
        # A mask for all of it would take several times as long.
        self._image.paste(colour, (left, top + radius, right, bottom - radius))
        self._image.paste(colour, (left, bottom - radius), lower)

    def marked(self, box: Box, radius: int) -> None:
        """A panel to which eyes are drawn."""
        self.panel(box, radius, MARKED, ACCENT)

    def write(self, text: str, room: Box, style: Style, align: Align = Align.LEFT) -> Box:
        """In the middle of the room's height, as much as there is room for. Returns where it is."""
        text = shortened(legible(text), room.width, style, self._words)
        left, right = style.reach(text)
        start = room.left - left + (room.width - right + left) * align.value
        baseline = round(room.middle[1] + style.capital / 2)
        ink = style.ink(text).moved(start, baseline)
        if text:
            self._stamp(
                Stencil(ink.smaller(-1)).letters(text, (start, baseline), style), style.colour
            )
            self.texts.append(Text(text, ink, room, style))
        return ink

    def seat(self, middle: Point, radius: float, seat: Seat, colour: str = "") -> None:
        """The first seat is a circle, the second a triangle, which looks smaller."""
        colour = colour or SEATS[seat]
        if seat is Seat.FIRST:
            self.disc(middle, radius, colour)
            return
        (x, y), half, up, down = middle, radius * 1.12, radius * 1.07, radius * 0.9
        box = Box(x - half, y - up, x + half, y + down)
        corners = ((box.left, box.bottom), (box.right, box.bottom), (x, box.top))
        self._shape(box, Stencil(box).polygon(corners), colour)

    def disc(self, middle: Point, radius: float, colour: str) -> None:
        box = around(middle, radius)
        self._shape(box, Stencil(box).disc(box), colour)

    def cross(self, middle: Point, radius: float, wide: float, colour: str) -> None:
        box = around(middle, radius)
        stencil = Stencil(box.smaller(-wide))
        stencil.stroke(((box.left, box.top), (box.right, box.bottom)), wide)
        stencil.stroke(((box.left, box.bottom), (box.right, box.top)), wide)
        self._shape(box, stencil, colour)

    def stroke(self, points: Sequence[Point], wide: float, colour: str) -> None:
        box = _bounds(points)
        self._shape(box, Stencil(box.smaller(-wide)).stroke(points, wide), colour)

    def rule(self, left: float, right: float, y: float, colour: str, opacity: float) -> None:
        """A line that helps to read others, and is faint."""
        at = Box(left, y - 1, right, y + 1).whole()
        self._image.paste(colour, at, Image.new("L", (at[2] - at[0], 2), round(255 * opacity)))

    def veil(self, corners: Sequence[Point], colour: str, opacity: float) -> None:
        self._stamp(Stencil(_bounds(corners)).polygon(corners), colour, opacity)

    def _shape(self, box: Box, stencil: Stencil, colour: str) -> None:
        self._stamp(stencil, colour)
        self.shapes.append(Shape(box, colour))

    def _stamp(self, stencil: Stencil, colour: str, opacity: float = 1) -> None:
        mask = stencil.mask()
        if opacity < 1:
            mask = mask.point(lambda each: each * opacity)
        self._image.paste(colour, (stencil.left, stencil.top), mask)


def _card(width: int, height: int) -> Image.Image:
    """The mask of a card, whose corners let through what is behind."""
    upper, lower = round_ends(width, _RADIUS)
    mask = Image.new("L", (width, height), 255)
    mask.paste(upper, (0, 0))
    mask.paste(lower, (0, height - _RADIUS))
    return mask


def _bounds(points: Sequence[Point]) -> Box:
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down))
