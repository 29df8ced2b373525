"""A card as a file of few bytes."""

from io import BytesIO

from PIL import Image, ImageColor

from bot.cards.colours import EDGE

# A level more takes half as long again for a few bytes less.
_LEVEL = 4
# One byte names the colours of a card, and how much of its round corners lets through what is
# behind.
_COLOURS, _SHADES = 240, 16
_SHARES = range(0, 256, 255 // (_SHADES - 1))


def png(image: Image.Image) -> bytes:
    """As many colours as one byte can name."""
    solid = image.convert("RGB")
    # A quarter of the pixels have all of the colours that count, and are counted in a fifth of the
    # time.
    some = solid.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    colours = some.quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    few = solid.quantize(palette=colours, dither=Image.Dither.NONE)
    alpha = image.getchannel("A")
    shades = alpha.point([_COLOURS + each * _SHADES // 256 for each in range(256)])
    corners = alpha.point([255] * 255 + [0])
    few.paste(Image.frombytes("P", few.size, shades.tobytes()), mask=corners)
    few.putpalette(_palette(colours), "RGB")
    file = BytesIO()
    shares = bytes((*[255] * _COLOURS, *_SHARES))
    few.save(file, "PNG", compress_level=_LEVEL, transparency=shares)
    return file.getvalue()


def _palette(some: Image.Image) -> list[int]:
    """The colours, and that of the edge for each of its shades."""
    colours = (some.getpalette("RGB") or [])[: 3 * _COLOURS]
    rest = [0] * (3 * _COLOURS - len(colours))
    return [*colours, *rest, *ImageColor.getrgb(EDGE) * _SHADES]
