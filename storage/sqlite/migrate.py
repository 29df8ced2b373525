"""Upgrades the schema by numbered SQL files, each applied in a transaction of its own."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from storage.sqlite.errors import named_troubles, trouble_of
from storage.sqlite.file import (
    DB,
    PATIENCE,
    connect_writing,
    followed,
    looking_at,
    make_durable,
    only_one,
    pragma,
)
from storage.trouble import FailedMigration, NewerSchema, NoDatabase, OlderSchema


@dataclass(frozen=True)
class Migration:
    """One SQL file. Its first line is the reason for it."""

    number: int
    reason: str
    sql: str


def _released() -> Iterator[Migration]:
    folder = files("storage.sqlite") / "migrations"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        sql = file.read_text("utf-8")
        yield Migration(int(file.name[:4]), sql.splitlines()[0].removeprefix("-- "), sql)


MIGRATIONS = tuple(_released())


def migrate(db: DB, path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> list[Migration]:
    """Make commits durable and upgrade the file. Return the migrations that were applied."""
    with named_troubles(path):
        found = not_newer(db, path, len(migrations))
        make_durable(db, path)
        missing = [each for each in migrations if each.number > found]
        for each in missing:
            _apply(db, path, each)
        return missing


def migrate_file(path: Path) -> list[Migration]:
    """Upgrade a file that must exist and that no bot is using."""
    if not path.is_file():
        raise NoDatabase(path)
    with only_one(path), closing(connect_writing(path)) as db:
        return migrate(db, path)


def open_current(path: Path, patience: float = PATIENCE) -> DB:
    """Open the file for writing, upgraded. A missing file is created."""
    db = connect_writing(path, patience)
    try:
        migrate(db, path)
    except BaseException:
        db.close()
        raise
    return db


def not_newer(db: DB, path: Path, known: int = len(MIGRATIONS)) -> int:
    """Return the file's schema. A newer one than we know raises NewerSchema."""
    found = pragma(db, "user_version")
    if found > known:
        raise NewerSchema(path, found, known)
    return found


def older_schema(path: Path) -> int | None:
    """Return the schema of a file that needs an upgrade, or None."""
    path = followed(path)
    if not path.is_file() or not path.stat().st_size:
        return None
    with looking_at(path) as db, named_troubles(path):
        schema = not_newer(db, path)
    return schema if schema < len(MIGRATIONS) else None


def current(db: DB, path: Path) -> None:
    """Raise OlderSchema or NewerSchema unless the file is up to date."""
    found = not_newer(db, path)
    if found < len(MIGRATIONS):
        raise OlderSchema(path, found, len(MIGRATIONS))


def _apply(db: DB, path: Path, migration: Migration) -> None:
    try:
        db.execute("BEGIN IMMEDIATE")
        for statement in statements(migration.sql):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {migration.number}")
        db.execute("COMMIT")
    except BaseException as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        wrong = sqlite3.Error, sqlite3.Warning, ValueError
        if isinstance(error, wrong) and trouble_of(error, path) is None:
            raise FailedMigration(path, migration.number, str(error)) from error
        raise


def statements(sql: str) -> Iterator[str]:
    """Split SQL into statements: `executescript` would commit the transaction that they share."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"an unfinished statement: {statement}")
