"""Databases of every engine, as tests open them, damage them and look into them."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
)
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from engine.ids import Instant
from storage.backend import DB
from storage.export_format.reader import opened
from storage.ids import GuildId
from storage.moving import TABLES as MOVED
from storage.postgres.address import server_at
from storage.postgres.backend import Options
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.store import open_store as open_postgres
from storage.progress import Progress, unwatched
from storage.sqlite import export_file, import_file
from storage.sqlite.check import check
from storage.sqlite.store import open_store as open_sqlite
from storage.store import Store
from storage.trouble import Trouble
from storage.units import export, import_
from storage.units.check import check_server, servers
from storage.units.import_ import TakenIn
from tests.storage.damage import say
from tests.storage.database_files import new_database
from tests.storage.postgres.databases import TABLES, Databases

# The rows of each table. Engines may have columns in another order.
Rows = dict[str, list[tuple[tuple[str, Any], ...]]]
# A test makes few calls at a time.
FEW = Options(lanes=2, readers=2)


class Database(Protocol):
    """A database in which a test plays."""

    def open(self) -> AbstractAsyncContextManager[Store]:
        """Open the store in it."""

    def say(self, *statements: str) -> None:
        """Execute statements without any code of the store. They may break the schema's checks, if
        the database was made for that."""

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Return what a query finds."""

    def rows(self, *tables: str) -> Rows:
        """Return all rows of these tables, or of all tables, each as names and values."""

    def check(self, count: Callable[[], None] = lambda: None) -> list[Trouble]:
        """Return everything that is wrong in it. Count duels on the way."""

    def export(self, guild: GuildId) -> bytes:
        """Export a server."""

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        """Import an exported server."""


@dataclass(frozen=True)
class SqliteDatabase:
    """A file."""

    path: Path

    def open(self) -> AbstractAsyncContextManager[Store]:
        return open_sqlite(self.path)

    def say(self, *statements: str) -> None:
        say(self.path, *statements)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(sql).fetchall()

    def rows(self, *tables: str) -> Rows:
        with closing(sqlite3.connect(self.path)) as db:
            db.row_factory = sqlite3.Row
            found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            names = tables or [name for (name,) in found]
            return {name: _sorted(db.execute(f"SELECT * FROM {name}")) for name in names}  # noqa: S608

    def check(self, count: Callable[[], None] = lambda: None) -> list[Trouble]:
        return [*check(self.path, lambda _done, _all: count())]

    def export(self, guild: GuildId) -> bytes:
        target = self.path.with_name(f"{self.path.name}.gz")
        export_file.export(self.path, guild, target)
        written = target.read_bytes()
        target.unlink()
        return written

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        return import_file.take_in(self.path, source, now, progress)


