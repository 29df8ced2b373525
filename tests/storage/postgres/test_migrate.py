"""Upgrades of the schema: one process at a time, and older processes beside newer ones."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.ids import GuildId
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.migrate import (
    MIGRATIONS,
    Migration,
    migrate,
    migration,
    older_schema,
    require_current,
)
from storage.shards import ONLY
from storage.trouble import FailedMigration, NewerSchema, NotOurs, OlderSchema, Trouble
from storage.units.leaderboard import leaderboard
from storage.units.people import servers
from tests.storage.postgres.databases import Databases, run
from tests.storage.postgres.partitioned import PARTITIONS, WHOLE, partitioned

Connect = Callable[[], Connection]


@pytest.fixture
def connected(databases: Databases) -> Iterator[Connect]:
    """Connects to a database that has no tables yet."""
    made: list[Connection] = []

    def one() -> Connection:
        made.append(connect(server_at(url)))
        return made[-1]

    with databases.bare() as url:
        yield one
        for each in made:
            each.close()


@pytest.fixture
def connection(connected: Connect) -> Connection:
    return connected()


def later(number: int, sql: str, least: int = 1) -> Migration:
    return migration(number, f"-- A test.\n-- least: {least}\n{sql}")


LATER = [*MIGRATIONS, later(len(MIGRATIONS) + 1, "CREATE TABLE more (guild BIGINT);")]
NEWEST = len(MIGRATIONS)
# The first schema in which `server` has every server.
LISTED = 3
# The first schema with variants, whose code knows reasons for being unrated that are measured.
VARIANTS = 4


def tables(connection: Connection) -> set[str]:
    found = "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
    rows = connection.execute(f"{found} AND relnamespace = 'public'::regnamespace").fetchall()
    return {name for (name,) in rows}


def schema(connection: Connection) -> tuple[int, int]:
    version, least = connection.execute("SELECT version, least FROM schema").fetchone()
    return version, least


def test_a_new_database_gets_the_whole_schema(connection: Connection) -> None:
    assert older_schema(connection) == 0
    assert migrate(connection) == list(MIGRATIONS)
    assert schema(connection) == (NEWEST, MIGRATIONS[-1].least)
    assert older_schema(connection) is None
    assert migrate(connection) == []


def test_every_migration_has_a_number_and_a_reason() -> None:
    assert [each.number for each in MIGRATIONS] == list(range(1, NEWEST + 1))
    assert all(each.reason.endswith(".") and each.least <= each.number for each in MIGRATIONS)
    with pytest.raises(ValueError, match="with which code"):
        migration(1, "-- A test.\nSELECT 1;")


def test_tables_and_columns_are_those_of_sqlite(connection: Connection, path: Path) -> None:
    migrate(connection)
    with closing(sqlite3.connect(path)) as file:
        theirs = {
            (table, column): not optional
            for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for _, column, _, optional, *_ in file.execute(f"PRAGMA table_info({table})")
        }
    ours = connection.execute(
        "SELECT table_name::text, column_name::text, is_nullable = 'YES'"
        " FROM information_schema.columns WHERE table_schema = 'public'"
        " AND table_name NOT IN ('schema', 'guild_lock', 'fleet', 'lease', 'identify_ticket')"
    ).fetchall()
    assert {(table, column): bool(optional) for table, column, optional in ours} == theirs


def test_indexes_are_those_of_sqlite(connection: Connection, path: Path) -> None:
    migrate(connection)
    with closing(sqlite3.connect(path)) as file:
        named = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        theirs = {name for (name,) in file.execute(named)}
    found = "SELECT indexname::text FROM pg_indexes WHERE schemaname = 'public'"
    rows = connection.execute(f"{found} AND indexname NOT LIKE '%_pkey'").fetchall()
    assert {name for (name,) in rows} == theirs | {"duel_unshown"}


def test_processes_of_the_release_before_find_what_was_not_shown(connection: Connection) -> None:
    """They run beside newer ones for a while, and don't know of private duels."""
    migrate(connection)
    connection.execute("SET enable_seqscan = off")
    asked = "SELECT guild, id, step FROM duel WHERE (shown IS NULL OR shown < step)"
    plan = connection.execute(f"EXPLAIN {asked} AND (guild >> 22) % 2 = 1").fetchall()
    assert "duel_unshown" in " ".join(line for (line,) in plan)


