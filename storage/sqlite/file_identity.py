"""Is it still the file that was opened?"""

import os
from dataclasses import dataclass
from pathlib import Path

from storage.sqlite.file import beside
from storage.trouble import Gone


@dataclass(frozen=True)
class Anchor:
    """The file that was opened and its log, whatever stands at their paths by now: SQLite would go
    on writing to a deleted file, and what it acknowledges would vanish with it."""

    path: Path
    opened: tuple[tuple[str, int, int], ...]

    @classmethod
    def drop(cls, path: Path) -> "Anchor":
        names = (str(path), str(beside(path, "-wal")))
        return cls(path, tuple((name, *_identity(name)) for name in names))

    def hold(self) -> None:
        try:
            held = all(_identity(name) == (disk, number) for name, disk, number in self.opened)
        except OSError:
            held = False
        if not held:
            raise Gone(self.path)


def _identity(name: str) -> tuple[int, int]:
    found = os.stat(name)  # noqa: PTH116  (before and after every commit: a Path takes its time)
    return found.st_dev, found.st_ino