@dataclass(frozen=True)
class PostgresDatabase:
    """A database on a server."""

    url: str
    options: Options = FEW

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction on a connection of its own, which an exception rolls back."""
        with closing(connect(server_at(self.url), limit=60)) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            yield connection
            connection.execute("COMMIT")
            connection.receive()

    def open(self) -> AbstractAsyncContextManager[Store]:
        return open_postgres(self.url, self.options)

    def say(self, *statements: str) -> None:
        with self.transaction() as db:
            for each in statements:
                db.execute(each).rowcount  # noqa: B018  (it waits for the statement)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        with self.transaction() as db:
            return [tuple(row) for row in db.execute(sql)]

    def rows(self, *tables: str) -> Rows:
        with self.transaction() as db:
            names = tables or [name for (name,) in db.execute(TABLES)]
            return {
                name: _sorted(db.execute(f"SELECT * FROM {name}"))  # noqa: S608
                for name in names
                if name != "guild_lock"
            }

    def check(self, count: Callable[[], None] = lambda: None) -> list[Trouble]:
        with self.transaction() as db:
            return troubles_in(db, count)

    def export(self, guild: GuildId) -> bytes:
        file = BytesIO()
        with self.transaction() as db:
            export.write(db, guild, file)
        return file.getvalue()

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        with opened(source) as reader, self.transaction() as db:
            return import_.take_in(db, reader, reader.head(), now, progress)

    def fill(self, path: Path) -> None:
        """Copy everything from a SQLite file."""
        with closing(sqlite3.connect(path)) as source, self.transaction() as db:
            for table in MOVED:
                found = source.execute(f"SELECT * FROM {table}")  # noqa: S608
                names = [name for name, *_ in found.description]
                holes = ", ".join("?" * len(names))
                inserting = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({holes})"  # noqa: S608
                db.executemany(inserting, found.fetchall())


@dataclass(frozen=True)
class UncommittedDatabase(PostgresDatabase):
    """A database whose changes are rolled back after the test, so that many tests can share it.
    Nobody else sees them, so no store is opened in it."""

    connection: Connection = field(kw_only=True)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        self.connection.execute("SAVEPOINT this_one")
        try:
            yield self.connection
            self.connection.execute("RELEASE this_one")
            self.connection.receive()
        except BaseException:
            self.connection.execute("ROLLBACK TO this_one")
            self.connection.receive()
            raise

    def open(self) -> AbstractAsyncContextManager[Store]:
        raise RuntimeError("nobody else sees what a test has changed")


def _sorted(rows: Iterable[Any]) -> list[tuple[tuple[str, Any], ...]]:
    return sorted((tuple(sorted(dict(row).items())) for row in rows), key=repr)


def troubles_in(db: DB, count: Callable[[], None]) -> list[Trouble]:
    """Return everything that is wrong in a database, as its reader sees it."""
    return [each for guild in servers(db) for each in check_server(db, guild, count)]


class Engine(Protocol):
    """Makes databases for a test."""

    def new(self, like: Path | None = None, name: str = "duelhost") -> Database:
        """Make a database, empty or with all that is in a SQLite file. The same name means the same
        database."""

    def one_more(self) -> AbstractContextManager[Database]:
        """Make an empty database, and take it away in the end."""

    def shared(self, like: Path) -> Database:
        """Return a database with all that is in a SQLite file. Nobody opens a store in it."""


@dataclass(frozen=True)
class SqliteEngine:
    folder: Path

    def new(self, like: Path | None = None, name: str = "duelhost") -> SqliteDatabase:
        path = self.folder / f"{name}.db"
        if like:
            shutil.copy(like, path)
        elif not path.exists():
            new_database(path)
        return SqliteDatabase(path)

    @contextmanager
    def one_more(self) -> Iterator[SqliteDatabase]:
        with TemporaryDirectory() as folder:
            yield SqliteDatabase(new_database(Path(folder) / "duelhost.db"))

    def shared(self, like: Path) -> SqliteDatabase:
        return self.new(like)


@dataclass(frozen=True)
class PostgresEngine:
    stack: ExitStack
    databases: Databases
    options: Options
    # Databases that tests share, by the file that they were filled from.
    filled: dict[Path, str]
    made: dict[str, PostgresDatabase] = field(default_factory=dict)

    def new(self, like: Path | None = None, name: str = "duelhost") -> PostgresDatabase:
        if name not in self.made:
            url = self.stack.enter_context(self.databases.database())
            self.made[name] = PostgresDatabase(url, self.options)
            if like:
                self.made[name].fill(like)
        return self.made[name]

    @contextmanager
    def one_more(self) -> Iterator[PostgresDatabase]:
        with self.databases.database() as url:
            yield PostgresDatabase(url, self.options)

    def shared(self, like: Path) -> UncommittedDatabase:
        if like not in self.filled:
            self.filled[like] = self.databases.keep()
            PostgresDatabase(self.filled[like]).fill(like)
        url = self.filled[like]
        connection = self.stack.enter_context(closing(connect(server_at(url), limit=60)))
        connection.execute("BEGIN")
        return UncommittedDatabase(url, connection=connection)
