"""Reads whole tables of a database on a server, and fills the tables of an empty one, by COPY."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg import sql

from storage.database import Row, Rows, TableReader, TableWriter
from storage.postgres.address import Server
from storage.postgres.errors import failed_statement
from storage.postgres.migrate import migrate, require_ours
from storage.postgres.sessions import SNAPSHOT, require_ready, require_unused, session
from storage.trouble import ConnectionLost, NotEmpty, StatementFailed, Trouble

# The tables with data of servers or of the bot, which another engine has too.
TABLES = """
SELECT relname::text FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
AND NOT relispartition AND relname <> ALL (%s) AND NOT EXISTS (
    SELECT 1 FROM pg_depend
    WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
"""
# The tables that only this engine has.
OWN = ["schema", "guild_lock", "fleet", "lease", "identify_ticket"]
COLUMNS = """
SELECT attname::text, typname::text FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
PATIENCE = "SET LOCAL lock_timeout = '10s'"
# What PostgreSQL says of a value that it doesn't store.
BAD_VALUE = "22000"


class Tables(TableReader, TableWriter):
    """The tables of a database, in one transaction."""

    def __init__(self, server: Server, db: "psycopg.Connection[Any]") -> None:
        self._server = server
        self._db = db

    def columns(self, table: str) -> Sequence[str]:
        return [*self._types(table)]

    def count(self, table: str) -> int:
        asked = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
        with named_troubles(self._server):
            ((count,),) = self._db.execute(asked).fetchall()
        return int(count)

    def rows(self, table: str, columns: Sequence[str]) -> Rows:
        types = self._types(table)
        # From a query, as COPY from a divided table would be empty.
        command = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT (FORMAT BINARY)").format(
            _listed(columns), sql.Identifier(table)
        )
        with named_troubles(self._server), self._db.cursor().copy(command) as copy:
            copy.set_types([types[each] for each in columns])
            yield from copy.rows()

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        types = self._types(table)
        command = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
            sql.Identifier(table), _listed(columns)
        )
        with named_troubles(self._server), self._db.cursor().copy(command) as copy:
            copy.set_types([types[each] for each in columns])
            for row in rows:
                copy.write_row(row)

    def has_rows(self) -> bool:
        asked = sql.SQL("SELECT 1 FROM {} LIMIT 1")
        with named_troubles(self._server):
            return any(
                self._db.execute(asked.format(sql.Identifier(each))).fetchone()
                for each in self.names()
            )

    def lock(self) -> None:
        """Keep everybody else from writing until the end of the transaction."""
        command = sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(_listed(self.names()))
        with named_troubles(self._server):
            self._db.execute(PATIENCE)
            self._db.execute(command)

    def names(self) -> list[str]:
        """Return the tables that another engine has, too."""
        return [name for (name,) in self._db.execute(TABLES, (OWN,)).fetchall()]

    def _types(self, table: str) -> dict[str, str]:
        with named_troubles(self._server):
            return dict(self._db.execute(COLUMNS, (table,)).fetchall())


@contextmanager
def reading(server: Server) -> Iterator[Tables]:
    """Read a database that no bot is using."""
    with _plain_session(server) as db:
        with named_troubles(server):
            db.execute(SNAPSHOT)
        yield Tables(server, db)


@contextmanager
def filling(server: Server) -> Iterator[Tables]:
    """Fill a database that no bot is using."""
    with session(server) as connection:
        migrate(connection)
    with _plain_session(server) as db:
        with named_troubles(server):
            db.execute("BEGIN")
        tables = Tables(server, db)
        tables.lock()
        if tables.has_rows():
            raise NotEmpty(server.address)
        yield tables
        with named_troubles(server):
            db.execute("COMMIT")


def is_empty(server: Server) -> bool:
    """Whether no table has a row, or there is no table."""
    with session(server) as connection:
        require_ours(connection)
        with closing(psycopg.Connection(connection.released())) as db:
            db.autocommit = True
            return not Tables(server, db).has_rows()


@contextmanager
def _plain_session(server: Server) -> Iterator["psycopg.Connection[Any]"]:
    """Connect so that COPY is possible, to a database of the newest schema. What is uncommitted at
    the end is undone."""
    with session(server) as connection:
        require_ready(connection)
        require_unused(connection, server)
        with closing(psycopg.Connection(connection.released())) as db:
            db.autocommit = True  # transactions are begun by name
            yield db


@contextmanager
def named_troubles(server: Server) -> Iterator[None]:
    """Raise an error of the client library's as the trouble that it means."""
    try:
        yield
    except psycopg.Error as error:
        raise _trouble_of(error, server) from error


def _trouble_of(error: psycopg.Error, server: Server) -> Trouble:
    if error.sqlstate:
        return failed_statement(error.sqlstate, error.diag.message_primary or "", server)
    if isinstance(error, psycopg.DataError):
        return StatementFailed(server.address, BAD_VALUE, server.without_password(str(error)))
    return ConnectionLost(server.address)


def _listed(names: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))
