"""Units run again after failures that go away, and are given up after five times."""

import asyncio
from collections.abc import Callable
from contextlib import closing

import pytest

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.address import server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from storage.postgres.connection import LOSSES, Connection
from storage.postgres.dialect import translated
from storage.postgres.unit_runner import Isolation
from storage.trouble import Contention, Overtaken, StatementFailed
from tests.storage.postgres.databases import run
from tests.storage.postgres.gates import HERE, THERE, Gate, note, notes, opened

INCREASE = "UPDATE note SET value = (value::int + 1)::text WHERE key = ?"


async def test_a_deadlock_is_resolved(backend: PostgresBackend) -> None:
    """Two units of different servers want the same two rows, each first the one that the other has.
    PostgreSQL fails one of them after a second."""
    await backend.write(None, note("a", "0"))
    await backend.write(None, note("b", "0"))
    gates = {"a": Gate(), "b": Gate()}
    runs: list[str] = []

    def unit(first: str, second: str) -> Callable[[DB], None]:
        def both(db: DB) -> None:
            runs.append(first)
            assert db.execute(INCREASE, (first,)).rowcount == 1
            if runs.count(first) == 1:
                gates[first].wait()
            assert db.execute(INCREASE, (second,)).rowcount == 1

        return both

    tasks = [
        asyncio.create_task(backend.write(HERE, unit("a", "b"))),
        asyncio.create_task(backend.write(THERE, unit("b", "a"))),
    ]
    for gate in gates.values():
        await gate.reached()
    for gate in gates.values():
        gate.open()
    await asyncio.gather(*tasks)
    assert len(runs) >= 3  # the one that failed may meet the other again
    rows = await backend.read(lambda db: db.execute("SELECT value FROM note").fetchall())
    assert [value for (value,) in rows] == ["2", "2"]


async def test_a_serialization_failure_is_repeated(database: str, outsider: Connection) -> None:
    """Each of two units reads the row that the other writes. One after the other, the second one
    would see what the first has written."""
    options = Options(lanes=2, isolation=Isolation.SERIALIZABLE)
    async with opened(database, options) as backend:
        for guild in (HERE, THERE):
            await backend.write(guild, notes)
        await backend.write(None, note("a", "0"))
        await backend.write(None, note("b", "0"))
        gates = {HERE: Gate(), THERE: Gate()}
        runs: list[GuildId] = []

        def unit(guild: GuildId, read: str, write: str) -> Callable[[DB], None]:
            def skewed(db: DB) -> None:
                runs.append(guild)
                (value,) = db.execute("SELECT value FROM note WHERE key = ?", (read,)).fetchone()
                if runs.count(guild) == 1:
                    gates[guild].wait()
                db.execute("UPDATE note SET value = ? WHERE key = ?", (f"{value}+1", write))

            return skewed

        tasks = [
            asyncio.create_task(backend.write(HERE, unit(HERE, "a", "b"))),
            asyncio.create_task(backend.write(THERE, unit(THERE, "b", "a"))),
        ]
        for gate in gates.values():
            await gate.reached()
        for gate in gates.values():
            gate.open()
        await asyncio.gather(*tasks)
        assert len(runs) == 3
    values = outsider.execute("SELECT value FROM note ORDER BY value").fetchall()
    assert [value for (value,) in values] == ["0+1", "0+1+1"]


async def test_a_row_that_somebody_else_has_just_inserted_is_found_the_next_time(
    backend: PostgresBackend, outsider: Connection
) -> None:
    runs = 0

    def unless_it_is_there(db: DB) -> str:
        nonlocal runs
        runs += 1
        if notes(db):
            return "it was there"
        run(outsider, "INSERT INTO note (key, value) VALUES ('a', '')")
        return note("a")(db)

    assert await backend.write(None, unless_it_is_there) == "it was there"
    assert runs == 2


async def test_a_duel_that_has_moved_on_is_read_again(backend: PostgresBackend) -> None:
    runs = 0

    def overtaken_twice(db: DB) -> int:
        nonlocal runs
        runs += 1
        note(f"run {runs}")(db)
        if runs < 3:
            raise Overtaken(HERE, 1)
        return runs

    assert await backend.write(HERE, overtaken_twice) == 3
    assert await backend.read(notes) == ["run 3"]


