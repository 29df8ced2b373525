"""A card as a file of few bytes."""

from io import BytesIO

from PIL import Image

# A level more takes half as long again for a few bytes less.
_LEVEL = 4
_OPAQUE = 255


def png(image: Image.Image) -> bytes:
    """As many colours as one byte can name."""
    few = image.quantize(256, Image.Quantize.FASTOCTREE)
    few.putpalette(_solid(few.getpalette("RGBA") or []), "RGBA")
    file = BytesIO()
    few.save(file, "PNG", compress_level=_LEVEL)
    return file.getvalue()


def _solid(palette: list[int]) -> list[int]:
    """Colours are averages, and what was averaged with a corner would let a little through."""
    palette[3::4] = [_OPAQUE if each > _OPAQUE - 8 else each for each in palette[3::4]]
    return palette
