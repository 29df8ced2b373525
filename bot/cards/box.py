"""Where something is on a card, in pixels."""

from typing import NamedTuple


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def whole(self) -> tuple[int, int, int, int]:
        """The nearest whole pixels."""
        return round(self.left), round(self.top), round(self.right), round(self.bottom)

    def moved(self, right: float, down: float) -> "Box":
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def smaller(self, by: float) -> "Box":
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)


def around(middle: tuple[float, float], radius: float) -> Box:
    return Box(*middle, *middle).smaller(-radius)


def line(left: float, right: float, middle: float, size: float) -> Box:
    """Room for one line of text of this size, with what hangs below and what is piled on top."""
    half = size * 0.8
    return Box(left, middle - half, right, middle + half)
