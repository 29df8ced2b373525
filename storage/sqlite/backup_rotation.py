"""A folder of backups, named by when they were made. New ones replace the oldest."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from engine.durations import DAY, SECOND
from engine.ids import Instant
from storage.disk import disk_troubles
from storage.progress import Progress, unwatched
from storage.sqlite.backup import back_up
from storage.sqlite.file import followed

_STAMP = "%Y%m%dT%H%M%SZ"
# An unfinished backup that is older will never be finished.
_UNFINISHED = DAY


def back_up_into(
    path: Path, folder: Path, keep: int, now: Instant, progress: Progress = unwatched
) -> Path:
    """Add a backup and keep this many. The new one is kept even if a wrong clock makes it look like
    the oldest."""
    path = followed(path)
    made = datetime.fromtimestamp(now // SECOND, UTC)
    target = folder / f"{path.stem}-{made.strftime(_STAMP)}.db"
    back_up(path, target, progress)
    with disk_troubles(folder):
        earlier = sorted((each for each in _all(path, folder) if each[1] != target), reverse=True)
        for _, old in earlier[keep - 1 :]:
            old.unlink(missing_ok=True)
        for part in folder.glob(f".{path.stem}-*.part"):
            if part.stat().st_mtime < made.timestamp() - _UNFINISHED // SECOND:
                part.unlink(missing_ok=True)
    return target


def save_as_it_was(path: Path, folder: Path, schema: int, progress: Progress = unwatched) -> Path:
    """Back up before an upgrade. This backup is named by its schema, so that repeated attempts make
    only one and it replaces no other backup."""
    path = followed(path)
    target = folder / f"{path.stem}-schema-{schema}.db"
    back_up(path, target, progress)
    return target


def last_backup(path: Path, folder: Path, now: Instant) -> Instant | None:
    """Return when the newest backup was made, leaving out any from the future."""
    path = followed(path)
    with disk_troubles(folder):
        return max((at for at, _ in _all(path, folder) if at <= now), default=None)


def _all(path: Path, folder: Path) -> Iterator[tuple[Instant, Path]]:
    """Yield the backups in the folder. Other files are not ours."""
    named = re.compile(rf"{re.escape(path.stem)}-([0-9]{{8}}T[0-9]{{6}}Z)\.db")
    for each in folder.iterdir() if folder.is_dir() else ():
        if found := named.fullmatch(each.name):
            try:
                made = datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue  # not a date
            yield Instant(int(made.timestamp()) * SECOND), each