def test_every_key_begins_with_the_server(connection: Connection) -> None:
    """So that tables can be divided by it."""
    migrate(connection)
    rows = connection.execute(
        "SELECT relname::text, attname::text FROM pg_index JOIN pg_class ON indrelid = pg_class.oid"
        " JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]"
        " WHERE indisunique AND relnamespace = 'public'::regnamespace"
    ).fetchall()
    assert {table for table, first in rows if first != "guild"} == {*WHOLE, "schema"}
    assert {table for table, _ in rows} == tables(connection)


def test_texts_are_compared_byte_by_byte(connection: Connection) -> None:
    migrate(connection)
    rows = connection.execute(
        "SELECT table_name::text, column_name::text FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type = 'text'"
        " AND collation_name IS DISTINCT FROM 'C'"
    ).fetchall()
    assert rows == []


def test_servers_that_only_receipts_and_choices_tell_of_are_found(connection: Connection) -> None:
    migrate(connection, MIGRATIONS[: LISTED - 1])
    for guild, statement in enumerate(
        (
            "INSERT INTO preferences (guild, player, pings, challenges) VALUES (?, 1, '', '')",
            "INSERT INTO blocked (guild, player) VALUES (?, 1)",
            "INSERT INTO receipt (guild, interaction, at, player, refusal) VALUES (?, 1, 1, 1, '')",
        )
    ):
        connection.execute(statement, (guild,)).rowcount  # noqa: B018  (it waits)
    migrate(connection)
    assert servers(connection, ONLY) == (0, 1, 2)


def test_players_without_a_rating_get_onto_leaderboards(connection: Connection) -> None:
    """Unless they have left, or were erased."""
    migrate(connection, MIGRATIONS[: VARIANTS - 1])
    connection.executemany(
        "INSERT INTO standing (guild, player, season, game, wins, losses, ties, streak, form,"
        " rated, testers, settled, stands) VALUES (?, ?, 1, 'all', ?, 0, 0, 0, '', 0, '', 0, 0)",
        [(7, player, wins) for player, wins in ((1, 2), (2, 5), (3, 2), (4, 9), (-1, 9))],
    )
    connection.executemany("INSERT INTO departed (guild, player) VALUES (?, ?)", [(7, 4)])
    migrate(connection)
    ladder = leaderboard(connection, GuildId(7), "all", 0, 10, None)
    found = [(each.place, each.player) for each in ladder.places]
    assert found == [(None, 2), (None, 1), (None, 3)]


def test_several_processes_at_once(connected: Connect) -> None:
    """One applies each migration, and the others wait for it."""

    async def all_at_once() -> list[list[Migration]]:
        runners = [connected() for _ in range(4)]
        return await asyncio.gather(*(asyncio.to_thread(migrate, each, LATER) for each in runners))

    applied = [each.number for some in asyncio.run(all_at_once()) for each in some]
    assert sorted(applied) == [each.number for each in LATER]
    assert schema(connected())[0] == len(LATER)


def test_a_migration_that_fails_changes_nothing(connection: Connection) -> None:
    migrate(connection)
    wrong = later(NEWEST + 1, "CREATE TABLE more (guild BIGINT);\nSELECT 1 / 0;")
    with pytest.raises(FailedMigration) as failed:
        migrate(connection, [*MIGRATIONS, wrong])
    assert (failed.value.number, failed.value.detail) == (NEWEST + 1, "division by zero")
    assert "more" not in tables(connection)
    assert schema(connection)[0] == NEWEST
    assert migrate(connection, LATER) == LATER[-1:]


