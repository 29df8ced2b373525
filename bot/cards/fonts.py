"""The one font of all cards, Inter, and which characters it has."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from PIL import ImageFont

from bot.cards.box import Box

REGULAR, MEDIUM, SEMIBOLD, BOLD = 400, 500, 600, 700
# Everything is drawn at this many times its size and made smaller, for smooth edges.
FINE = 4

_FILE = str(files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf")
# Inter has letters for text and others for headlines. Cards are looked at small.
_FOR_TEXT = 14
# How high a capital or a figure is, in a font of size 1.
_CAPITAL = 0.727
# Nothing has this character, so it looks like whatever is missing.
_MISSING, _LARGE = "\U0010ffff", 64


@dataclass(frozen=True)
class Style:
    """The look of a text. Sizes are in pixels of the card."""

    size: int
    weight: int
    colour: str

    def width(self, text: str) -> float:
        left, right = self.reach(text)
        return right - left

    def reach(self, text: str) -> tuple[float, float]:
        """How far a text goes to the left and to the right of where it begins: some letters hang
        over."""
        ink, length = _measured(text, self.size, self.weight)
        return min(ink.left, 0), max(ink.right, length)

    def ink(self, text: str) -> Box:
        """The bounds of its letters, from where it begins on its baseline."""
        return _measured(text, self.size, self.weight)[0]

    @property
    def capital(self) -> float:
        return self.size * _CAPITAL


@lru_cache(maxsize=64)
def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """The same letters everywhere: the plain layout doesn't ask which libraries a machine has."""
    letters = ImageFont.truetype(_FILE, size, layout_engine=ImageFont.Layout.BASIC)
    letters.set_variation_by_axes([_FOR_TEXT, weight])
    return letters


@lru_cache(maxsize=4096)
def drawable(character: str) -> bool:
    return _looks(character) != _looks(_MISSING)


@lru_cache(maxsize=4096)
def _measured(text: str, size: int, weight: int) -> tuple[Box, float]:
    """The bounds of a text, and how far from its beginning the next one would stand."""
    letters = font(size * FINE, weight)
    bounds = (each / FINE for each in letters.getbbox(text, anchor="ls"))
    return Box(*bounds), letters.getlength(text) / FINE


def _looks(character: str) -> tuple[tuple[int, int], bytes]:
    mask = font(_LARGE, REGULAR).getmask(character)
    return mask.size, bytes(mask)
