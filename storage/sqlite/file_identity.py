"""Whether the file at a path is still the one that was opened."""

import os
from dataclasses import dataclass
from pathlib import Path

from storage.sqlite.file import beside
from storage.trouble import Gone


@dataclass(frozen=True)
class FileIdentity:
    """Device and inode of an opened file and its log. If the file is deleted or replaced, SQLite
    goes on writing to the old one, and what it acknowledges is lost."""

    path: Path
    opened: tuple[tuple[str, int, int], ...]

    @classmethod
    def of(cls, path: Path) -> "FileIdentity":
        names = (str(path), str(beside(path, "-wal")))
        return cls(path, tuple((name, *_inode(name)) for name in names))

    def check(self) -> None:
        """Raise Gone if another file, or none, is at one of the paths."""
        try:
            same = all(_inode(name) == (disk, number) for name, disk, number in self.opened)
        except OSError:
            same = False
        if not same:
            raise Gone(self.path)


def _inode(name: str) -> tuple[int, int]:
    found = os.stat(name)  # noqa: PTH116  (called twice a commit, and Path.stat is slower)
    return found.st_dev, found.st_ino