def test_a_migration_that_waits_for_a_table_lets_others_go_on(
    connected: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres.migrate.PATIENCE", "SET LOCAL lock_timeout = '50ms'")
    one, other = connected(), connected()
    migrate(one)
    other.execute("BEGIN")
    other.execute("SELECT * FROM note").fetchall()
    with pytest.raises(Trouble, match="timed-out"):
        migrate(one, [*MIGRATIONS, later(NEWEST + 1, "ALTER TABLE note ADD COLUMN n BIGINT;")])
    assert schema(one)[0] == NEWEST
    assert other.execute("SELECT count(*) FROM note").fetchone() == (0,)


def test_an_older_process_goes_on_if_the_migration_lets_it(connection: Connection) -> None:
    migrate(connection, [*MIGRATIONS, later(NEWEST + 1, "SELECT 1;", least=NEWEST)])
    assert migrate(connection) == []
    require_current(connection, connection.server.address)


def test_an_older_process_stops_if_the_migration_doesnt_let_it(connection: Connection) -> None:
    migrate(connection, [*MIGRATIONS, later(NEWEST + 1, "SELECT 1;", least=NEWEST + 1)])
    for stopped in (
        lambda: migrate(connection),
        lambda: require_current(connection, connection.server.address),
    ):
        with pytest.raises(NewerSchema) as newer:
            stopped()
        assert (newer.value.found, newer.value.known) == (NEWEST + 1, NEWEST)


def test_code_that_cannot_read_the_reasons_of_today_stops(connection: Connection) -> None:
    """It would take a duel with one of them for damaged, and stop its clock."""
    migrate(connection, MIGRATIONS[: VARIANTS - 1])
    require_current(connection, connection.server.address, known=VARIANTS - 1)
    migrate(connection)
    with pytest.raises(NewerSchema):
        require_current(connection, connection.server.address, known=VARIANTS - 1)


def test_the_least_schema_never_falls(connection: Connection) -> None:
    """A harmless migration after one that shuts out old code doesn't let that code in again."""
    strict = later(NEWEST + 1, "SELECT 1;", least=NEWEST + 1)
    harmless = later(NEWEST + 2, "SELECT 1;", least=1)
    migrate(connection, [*MIGRATIONS, strict, harmless])
    assert schema(connection) == (NEWEST + 2, NEWEST + 1)


def test_a_newer_process_sees_an_older_schema(connection: Connection) -> None:
    migrate(connection)
    with pytest.raises(OlderSchema) as older:
        require_current(connection, connection.server.address, known=NEWEST + 1)
    assert (older.value.found, older.value.known) == (NEWEST, NEWEST + 1)
    assert older_schema(connection, known=NEWEST + 1) == NEWEST


@pytest.mark.parametrize(
    "foreign", ["CREATE TABLE customer (id BIGINT)", "CREATE TABLE schema (name TEXT)"]
)
def test_a_database_of_others_is_left_alone(connection: Connection, foreign: str) -> None:
    run(connection, foreign)
    before = tables(connection)
    for refused in (migrate, older_schema):
        with pytest.raises(NotOurs):
            refused(connection)
    assert tables(connection) == before


def test_views_extensions_and_other_schemas_disturb_nobody(connection: Connection) -> None:
    run(connection, "CREATE VIEW one AS SELECT 1", "CREATE SCHEMA theirs")
    run(connection, "CREATE TABLE theirs.customer (id BIGINT)", "CREATE TABLE extra (id BIGINT)")
    run(connection, "ALTER EXTENSION plpgsql ADD TABLE extra")  # as extensions make some
    assert migrate(connection) == list(MIGRATIONS)


def test_a_schema_that_the_address_names(connection: Connection) -> None:
    run(connection, "CREATE TABLE customer (id BIGINT)", "CREATE SCHEMA duelhost")
    run(connection, "SET search_path = duelhost")
    assert migrate(connection) == list(MIGRATIONS)
    assert tables(connection) == {"customer"}  # in `public`


def test_the_schema_can_be_partitioned(connection: Connection) -> None:
    migrate(connection, partitioned())
    rows = connection.execute(
        "SELECT inhparent::regclass::text, count(*) FROM pg_inherits"
        " JOIN pg_class ON inhparent = pg_class.oid AND relkind = 'p' GROUP BY 1"
    ).fetchall()
    assert dict(rows) == dict.fromkeys(tables(connection) - WHOLE - {"schema"}, PARTITIONS)
