"""The tables that are distributed over machines. No Citus is here: what it requires is asked of the
schema, and a stand-in for its function runs the file."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from tests.storage.postgres.databases import Databases, run
from tests.storage.postgres.partitioned import WHOLE
from tests.storage.postgres_fixtures import address, database, databases, server

__all__ = ["address", "database", "databases", "server"]

FILE = Path(__file__).parents[2] / "deploy" / "citus" / "distribute.sql"
SQL = FILE.read_text()
LOCAL = re.findall(r"\w+", re.findall(r"^-- Local: (.+)$", SQL, re.MULTILINE)[0])
TABLES = """
SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
KEYS = """
SELECT indrelid::regclass::text, attname::text, atttypid::regtype::text
FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
JOIN pg_class AS own ON own.oid = indrelid
WHERE indisunique AND own.relnamespace = 'public'::regnamespace
"""
# The function with the arguments that Citus documents. It notes what it was called with.
STAND_IN = """
CREATE SCHEMA citus;
CREATE TABLE citus.called (
    name TEXT NOT NULL, "column" TEXT NOT NULL, "group" TEXT NOT NULL, nth SERIAL
);
CREATE FUNCTION public.create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
    colocate_with text DEFAULT 'default'
) RETURNS void LANGUAGE sql AS $$
    INSERT INTO citus.called VALUES ($1::text, $2, $4)
$$;
"""


@pytest.fixture
def migrated(databases: Databases, database: str) -> Iterator[Connection]:
    del databases
    with closing(connect(server_at(database))) as connection:
        yield connection


def executed(connection: Connection) -> list[tuple[str, str, str]]:
    """Run the file, and return what it has distributed, by which column, and beside what."""
    statements = re.sub(r"^--.*$", "", SQL, flags=re.MULTILINE).split(";")
    # Functions need their bodies whole, so the stand-in is executed in three parts.
    first, table, function = STAND_IN.split(";\n", 2)
    run(connection, "BEGIN", first, table, function)
    begin, *inner, commit, rest = [each.strip() for each in statements]
    assert (begin, commit, rest) == ("BEGIN", "COMMIT", "")
    run(connection, *inner)
    found = connection.execute('SELECT name, "column", "group" FROM citus.called ORDER BY nth')
    called = [tuple(each) for each in found.fetchall()]
    run(connection, "ROLLBACK")
    return called


def test_every_table_is_distributed_or_local(migrated: Connection) -> None:
    distributed = [name for name, _column, _group in executed(migrated)]
    there = [name for (name,) in migrated.execute(TABLES).fetchall()]
    assert sorted([*distributed, *LOCAL]) == sorted(there)
    # The tests of divided tables agree.
    assert {*LOCAL} == WHOLE | {"schema"}


def test_tables_are_distributed_by_guild_and_together(migrated: Connection) -> None:
    (first, *others) = executed(migrated)
    assert first == ("guild_lock", "guild", "none")
    assert {(column, group) for _name, column, group in others} == {("guild", "guild_lock")}
    # Citus requires it of each unique index, and columns of one type to put tables together.
    unique = migrated.execute(KEYS).fetchall()
    distributed = {first[0], *(name for name, _column, _group in others)}
    keys = [(name, column, kind) for name, column, kind in unique if name in distributed]
    assert {name for name, _column, _kind in keys} == distributed
    assert {(column, kind) for _name, column, kind in keys} == {("guild", "bigint")}
