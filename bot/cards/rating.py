"""The card of a rating: how it rose and fell from duel to duel."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import ceil

from bot.cards.box import Box, line
from bot.cards.canvas import MARGIN, WIDTH, Align, Canvas
from bot.cards.colours import ACCENT, BAD, DIM, GOLD, GOOD, GROUND, HERE, INK
from bot.cards.content import Ratings
from bot.cards.fit_text import called, legible
from bot.cards.fonts import BOLD, REGULAR, SEMIBOLD, Style
from bot.cards.picture import Picture, told
from bot.cards.stencil import Point
from bot.text.english import Words
from bot.text.format import signed

_NAME, _RATING = Style(32, BOLD, INK), Style(38, BOLD, INK)
_SUBTITLE, _CHANGE = Style(22, REGULAR, DIM), Style(22, SEMIBOLD, DIM)
_SCALE, _PEAK = Style(22, REGULAR, DIM), Style(22, SEMIBOLD, GOLD)
_LEFT, _RIGHT, _HEIGHT = MARGIN, WIDTH - MARGIN, 500
_UPPER, _LOWER, _AXIS = 46, 92, 468
_PLOT = Box(92, 140, 672, 436)
# As many lines as the scale may have, and how much of it is kept free for what the peak says.
_LINES, _ABOVE = 8, 0.03
# The smallest range of the scale, so that small changes look small.
_LEAST = 40
# What the axis says at its beginning, in the middle, and at its end.
_AXIS_ROOMS = ((_PLOT.left, 260), (264, 500), (504, _PLOT.right))


@dataclass(frozen=True)
class Scale:
    """From one round number to another in round steps."""

    least: int
    most: int
    step: int

    @classmethod
    def of(cls, points: tuple[float, ...]) -> "Scale":
        low, high = min(points), max(points)
        if high - low < _LEAST:
            low, high = (low + high - _LEAST) / 2, (low + high + _LEAST) / 2
        return next(filter(None, (cls._by(step, low, high) for step in _round())))

    @classmethod
    def _by(cls, step: int, low: float, high: float) -> "Scale | None":
        # Whole steps: a quotient would lose what is next to nothing.
        least, most = int(low // step) * step, -int(-high // step) * step
        if most - high < (most - least) * _ABOVE:
            most += step
        return cls(least, most, step) if most - least < _LINES * step else None

    def height(self, rating: float) -> float:
        share = (rating - self.least) / (self.most - self.least)
        return _PLOT.bottom - share * (_PLOT.bottom - _PLOT.top)


def rating_card(ratings: Ratings, words: Words) -> Picture:
    return drawn(ratings, words).picture(_told(ratings, words))


def drawn(ratings: Ratings, words: Words) -> Canvas:
    canvas = Canvas(_HEIGHT, words)
    scale = Scale.of(ratings.points)
    points = _points(ratings.points, scale)
    _head(canvas, ratings, words)
    floor = ((points[-1][0], _PLOT.bottom), (points[0][0], _PLOT.bottom))
    if len(points) > 1:
        canvas.veil((*points, *floor), HERE, 0.2)
    for number in range(scale.least, scale.most + 1, scale.step):
        height = scale.height(number)
        canvas.rule(_PLOT.left, _PLOT.right, height, ACCENT, 0.16)
        room = line(4, _PLOT.left - 10, height, _SCALE.size)
        canvas.write(str(number), room, _SCALE, Align.RIGHT)
    _axis(canvas, ratings, words)
    if len(points) > 1:
        canvas.stroke(points, 4, ACCENT)
    if len(set(ratings.points)) > 1:
        _peak(canvas, points, words.CARD_PEAK.format(peak=round(max(ratings.points))))
    canvas.disc(points[-1], 12, HERE)
    canvas.disc(points[-1], 8, INK)
    return canvas


def _round() -> Iterator[int]:
    """5, 10, 20, 25, 50, 100, 200, 250 …"""
    return (number * 10**zeros for zeros in count() for number in (5, 10, 20, 25))


def _points(ratings: tuple[float, ...], scale: Scale) -> list[Point]:
    """A single one is in the middle."""
    apart = _PLOT.width / max(len(ratings) - 1, 1)
    start = _PLOT.left if len(ratings) > 1 else _PLOT.middle[0]
    return [(start + nth * apart, scale.height(each)) for nth, each in enumerate(ratings)]


def _head(canvas: Canvas, ratings: Ratings, words: Words) -> None:
    rating, (change, colour) = str(ratings.rating), _change(ratings, words)
    for left, right, aside, below, middle in (
        (called(ratings.names, words), rating, _NAME, _RATING, _UPPER),
        (ratings.subtitle, change, _SUBTITLE, replace(_CHANGE, colour=colour), _LOWER),
    ):
        split = _RIGHT - ceil(below.width(right))
        canvas.write(left, line(_LEFT, split - 24, middle, aside.size), aside)
        canvas.write(right, line(split, _RIGHT, middle, below.size), below, Align.RIGHT)


def _change(ratings: Ratings, words: Words) -> tuple[str, str]:
    """Since the first point, and how sure the rating is; and whether that is good news."""
    first = round(ratings.points[0])
    change = ratings.rating - first
    since = words.CARD_SINCE.format(change=signed(change), first=first)
    sure = words.CARD_DEVIATION.format(deviation=ratings.deviation)
    said = [since] if len(ratings.points) > 1 else []
    said += [sure] if ratings.deviation is not None else []
    return " · ".join(said), GOOD if change > 0 else BAD if change < 0 else DIM


def _axis(canvas: Canvas, ratings: Ratings, words: Words) -> None:
    texts = ratings.axis or words.CARD_AXIS
    if len(ratings.points) == 1:
        texts = ("", texts[-1], "")
    for text, align, (left, right) in zip(texts, Align, _AXIS_ROOMS, strict=True):
        canvas.write(text, line(left, right, _AXIS, _SCALE.size), _SCALE, align)


def _peak(canvas: Canvas, points: list[Point], text: str) -> None:
    """Above the first of the highest points, and beside no edge."""
    x, y = min(points, key=lambda point: point[1])
    canvas.disc((x, y), 8, GOLD)
    half = _PEAK.width(text) / 2
    middle = min(max(x, _PLOT.left + half), _PLOT.right - half)
    room = line(middle - half - 4, middle + half + 4, y - 26, _PEAK.size)
    canvas.panel(room.smaller(3), 6, GROUND)
    canvas.write(text, room, _PEAK, Align.MIDDLE)


def _told(ratings: Ratings, words: Words) -> str:
    points = [round(each) for each in ratings.points]
    lined = words.CARD_LINE.format(first=points[0], peak=max(points), least=min(points))
    facts = (
        called(ratings.names, words),
        legible(ratings.subtitle),
        words.CARD_RATED.format(rating=ratings.rating),
        _change(ratings, words)[0],
    )
    return told((", ".join(filter(None, facts)), lined if len(points) > 1 else ""), words)
