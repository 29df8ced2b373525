"""Is it still the file that was opened?"""

from dataclasses import dataclass
from pathlib import Path

from storage.sqlite.file import beside
from storage.trouble import Gone


@dataclass(frozen=True)
class Anchor:
    """The file that was opened, whatever stands at its path by now: SQLite would go on writing to a
    deleted file, and what it acknowledges would vanish with it."""

    path: Path
    opened: tuple[tuple[int, int], ...]

    @classmethod
    def drop(cls, path: Path) -> "Anchor":
        return cls(path, cls._identities(path))

    def hold(self) -> None:
        try:
            held = self._identities(self.path) == self.opened
        except OSError:
            held = False
        if not held:
            raise Gone(self.path)

    @staticmethod
    def _identities(path: Path) -> tuple[tuple[int, int], ...]:
        files = (path.stat(), beside(path, "-wal").stat())
        return tuple((each.st_dev, each.st_ino) for each in files)
