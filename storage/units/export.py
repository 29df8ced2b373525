"""Unit of work: a server's duels as lines, zipped, that another Duelhost can import. Puzzles and
what players have made of them are left out, and so is what private duels were."""

import gzip
import time
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any, BinaryIO

from storage.backend import DB
from storage.export_format import line_format
from storage.ids import GuildId, are_direct_messages
from storage.progress import Progress, unwatched
from storage.trouble import NothingKept, WrongCount
from storage.units import people
from storage.units.seasons import seasons
from storage.units.withheld_duel import NOBODIES, withheld

# The highest levels take three times as long and save a twentieth.
LEVEL = 6
# How many duels are written between pauses, and how many seconds a pause lasts. They make an export
# in the background take half as long again.
STRETCH, PAUSE = 20, 0.0001
# Less than the number of any duel, and how many duels are read at a time.
LEAST, SOME = -(2**62), 200
COLUMNS = ", ".join(line_format.LINES["duel"]).replace("number", "id AS number")
PRIVATE = "SELECT 1 FROM duel WHERE guild = ? AND private = 1 LIMIT 1"


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
    if are_direct_messages(guild):
        raise NothingKept(guild)  # of a server: they are a player's own
    row = db.execute("SELECT duels, ends, erased FROM server WHERE guild = ?", (guild,)).fetchone()
    if row is None and not people.blocked(db, guild):
        raise NothingKept(guild)
    duels, ends, erased = row or (0, 0, 0)
    if db.execute(PRIVATE, (guild,)).fetchone():
        erased += NOBODIES
    said = {"format": line_format.FORMAT, "version": line_format.VERSION, "server": guild}
    return said | {"duels": duels, "ends": ends, "erased": erased}


def _lines(db: DB, guild: GuildId, head: dict[str, Any], progress: Progress) -> Iterator[bytes]:
    yield line_format.written("record", head)
    _, *later = seasons(db, guild)
    for season in later:
        yield line_format.written("season", vars(season))
    yield line_format.written("rules", vars(people.house_rules(db, guild)))
    for player in people.blocked(db, guild):
        yield line_format.written("blocked", {"player": player})
    done = 0
    for row in _duels(db, guild):
        if row["number"] != done + 1:
            break  # it couldn't be imported
        done += 1
        told = withheld(guild, row, head["erased"] - NOBODIES) if row["private"] else row
        yield line_format.written("duel", told)
        progress(done, head["duels"])
    if done != head["duels"]:
        raise WrongCount(guild, "duels")


def _duels(db: DB, guild: GuildId) -> Iterator[Any]:
    """Yield a server's duels, of which only a few are in memory."""
    asked = f"SELECT {COLUMNS}, private FROM duel WHERE guild = ? AND id > ? ORDER BY id LIMIT ?"
    last = LEAST
    while some := db.execute(asked, (guild, last, SOME)).fetchall():
        yield from some
        last = some[-1]["number"]


def _closed(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Add the last line, with the number and digest of the others."""
    digest, count = sha256(), 0
    for line in lines:
        digest.update(line)
        count += 1
        yield line
    yield line_format.written("end", {"lines": count, "sha256": digest.hexdigest()})


class _Bounded(BytesIO):
    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, some: Any, /) -> int:
        if self.tell() + len(some) > self._most:
            raise OverflowError
        return super().write(some)
