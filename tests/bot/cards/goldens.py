"""Cards as they looked when somebody last looked at them, half as large, as Discord shows them.

`uv run python -m tests.bot.cards.goldens` makes them anew; look at them before you keep them.
"""

from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops, ImageStat

from tests.bot.cards.looking import opened
from tests.bot.cards.samples import SAMPLES, picture

FOLDER = Path(__file__).parent / "goldens"
# The differences allowed between two versions of a library: in the whole picture, and in any one
# block.
WHOLE, PLACE = 0.6, 20.0
_BLOCK = 6
# The background that shows where the card ends. Red is none of our colours.
_BEHIND = "#ff0000"


class Difference(NamedTuple):
    """How much two pictures differ, of 255, in the channel that differs most."""

    whole: float
    place: float

    @property
    def small(self) -> bool:
        return self.whole <= WHOLE and self.place <= PLACE


def halved(card: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", card.size, _BEHIND)
    ground.alpha_composite(card)
    return ground.convert("RGB").reduce(2)


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """Between two halved cards. Another size is another card."""
    if one.size != other.size:
        return Difference(255, 255)
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    places = ImageStat.Stat(apart.reduce(_BLOCK)).extrema
    return Difference(max(ImageStat.Stat(apart).mean), max(most for _, most in places))


def golden(name: str) -> Path:
    return FOLDER / f"{name}.png"


def make() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, value in SAMPLES.items():
        few = halved(opened(picture(value))).quantize(256, Image.Quantize.MEDIANCUT, kmeans=2)
        few.save(golden(name), optimize=True)
        print(golden(name))


if __name__ == "__main__":
    make()
