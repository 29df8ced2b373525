"""A shape cut out at several times its size: made smaller, its edges are smooth."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.cards.box import Box
from bot.cards.fonts import FINE, Style, font

Point = tuple[float, float]
_Size = tuple[int, int]
# A function that draws, and its arguments.
_Cut = tuple[Callable[..., None], tuple[object, ...]]

# How many masks are remembered, and of how many pixels each: signs, numbers and short texts, which
# most cards have in common.
_MOST, _SMALL = 1024, 8192
_WHOLE, _DIGITS = 255, 3


class Stencil:
    def __init__(self, box: Box) -> None:
        self.left, self.top = math.floor(box.left), math.floor(box.top)
        self._size = (math.ceil(box.right) - self.left, math.ceil(box.bottom) - self.top)
        self._cuts: list[_Cut] = []

    def mask(self) -> Image.Image:
        width, height = self._size
        cut_out = _remembered if width * height <= _SMALL else _cut_out
        return cut_out(self._size, tuple(self._cuts))

    def disc(self, box: Box) -> "Stencil":
        # Pillow counts the last pixel in.
        right, bottom = self._at((box.right, box.bottom))
        return self._cut(_disc, self._at((box.left, box.top)), (right - 1, bottom - 1))

    def polygon(self, points: Sequence[Point]) -> "Stencil":
        return self._cut(_polygon, tuple(map(self._at, points)))

    def stroke(self, points: Sequence[Point], width: float) -> "Stencil":
        """A line with round corners and ends."""
        self._cut(_line, tuple(map(self._at, points)), round(width * FINE))
        for x, y in (points[0], points[-1]):
            half = width / 2
            self.disc(Box(x - half, y - half, x + half, y + half))
        return self

    def letters(self, text: str, start: Point, style: Style) -> "Stencil":
        return self._cut(_letters, text, self._at(start), style.size * FINE, style.weight)

    def _cut(self, draw: Callable[..., None], *of: object) -> "Stencil":
        self._cuts.append((draw, of))
        return self

    def _at(self, point: Point) -> Point:
        """Rounded, as the same distance isn't quite the same number everywhere on a card."""
        x, y = point[0] - self.left, point[1] - self.top
        return round(x * FINE, _DIGITS), round(y * FINE, _DIGITS)


@lru_cache(maxsize=256)
def round_ends(width: int, radius: int) -> tuple[Image.Image, Image.Image]:
    """The masks of the upper and the lower end of a rectangle with round corners."""
    whole = Box(0, 0, 2 * radius, 2 * radius)
    disc = Stencil(whole).disc(whole).mask()
    upper = Image.new("L", (width, radius), _WHOLE)
    upper.paste(disc.crop((0, 0, radius, radius)), (0, 0))
    upper.paste(disc.crop((radius, 0, 2 * radius, radius)), (width - radius, 0))
    return upper, upper.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def _cut_out(size: _Size, cuts: tuple[_Cut, ...]) -> Image.Image:
    fine = Image.new("L", (size[0] * FINE, size[1] * FINE))
    pen = ImageDraw.Draw(fine)
    for draw, of in cuts:
        draw(pen, *of)
    return fine.reduce(FINE)


# Whatever is cut out of the same size by the same cuts is the same: nobody draws on a mask.
_remembered = lru_cache(maxsize=_MOST)(_cut_out)


def _disc(pen: ImageDraw.ImageDraw, first: Point, last: Point) -> None:
    pen.ellipse((first, last), _WHOLE)


def _polygon(pen: ImageDraw.ImageDraw, points: tuple[Point, ...]) -> None:
    pen.polygon(points, _WHOLE)


def _line(pen: ImageDraw.ImageDraw, points: tuple[Point, ...], width: int) -> None:
    pen.line(points, _WHOLE, width, joint="curve")


def _letters(pen: ImageDraw.ImageDraw, text: str, start: Point, size: int, weight: int) -> None:
    pen.text(start, text, _WHOLE, font(size, weight), anchor="ls")
