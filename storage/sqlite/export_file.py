"""The record of a server, written down as a transcript that any other Duelhost can take in."""

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

# Of gzip's levels: the highest ones take three times as long for a twentieth less.
LEVEL = 6
# After so many duels, so many seconds: one in the background takes half as long again for it.
STRETCH, PAUSE = 20, 0.0001
COLUMNS = ", ".join(line_format.LINES["duel"]).replace("number", "id AS number")


def export(path: Path, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
    """Into a new file, while the bot may go on working. Returns how many duels are in it."""
    target = followed(target)
    with looking_at(path) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        with _made(target) as file:
            duels = write(db, guild, file, progress)
            # Whoever may read the database may read this.
            shutil.copymode(path, target)
    return duels


def exported(db: DB, guild: GuildId, most: int) -> bytes | None:
    """The same in memory, unless it takes more than so many bytes."""
    file = _Bounded(most)
    try:
        write(db, guild, file, _give_way)
    except OverflowError:
        return None
    return file.getvalue()


def _give_way(done: int, _all: int) -> None:
    """There are moves to be answered meanwhile, by other threads. One that only waits for a file
    comes back before any of them has woken up."""
    if done % STRETCH == 0:
        time.sleep(PAUSE)


def write(db: DB, guild: GuildId, file: BinaryIO, progress: Progress = unwatched) -> int:
    """The same record always comes to the same bytes: they tell no name and no time."""
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
            break  # nobody could take that in
        done += 1
        yield line_format.written("duel", row)
        progress(done, head["duels"])
    if done != head["duels"]:
        raise WrongCount(guild, "duels")


def _closed(lines: Iterator[bytes]) -> Iterator[bytes]:
    """With the line that closes them."""
    digest, count = sha256(), 0
    for line in lines:
        digest.update(line)
        count += 1
        yield line
    yield line_format.written("end", {"lines": count, "sha256": digest.hexdigest()})


@contextmanager
def _made(target: Path) -> Iterator[BinaryIO]:
    """A file that wasn't there before, and isn't afterwards if anything goes wrong."""
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
