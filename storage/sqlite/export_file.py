"""Exports a server into a file that another Duelhost can import."""

import gzip
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from storage.export_format import line_format
from storage.ids import GuildId
from storage.sqlite import people
from storage.sqlite.checked_copy import disk_troubles, sync
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, followed, looking_at
from storage.sqlite.integrity import Progress, unwatched
from storage.sqlite.migrate import current
from storage.sqlite.seasons import seasons
from storage.trouble import NothingKept, Occupied, WrongCount

# The highest levels take three times as long and save a twentieth.
LEVEL = 6
# How many duels are written between pauses, and how many seconds a pause lasts. They make an export
# in the background take half as long again.
STRETCH, PAUSE = 20, 0.0001
COLUMNS = ", ".join(line_format.LINES["duel"]).replace("number", "id AS number")


def export(path: Path, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
    """Export into a new file, also while the bot is running. Return the number of duels."""
    target = followed(target)
    with looking_at(path) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        with _made(target) as file:
            duels = write(db, guild, file, progress)
            # The export may be read by the same users as the database.
            shutil.copymode(path, target)
    return duels


def exported(db: DB, guild: GuildId, most: int) -> bytes | None:
    """Export in memory, or return None if that takes more bytes than `most`."""
    file = _Bounded(most)
    try:
        write(db, guild, file, _give_way)
    except OverflowError:
        return None
    return file.getvalue()


def _give_way(done: int, _all: int) -> None:
    """Sleep now and then, so that other threads can answer moves. Waiting for the file alone is too
    short for them to wake up."""
    if done % STRETCH == 0:
        time.sleep(PAUSE)


def write(db: DB, guild: GuildId, file: BinaryIO, progress: Progress = unwatched) -> int:
    """Write the zipped lines. The same duels always make the same bytes: there is no name or
    time."""
    head = _head(db, guild)
    with gzip.GzipFile("", "wb", LEVEL, file, mtime=0) as zipped:
        for line in _closed(_lines(db, guild, head, progress)):
            zipped.write(line)
    return int(head["duels"])


def _head(db: DB, guild: GuildId) -> dict[str, Any]:
    row = db.execute("SELECT duels, ends, erased FROM server WHERE guild = ?", (guild,)).fetchone()
    if row is None and not people.blocked(db, guild):
        raise NothingKept(guild)
    said = {"format": line_format.FORMAT, "version": line_format.VERSION, "server": guild}
    return said | dict(zip(("duels", "ends", "erased"), row or (0, 0, 0), strict=True))


def _lines(db: DB, guild: GuildId, head: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    yield line_format.written("record", head)
    _, *later = seasons(db, guild)
    for season in later:
        yield line_format.written("season", vars(season))
    yield line_format.written("rules", vars(people.house_rules(db, guild)))
    for player in people.blocked(db, guild):
        yield line_format.written("blocked", {"player": player})
    done = 0
    for row in db.execute(f"SELECT {COLUMNS} FROM duel WHERE guild = ? ORDER BY id", (guild,)):
        if row["number"] != done + 1:
            break  # it couldn't be imported
        done += 1
        yield line_format.written("duel", row)
        progress(done, head["duels"])
    if done != head["duels"]:
        raise WrongCount(guild, "duels")


def _closed(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Add the last line, with the number and digest of the others."""
    digest, count = sha256(), 0
    for line in lines:
        digest.update(line)
        count += 1
        yield line
    yield line_format.written("end", {"lines": count, "sha256": digest.hexdigest()})


@contextmanager
def _made(target: Path) -> Iterator[BinaryIO]:
    """Create a file that must not exist yet. It is deleted if anything goes wrong."""
    with disk_troubles(target):
        try:
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise Occupied(target) from None
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            sync(target)
            sync(target.parent)
        except BaseException:
            target.unlink(missing_ok=True)
            raise


class _Bounded(BytesIO):
    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, some: Any, /) -> int:
        if self.tell() + len(some) > self._most:
            raise OverflowError
        return super().write(some)
