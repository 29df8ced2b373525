"""A shape cut out at several times its size: made smaller, its edges are smooth."""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.cards.box import Box
from bot.cards.fonts import FINE, Style, font

Point = tuple[float, float]


class Stencil:
    def __init__(self, box: Box) -> None:
        self.left, self.top = math.floor(box.left), math.floor(box.top)
        size = (math.ceil(box.right) - self.left, math.ceil(box.bottom) - self.top)
        self._fine = Image.new("L", (size[0] * FINE, size[1] * FINE))
        self._draw = ImageDraw.Draw(self._fine)

    def mask(self) -> Image.Image:
        return self._fine.reduce(FINE)

    def rounded(self, box: Box, radius: float) -> "Stencil":
        self._draw.rounded_rectangle(self._inside(box), radius * FINE, 255)
        return self

    def disc(self, box: Box) -> "Stencil":
        self._draw.ellipse(self._inside(box), 255)
        return self

    def polygon(self, points: Sequence[Point]) -> "Stencil":
        self._draw.polygon([self._at(point) for point in points], 255)
        return self

    def stroke(self, points: Sequence[Point], width: float) -> "Stencil":
        """A line with round corners and ends."""
        fine = [self._at(point) for point in points]
        self._draw.line(fine, 255, round(width * FINE), joint="curve")
        for point in (points[0], points[-1]):
            x, y = point
            half = width / 2
            self.disc(Box(x - half, y - half, x + half, y + half))
        return self

    def letters(self, text: str, start: Point, style: Style) -> "Stencil":
        letters = font(style.size * FINE, style.weight)
        self._draw.text(self._at(start), text, 255, letters, anchor="ls")
        return self

    def _at(self, point: Point) -> Point:
        return (point[0] - self.left) * FINE, (point[1] - self.top) * FINE

    def _inside(self, box: Box) -> tuple[Point, Point]:
        """Pillow counts the last pixel in."""
        right, bottom = self._at((box.right, box.bottom))
        return self._at((box.left, box.top)), (right - 1, bottom - 1)
