"""Upgrades the schema by numbered SQL files, each in a transaction of its own.

Processes of two versions may work on one database while a newer one replaces the older: each
migration names the least schema whose code still works with it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files

from storage.backend import DB
from storage.database import Schema
from storage.location import ServerAddress
from storage.postgres.connection import Connection
from storage.postgres.transaction import roll_back
from storage.trouble import (
    FailedMigration,
    NewerSchema,
    NotOurs,
    OlderSchema,
    StatementFailed,
)

LEAST = re.compile(r"^-- least: (\d+)$", re.MULTILINE)

# One row: which schema the database has, and the least one whose code still works with it.
TABLE = """
CREATE TABLE IF NOT EXISTS schema (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL,
    least BIGINT NOT NULL
)
"""
FIRST_ROW = "INSERT INTO schema (id, version, least) VALUES (1, 0, 0) ON CONFLICT DO NOTHING"
CURRENT = "SELECT version, least FROM schema WHERE id = 1"
# Tables that were made by nobody's extension, and whether ours is among them.
TABLES = """
SELECT count(*), count(*) FILTER (WHERE relname = 'schema' AND (
    SELECT count(*) FROM pg_attribute
    WHERE attrelid = pg_class.oid AND attname IN ('id', 'version', 'least')) = 3)
FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace AND NOT EXISTS (
    SELECT 1 FROM pg_depend
    WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
"""
# A second runner that comes at the same moment may find these.
MEANWHILE = {"23505", "40001", "40P01", "42710", "42P07"}
# How long a migration waits for a table that others work on, before it lets them go on.
PATIENCE = "SET LOCAL lock_timeout = '10s'"


@dataclass(frozen=True)
class Migration:
    """One SQL file. Its first line is the reason for it, its second the least schema whose code
    works with it."""

    number: int
    reason: str
    least: int
    sql: str


def _released() -> Iterator[Migration]:
    folder = files("storage.postgres") / "migrations"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".sql"):
            yield migration(int(file.name[:4]), file.read_text("utf-8"))


def migration(number: int, sql: str) -> Migration:
    """Return the migration that a file holds."""
    least = LEAST.search(sql)
    if least is None:
        raise ValueError(f"migration {number} doesn't say with which code it works")
    return Migration(number, sql.splitlines()[0].removeprefix("-- "), int(least[1]), sql)


MIGRATIONS = tuple(_released())


def migrate(
    connection: Connection, migrations: Sequence[Migration] = MIGRATIONS
) -> list[Migration]:
    """Upgrade the database. Return the migrations that were applied. Of several processes that do
    this at once, one applies them and the others wait for it."""
    require_ours(connection)
    address = connection.server.address
    found, least = _versions(connection)
    known = len(migrations)
    if known < least:
        raise NewerSchema(address, found, known)
    if found >= known:
        return []
    _prepare(connection)
    return [each for each in migrations[found:] if _apply(connection, each)]


def require_current(db: DB, address: ServerAddress, known: int = len(MIGRATIONS)) -> None:
    """Raise OlderSchema or NewerSchema unless this version can work with the database."""
    found, least = db.execute(CURRENT).fetchone() or (0, 0)
    if found < known:
        raise OlderSchema(address, found, known)
    if known < least:
        raise NewerSchema(address, found, known)


def older_schema(connection: Connection, known: int = len(MIGRATIONS)) -> int | None:
    """Return the schema of a database that needs an upgrade, or None."""
    require_ours(connection)
    found, _least = _versions(connection)
    return found if found < known else None


def schema_of(connection: Connection, known: int = len(MIGRATIONS)) -> Schema | None:
    """Return which schema there is, if any. One that this version can't work with raises
    NewerSchema."""
    require_ours(connection)
    found, least = _versions(connection)
    if known < least:
        raise NewerSchema(connection.server.address, found, known)
    return Schema(found, known) if found else None


def require_ours(connection: Connection) -> None:
    """Raise NotOurs for a database with tables of others and none of ours."""
    tables, ours = connection.execute(TABLES).fetchone()
    if tables and not ours:
        raise NotOurs(connection.server.address)


def _versions(connection: Connection) -> tuple[int, int]:
    """Return the schema that the database has, and the least whose code works with it."""
    (_tables, ours) = connection.execute(TABLES).fetchone()
    found, least = (connection.execute(CURRENT).fetchone() if ours else None) or (0, 0)
    return found, least


def _prepare(connection: Connection) -> None:
    """Make the table that says which schema there is."""
    while True:
        try:
            with _transaction(connection):
                connection.execute_once(TABLE)
                connection.execute(FIRST_ROW)
        except StatementFailed as failed:
            if failed.sqlstate not in MEANWHILE:
                raise
        else:
            return


def _apply(connection: Connection, migration: Migration) -> bool:
    """Apply a migration, unless another process has done so in the meantime."""
    try:
        with _transaction(connection):
            (found,) = connection.execute(
                "SELECT version FROM schema WHERE id = 1 FOR UPDATE"
            ).fetchone()
            if found >= migration.number:
                return False
            connection.execute_once(PATIENCE)
            for statement in statements(migration.sql):
                connection.execute_once(statement)
            connection.execute(
                "UPDATE schema SET version = ?, least = greatest(least, ?) WHERE id = 1",
                (migration.number, migration.least),
            )
    except StatementFailed as failed:
        raise FailedMigration(failed.where, migration.number, failed.detail) from failed
    return True


@contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
        connection.execute("COMMIT")
        connection.receive()
    except BaseException:
        roll_back(connection)
        raise


def statements(sql: str) -> Iterator[str]:
    """Split SQL into statements, each of which ends at the end of a line."""
    plain = "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))
    for each in re.split(r";\s*(?:\n|$)", plain):
        if each.strip():
            yield each.strip()
