"""Reads whole tables of a file, and fills the tables of an empty one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from storage.database import Row, Rows, TableReader, TableWriter
from storage.sqlite.checked_copy import COMPANIONS
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, beside, connect_reading, followed, hand_over, only_one
from storage.sqlite.migrate import current, open_current
from storage.trouble import NoDatabase, NotEmpty

# The page cache in KiB while tables are filled: rows come in any order.
CACHE = 64_000
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"


class Tables(TableReader, TableWriter):
    """The tables of a file, in one transaction."""

    def __init__(self, db: DB, path: Path) -> None:
        self._db = db
        self._path = path

    def columns(self, table: str) -> Sequence[str]:
        with named_troubles(self._path):
            asked = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
            return [name for (name,) in self._db.execute(asked, (table,))]

    def count(self, table: str) -> int:
        with named_troubles(self._path):
            (count,) = self._db.execute(f"SELECT count(*) FROM {table}").fetchone()
            return int(count)

    def rows(self, table: str, columns: Sequence[str]) -> Rows:
        with named_troubles(self._path):
            yield from self._db.execute(f"SELECT {', '.join(columns)} FROM {table}")

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        places = ", ".join("?" * len(columns))
        names = ", ".join(columns)
        with named_troubles(self._path):
            self._db.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)

    def names(self) -> list[str]:
        with named_troubles(self._path):
            return [name for (name,) in self._db.execute(TABLES)]

    def has_rows(self) -> bool:
        asked = (f"SELECT 1 FROM {each} LIMIT 1" for each in self.names())
        with named_troubles(self._path):
            return any(self._db.execute(each).fetchone() for each in asked)


@contextmanager
def reading(path: Path) -> Iterator[Tables]:
    """Read a file that no bot is using."""
    path = followed(path)
    if not path.is_file():
        raise NoDatabase(path)
    with only_one(path), closing(connect_reading(path)) as db:
        with named_troubles(path):
            db.execute("BEGIN")
            current(db, path)
        yield Tables(db, path)


@contextmanager
def filling(path: Path) -> Iterator[Tables]:
    """Fill a file that no bot is using, or a new one."""
    path = followed(path)
    with only_one(path), _removed_if_it_is_new(path), closing(open_current(path)) as db:
        with named_troubles(path):
            db.execute(f"PRAGMA cache_size = -{CACHE}")
            db.execute("BEGIN IMMEDIATE")
        tables = Tables(db, path)
        if tables.has_rows():
            raise NotEmpty(path)
        # Without a commit, closing the file undoes everything.
        yield tables
        with named_troubles(path):
            db.execute("COMMIT")


@contextmanager
def _removed_if_it_is_new(path: Path) -> Iterator[None]:
    """Remove a database that couldn't be filled, or else give it to the owner of its folder."""
    is_new = not path.exists()
    try:
        yield
    except BaseException:
        for suffix in ("", *COMPANIONS) if is_new else ():
            with suppress(FileNotFoundError):
                beside(path, suffix).unlink()
        raise
    if is_new:
        hand_over(path, path.parent)