async def test_after_five_times_it_is_given_up(backend: PostgresBackend) -> None:
    runs = 0

    def overtaken(_db: DB) -> None:
        nonlocal runs
        runs += 1
        raise Overtaken(HERE, 1)

    with pytest.raises(Overtaken):
        await backend.write(HERE, overtaken)
    assert runs == 1 + 5


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
async def test_endless_contention_is_named(backend: PostgresBackend, sqlstate: str) -> None:
    runs = 0

    def contended(db: DB) -> None:
        nonlocal runs
        runs += 1
        db.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{sqlstate}'; END $$")

    with pytest.raises(Contention):
        await backend.write(HERE, contended)
    assert runs == 1 + 5


async def test_a_mistake_of_ours_is_not_repeated(backend: PostgresBackend) -> None:
    runs = 0

    def mistaken(db: DB) -> None:
        nonlocal runs
        runs += 1
        db.execute("SELECT nothing FROM nowhere").fetchone()

    with pytest.raises(StatementFailed, match="42P01"):
        await backend.write(HERE, mistaken)
    assert runs == 1


async def test_statements_that_the_server_has_forgotten_are_prepared_anew(
    backend: PostgresBackend,
) -> None:
    """As behind a pooler that has given us another connection."""
    assert await backend.write(HERE, note("a")) == "a"
    await backend.write(HERE, lambda db: db.execute("DEALLOCATE ALL"))
    assert await backend.write(HERE, note("b")) == "b"
    assert await backend.read(notes) == ["a", "b"]
    await backend.read(lambda db: db.execute("DEALLOCATE ALL").rowcount)
    assert await backend.read(notes) == ["a", "b"]


async def test_a_connection_goes_without_prepared_statements_if_they_never_last(
    backend: PostgresBackend,
) -> None:
    runs = 0

    def unit(db: DB) -> None:
        nonlocal runs
        runs += 1
        note(f"{runs}")(db)
        db.execute("DEALLOCATE ALL")

    for _ in range(10):
        await backend.write(HERE, unit)
    assert runs <= 10 + LOSSES
    assert len(await backend.read(notes)) == 10


async def test_a_migration_that_changes_a_table_meanwhile(
    backend: PostgresBackend, outsider: Connection
) -> None:
    def everything(db: DB) -> list[dict[str, object]]:
        return [dict(row) for row in db.execute("SELECT * FROM note")]

    await backend.write(HERE, note("a", "1"))
    assert await backend.write(HERE, everything) == [{"key": "a", "value": "1"}]
    assert await backend.read(everything) == [{"key": "a", "value": "1"}]
    run(outsider, "ALTER TABLE note ADD COLUMN more BIGINT")
    try:
        changed = [{"key": "a", "value": "1", "more": None}]
        assert await backend.write(HERE, everything) == changed
        assert await backend.read(everything) == changed
    finally:
        run(outsider, "ALTER TABLE note DROP COLUMN more")


def test_a_statement_that_somebody_else_has_prepared_is_used(database: str) -> None:
    """A pooler gives both of us the same connection. Names say which statement is meant."""
    with closing(connect(server_at(database))) as connection:
        statement = "SELECT ?::bigint + 1"
        name = f"{translated(statement).name.decode()}_0"
        run(connection, f"PREPARE {name} AS SELECT $1::bigint + 1")
        with pytest.raises(StatementFailed, match="42P05"):
            connection.execute(statement, (1,)).fetchone()
        for number in range(3):
            assert connection.execute(statement, (number,)).fetchone() == (number + 1,)
        found = "SELECT count(*) FROM pg_prepared_statements WHERE name = ?"
        assert connection.execute(found, (name,)).fetchone() == (1,)


def test_no_more_statements_are_kept_than_are_needed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres.connection.PREPARED", 3)
    with closing(connect(server_at(database))) as connection:
        for nth in (*range(10), *range(10)):
            assert connection.execute(f"SELECT {nth} + ?::bigint", (1,)).fetchone() == (nth + 1,)
        (kept,) = connection.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()
        assert kept <= 3
