"""A card as a file of few bytes."""

from io import BytesIO

from PIL import Image

# The last level before it takes much longer for hardly less.
_LEVEL = 8
_OPAQUE = 255


def png(image: Image.Image, whole: Image.Image) -> bytes:
    """As many colours as one byte can name. `whole` says what of the picture is card: it ends in
    round corners."""
    image = image.copy()
    image.putalpha(whole)
    few = image.quantize(256, Image.Quantize.FASTOCTREE)
    few.putpalette(_solid(few.getpalette("RGBA") or []), "RGBA")
    file = BytesIO()
    few.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


def _solid(palette: list[int]) -> list[int]:
    """Colours are averages, and what was averaged with a corner would let a little through."""
    palette[3::4] = [_OPAQUE if each > _OPAQUE - 8 else each for each in palette[3::4]]
    return palette
