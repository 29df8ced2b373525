"""Imports an exported server into the database: all of it or nothing."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.ids import Instant
from storage.export_format.reader import opened
from storage.progress import Progress, unwatched
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, followed, hand_over, only_one
from storage.sqlite.migrate import open_current
from storage.trouble import DuelsAlready
from storage.units import import_
from storage.units.import_ import TakenIn


def take_in(path: Path, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
    """Import into the database at this path, which is created if it isn't there and which no bot
    may use. Open duels get all of their time again, counted from when the bot starts."""
    path = followed(path)
    with opened(source) as reader:
        head = reader.head()
        with (
            only_one(path),
            _handed_over(path),
            closing(open_current(path)) as db,
            named_troubles(path),
            _all_or_nothing(db),
        ):
            if duels := import_.duels_of(db, head["server"]):
                raise DuelsAlready(path, head["server"], duels)
            return import_.take_in(db, reader, head, now, progress)


@contextmanager
def _handed_over(path: Path) -> Iterator[None]:
    """Give a new database to the owner of its folder, who runs the bot."""
    is_new = not path.exists()
    try:
        yield
    finally:
        if is_new and path.exists():
            hand_over(path, path.parent)


@contextmanager
def _all_or_nothing(db: DB) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.rollback()  # does nothing if SQLite has done so itself
        raise
    db.execute("COMMIT")
