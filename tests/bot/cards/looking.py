"""Inspect a drawn card: where its texts are, and whether they have enough contrast to be read."""

from collections import Counter
from io import BytesIO
from itertools import combinations
from typing import Any

from PIL import Image, ImageColor

from bot.cards.box import Box
from bot.cards.canvas import Canvas
from bot.cards.picture import Picture

Colour = tuple[int, ...]
# The contrast ratios that the accessibility guidelines (WCAG) require of texts and of shapes.
TEXT, SHAPE = 4.5, 3.0
# Saving makes one colour of some that are hardly different.
ALIKE = 20


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGBA")


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def colour(name: str) -> Colour:
    return ImageColor.getrgb(name)[:3]


def alike(one: Colour, other: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True)) <= ALIKE


def misplaced(canvas: Canvas) -> list[str]:
    """Texts that leave their room, rooms that leave the card, and texts that lie on others."""
    found = [
        f"{each.text!r} leaves its room" for each in canvas.texts if not in_(each.ink, each.room)
    ]
    found += [
        f"the room of {each.text!r} leaves the card"
        for each in canvas.texts
        if not in_(each.room, canvas.box)
    ]
    found += [
        f"{one.text!r} lies on {other.text!r}"
        for one, other in combinations(canvas.texts, 2)
        if meet(one.ink, other.ink)
    ]
    return found


def faint(canvas: Canvas) -> list[str]:
    """Texts and shapes that are hard to tell from what is behind them, in the picture itself."""
    image = opened(canvas.picture("")).convert("RGB")
    found = []
    for each in canvas.texts:
        behind = _behind(image, each.ink)
        strongest = max(_colours(image, each.ink), key=lambda pixel: contrast(pixel, behind))
        if contrast(strongest, behind) < TEXT or not alike(strongest, colour(each.style.colour)):
            found.append(f"{each.text!r}: {strongest} on {behind}")
    for shape in canvas.shapes:
        behind = _behind(image, shape.box)
        if contrast(colour(shape.colour), behind) < SHAPE:
            found.append(f"{shape} on {behind}")
        if not any(alike(each, colour(shape.colour)) for each in _colours(image, shape.box)):
            found.append(f"{shape} isn't there")
    return found


def in_(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def meet(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def _behind(image: Image.Image, box: Box) -> Colour:
    """The colour that there is most of around something."""
    left, top, right, bottom = _whole(box.smaller(-3))
    around = [(x, y) for x in range(left, right) for y in (top, bottom - 1)]
    around += [(x, y) for x in (left, right - 1) for y in range(top, bottom)]
    ((most, _),) = Counter(_pixel(image, at) for at in around).most_common(1)
    return most


def _colours(image: Image.Image, box: Box) -> set[Any]:
    """Return the distinct colours of a box's pixels."""
    part = image.crop(_whole(box))
    return {found for _, found in part.getcolors(part.width * part.height) or []}


def _pixel(image: Image.Image, at: tuple[int, int]) -> Colour:
    found = image.getpixel(at)
    assert isinstance(found, tuple)
    return found


def _whole(box: Box) -> tuple[int, int, int, int]:
    """Round a box to whole pixels, at least one each way."""
    left, top = round(box.left), round(box.top)
    return left, top, max(round(box.right), left + 1), max(round(box.bottom), top + 1)


def _luminance(of: Colour) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, of[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
