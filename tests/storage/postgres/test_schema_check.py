"""Differences from the schema that the migrations make are found, and a host's own additions aren't
differences."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.postgres.address import server_at
from storage.postgres.check import check
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.store import upgrade
from storage.trouble import NotOurs, WrongSchema
from tests.storage.postgres.databases import Databases, run, with_options

TRIGGER = """
CREATE TRIGGER mine BEFORE UPDATE ON duel
FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
"""


@pytest.fixture(scope="module")
def url(databases: Databases) -> Iterator[str]:
    with databases.bare() as url:
        yield url


@pytest.fixture
def bare(url: str) -> Iterator[str]:
    """Where no tables are yet: a schema that is made much sooner than a database."""
    with closing(connect(server_at(url), limit=10)) as connection:
        run(connection, "CREATE SCHEMA duels")
        yield with_options(url, options="-csearch_path=duels")
        run(connection, "DROP SCHEMA duels CASCADE")


@pytest.fixture
def admin(bare: str) -> Iterator[Connection]:
    """A connection to tables that may be spoilt."""
    upgrade(server_at(bare))
    with closing(connect(server_at(bare), limit=10)) as connection:
        yield connection


def wrong(url: str) -> list[str]:
    found = list(check(server_at(url)))
    assert all(isinstance(each, WrongSchema) for each in found)
    return [each.name for each in found if isinstance(each, WrongSchema)]


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("ALTER TABLE duel DROP COLUMN good_game", ["duel.duel_check3", "duel.good_game"]),
        ("ALTER TABLE course ALTER gain DROP NOT NULL", ["course.gain"]),
        ("ALTER TABLE server ALTER duels DROP DEFAULT", ["server.duels"]),
        ("ALTER TABLE standing ALTER rating TYPE REAL", ["standing.rating"]),
        ('ALTER TABLE note ALTER value TYPE TEXT COLLATE "POSIX"', ["note.value"]),
        ("ALTER TABLE season ADD COLUMN name TEXT", ["season.name"]),
        ("ALTER TABLE receipt DROP CONSTRAINT receipt_check", ["receipt.receipt_check"]),
        ("ALTER TABLE note ADD CHECK (length(key) < 5)", ["note.note_key_check"]),
        ("ALTER TABLE blocked DROP CONSTRAINT blocked_pkey", ["blocked.blocked_pkey"]),
        ("DROP INDEX ladder", ["standing.ladder"]),
        ("CREATE UNIQUE INDEX one_each ON course (guild, nth)", ["course.one_each"]),
        (
            TRIGGER,
            ["duel.mine"],
        ),
    ],
)
def test_differences(bare: str, admin: Connection, statement: str, names: list[str]) -> None:
    run(admin, statement)
    assert wrong(bare) == names


def test_a_table_that_is_missing(bare: str, admin: Connection) -> None:
    run(admin, "DROP TABLE departed")
    assert wrong(bare) == ["departed.departed_pkey", "departed.guild", "departed.player"]


def test_what_a_host_may_add(bare: str, admin: Connection) -> None:
    run(
        admin,
        "CREATE INDEX mine ON duel (challenger)",
        "CREATE TABLE report (day DATE PRIMARY KEY)",
        "ALTER TABLE blocked RENAME CONSTRAINT blocked_pkey TO other",
        "CREATE VIEW busy AS SELECT guild FROM server WHERE duels > 100",
    )
    assert wrong(bare) == []


def test_nothing_is_left_of_a_check(bare: str, admin: Connection) -> None:
    assert wrong(bare) == []
    tables = "SELECT count(*) FROM pg_class WHERE relname = 'course'"
    assert tuple(admin.execute(tables).fetchone()) == (1,)


def test_divided_tables(partitioned_databases: Databases) -> None:
    with partitioned_databases.database() as url:
        assert wrong(url) == []


def test_a_database_of_others(bare: str) -> None:
    with closing(connect(server_at(bare), limit=10)) as connection:
        run(connection, "CREATE TABLE duel (id BIGINT)")
    with pytest.raises(NotOurs):
        wrong(bare)


def test_a_user_who_usually_only_reads(bare: str, admin: Connection) -> None:
    run(admin, "ALTER ROLE CURRENT_USER SET default_transaction_read_only = on")
    try:
        assert wrong(bare) == []
    finally:
        run(admin, "ALTER ROLE CURRENT_USER RESET ALL")
