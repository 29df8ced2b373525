"""Reads lines from gzipped text of unknown origin, with bounded memory."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

# How many bytes are read, and unzipped, at a time.
PIECE = 64 * 1024
# Our lines are shorter, also with two records of the greatest length, and ten million duels take
# half as many bytes.
LINE = 20 * 1024
WHOLE = 8 * 1024**3
_GZIP = 31  # zlib's number for the gzip format


class NotZipped(ValueError):
    """The data isn't gzip, or it is damaged."""


class CutOff(ValueError):
    """The data ends too early."""


class TooLong(ValueError):
    """A line, or the whole text, is too long."""


def unzipped_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines without their line breaks. An error is raised after the lines before it."""
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
    # Gzip allows another member after the first. We don't.
    if unzip.unused_data or file.read(1):
        raise NotZipped
