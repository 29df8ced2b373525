"""Reads the lines of an exported file in their order. An error names the line."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from storage.export_format import line_format
from storage.export_format.gzip_lines import CutOff, NotZipped, TooLong, unzipped_lines
from storage.export_format.line_format import VERSION, UnfitLine
from storage.trouble import (
    Altered,
    BrokenOff,
    MisplacedLine,
    NotATranscript,
    NoTranscript,
    OddLine,
    OddValue,
    OtherTranscript,
    Oversized,
    Unreadable,
)

Values = dict[str, Any]


class Reader:
    """Takes one line after another. The file is sound only once `finish` has returned."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        # How many lines have been taken.
        self.line = 0
        self._texts = unzipped_lines(file)
        self._digest = sha256()
        # The next line, if it has been read ahead.
        self._next: tuple[bytes, str, Values] | None = None

    def head(self) -> Values:
        """Take the first line. A file without it isn't an export."""
        try:
            text = next(self._texts, b"")
        except (NotZipped, CutOff, TooLong):
            text = b""
        version = line_format.version(text)
        if version is None:
            raise NotATranscript(self.path)
        if version != VERSION:
            raise OtherTranscript(self.path, version, VERSION)
        self._next = self._understood(text)
        return self.take("record")

    def take(self, due: str) -> Values:
        """Take the next line, which must be of this kind."""
        values = self.take_if(due)
        if values is None:
            raise MisplacedLine(self.path, self.line + 1, due)
        return values

    def take_if(self, due: str) -> Values | None:
        """Take the next line if it is of this kind."""
        text, line, values = self._next or self._understood(self._text())
        if line != due:
            self._next = text, line, values
            return None
        self._next = None
        self.line += 1
        self._digest.update(text + b"\n")
        return values

    def finish(self) -> None:
        """Take the last line, and compare the count and digest of all those before it."""
        count, digest = self.line, self._digest.hexdigest()
        if self.take("end") != {"lines": count, "sha256": digest}:
            raise Altered(self.path, count)
        if self._more() is not None:
            raise Altered(self.path, self.line)

    def odd(self, key: str) -> OddValue:
        """Return the trouble for a value in the line just taken."""
        return OddValue(self.path, self.line, key)

    def _text(self) -> bytes:
        if (text := self._more()) is None:
            raise BrokenOff(self.path, self.line)
        return text

    def _more(self) -> bytes | None:
        try:
            return next(self._texts, None)
        except CutOff:
            raise BrokenOff(self.path, self.line) from None
        except NotZipped:
            raise Altered(self.path, self.line) from None
        except TooLong:
            raise Oversized(self.path, self.line + 1) from None

    def _understood(self, text: bytes) -> tuple[bytes, str, Values]:
        try:
            return (text, *line_format.read(text))
        except UnfitLine as unfit:
            if unfit.key:
                raise OddValue(self.path, self.line + 1, unfit.key) from None
            raise OddLine(self.path, self.line + 1) from None


@contextmanager
def opened(path: Path) -> Iterator[Reader]:
    try:
        file = path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise NoTranscript(path) from None
    except IsADirectoryError:
        raise NotATranscript(path) from None
    except PermissionError:
        raise Unreadable(path) from None
    with file:
        yield Reader(path, file)
