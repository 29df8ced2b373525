"""A zipped text of unknown origin, line by line and never more than a little of it at a time."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

# How much is read, and unzipped, at a time.
PIECE = 64 * 1024
# No line of ours is nearly as long, and no text as large: ten million duels come to half of it.
LINE = 8 * 1024
WHOLE = 8 * 1024**3
_GZIP = 31  # of zlib's forms


class NotZipped(ValueError):
    """It isn't gzip's form, or has been damaged."""


class CutOff(ValueError):
    """It ends before its end."""


class TooLong(ValueError):
    """A line, or the whole."""


def unzipped_lines(file: BinaryIO) -> Iterator[bytes]:
    """Each without its end. What is wrong is told in the place where it is."""
    rest = b""
    for piece in _pieces(file):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if len(line) > LINE:
                raise TooLong
            yield line
        if len(rest) > LINE:
            raise TooLong
    if rest:
        raise CutOff


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    unzip = zlib.decompressobj(_GZIP)
    whole = 0
    while not unzip.eof:
        packed = unzip.unconsumed_tail or file.read(PIECE)
        if not packed:
            raise CutOff
        try:
            piece = unzip.decompress(packed, PIECE)
        except zlib.error:
            raise NotZipped from None
        whole += len(piece)
        if whole > WHOLE:
            raise TooLong
        yield piece
    # Something behind the end, where gzip would begin anew.
    if unzip.unused_data or file.read(1):
        raise NotZipped
