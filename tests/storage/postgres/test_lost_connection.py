"""Connections that break: while a unit runs, in the middle of a commit, and while nobody looks."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from storage.backend import DB
from storage.postgres import unit_runner
from storage.postgres.address import server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.trouble import ConnectionLost, Trouble, Unreachable
from tests.storage.gates import queued
from tests.storage.postgres.databases import Databases, run, with_options
from tests.storage.postgres.gates import HERE, Gate, busy, note, notes, opened
from tests.storage.postgres.proxy import Loses, Proxy, proxy
from tests.storage.postgres.server import PostgresServer


def own_number(db: DB) -> int:
    (number,) = db.execute("SELECT pg_backend_pid()").fetchone()
    return int(number)


def end(outsider: Connection, process: int) -> None:
    """End a connection as an administrator does."""
    assert outsider.execute("SELECT pg_terminate_backend(?, 5000)", (process,)).fetchone() == (1,)


async def test_a_unit_whose_connection_is_ended_runs_again(
    backend: PostgresBackend, outsider: Connection
) -> None:
    gate, runs = Gate(), list[int]()

    def unit(db: DB) -> int:
        runs.append(own_number(db))
        note("a")(db)
        if len(runs) == 1:
            gate.wait()
        note("b")(db)
        return len(runs)

    writing = asyncio.create_task(backend.write(HERE, unit))
    await gate.reached()
    end(outsider, runs[0])
    gate.open()
    assert await writing == 2
    assert runs[0] != runs[1]
    assert notes(outsider) == ["a", "b"]


async def test_units_that_share_a_transaction_run_again_one_by_one(
    backend: PostgresBackend, outsider: Connection
) -> None:
    runs = 0

    def ended_once(db: DB) -> str:
        nonlocal runs
        runs += 1
        if runs == 1:
            end(outsider, own_number(db))
        return note("b")(db)

    async with busy(backend):
        tasks = await queued(
            *(backend.write(HERE, each) for each in (note("a"), ended_once, note("c")))
        )
    assert await asyncio.gather(*tasks) == ["a", "b", "c"]
    assert notes(outsider) == ["a", "b", "c"]


async def test_connections_that_broke_while_nobody_looked_are_made_anew(
    backend: PostgresBackend, outsider: Connection
) -> None:
    for use in (backend.read, backend.read_long):
        await use(notes)
    run(
        outsider,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    assert await backend.write(HERE, note("a")) == "a"
    assert await backend.read(notes) == ["a"]
    assert await backend.read_long(notes) == ["a"]


async def test_a_read_whose_connection_is_ended_runs_again_once(
    backend: PostgresBackend, outsider: Connection
) -> None:
    runs = 0

    def ended(db: DB) -> list[str]:
        nonlocal runs
        runs += 1
        end(outsider, own_number(db))
        return notes(db)

    with pytest.raises(ConnectionLost):
        await backend.read(ended)
    assert runs == 2
    assert await backend.read(notes) == []


@pytest.fixture
def waits_for_a_standby(server: PostgresServer) -> Iterator[Connection]:
    """A server whose durable commits wait for a standby that doesn't exist."""
    standbys = "ALTER SYSTEM SET synchronous_standby_names"
    with closing(connect(server_at(server.url()))) as admin:
        run(admin, f"{standbys} = 'no_such_standby'", "SELECT pg_reload_conf()")
        try:
            yield admin
        finally:
            run(admin, f"{standbys} = ''", "SELECT pg_reload_conf()")


async def test_a_commit_that_is_there_although_the_server_ends_the_connection(
    server: PostgresServer, waits_for_a_standby: Connection
) -> None:
    """The server has committed, waits for its standby, and is told to end the connection."""
    unit = Runs()
    ended = (
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
        " WHERE wait_event = 'SyncRep'"
    )
    with closing(Databases(server.url())) as databases, databases.database() as url:
        durable = with_options(url, options="-csynchronous_commit=on")
        async with opened(url, Options(lanes=1)) as backend:
            await backend.write(HERE, notes)  # makes its lock, which doesn't wait
        async with opened(durable, Options(lanes=1, readers=1)) as backend:
            writing = asyncio.create_task(backend.write(HERE, unit))
            while waits_for_a_standby.execute(ended).fetchone() == (0,):
                await asyncio.sleep(0.01)
            assert await writing == 1
            assert unit.count == 1
            assert await backend.read(notes) == ["a"]


@pytest.fixture
def way(database: str) -> Iterator[Proxy]:
    port = urlsplit(database).port
    assert port
    with proxy(port) as way:
        yield way


@pytest.fixture
async def distant(database: str, way: Proxy) -> AsyncIterator[PostgresBackend]:
    """A backend behind the proxy that knows a server."""
    url = database.replace(f":{urlsplit(database).port}", f":{way.port}")
    async with opened(url, Options(lanes=1, readers=1)) as backend:
        await backend.write(HERE, notes)
        yield backend


class Runs:
    """A unit that counts how often it has run."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, db: DB) -> int:
        self.count += 1
        note("a", str(self.count))(db)
        return self.count


async def test_a_commit_whose_answer_is_lost_is_not_made_twice(
    distant: PostgresBackend, way: Proxy, outsider: Connection
) -> None:
    unit = Runs()
    way.loses = Loses.ANSWER
    assert await distant.write(HERE, unit) == 1
    assert (way.loses, unit.count) == (Loses.NOTHING, 1)
    assert notes(outsider) == ["a"]
    assert await distant.write(HERE, note("b")) == "b"


async def test_a_commit_that_is_lost_is_made_again(
    distant: PostgresBackend, way: Proxy, outsider: Connection
) -> None:
    unit = Runs()
    way.loses = Loses.COMMIT
    assert await distant.write(HERE, unit) == 2
    assert way.loses is Loses.NOTHING
    assert notes(outsider) == ["a"]
    assert await distant.write(HERE, note("b")) == "b"


@pytest.mark.parametrize(("loses", "runs"), [(Loses.ANSWER, 1), (Loses.COMMIT, 2)])
async def test_all_units_of_a_commit_hear_what_became_of_it(
    distant: PostgresBackend, way: Proxy, outsider: Connection, loses: Loses, runs: int
) -> None:
    unit = Runs()

    def lose(_db: DB) -> None:
        way.loses = way.loses if unit.count > 1 else loses

    async with busy(distant):
        tasks = await queued(
            *(distant.write(HERE, each) for each in (note("x"), unit, lose, note("y")))
        )
    assert await asyncio.gather(*tasks) == ["x", runs, None, "y"]
    assert notes(outsider) == ["a", "x", "y"]


async def test_while_nobody_can_tell_the_answer_is_a_trouble(
    distant: PostgresBackend, way: Proxy, outsider: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It isn't run again, as it may have been committed. The next call finds out."""
    monkeypatch.setattr(unit_runner, "PERSISTENCE", 0.2)
    unit = Runs()
    way.loses, way.lets_in_again = Loses.ANSWER, False
    with pytest.raises(Trouble) as raised:
        await distant.write(HERE, unit)
    assert isinstance(raised.value, ConnectionLost | Unreachable)
    assert unit.count == 1
    assert notes(outsider) == ["a"]
    way.let_in()
    assert await until_it_works(distant) == ["a"]


async def test_a_server_that_is_still_committing_is_asked_again(
    distant: PostgresBackend, way: Proxy, outsider: Connection
) -> None:
    """The server hasn't noticed yet that the connection is gone. When it does, it rolls back."""
    unit, slow = Runs(), Gate()

    def slowly(db: DB) -> int:
        number = unit(db)
        # What the server is busy with when the connection is cut: it notices later.
        if number == 1:
            db.execute("SELECT pg_sleep(0.3)")
            way.loses = Loses.COMMIT
        return number

    del slow
    assert await distant.write(HERE, slowly) == 2
    assert notes(outsider) == ["a"]


async def until_it_works(backend: PostgresBackend) -> list[str]:
    """Ask until the lane has connected again. It does so by itself, with pauses."""
    end = time.monotonic() + 20
    while True:
        try:
            return await backend.write(HERE, notes)
        except Trouble:
            assert time.monotonic() < end
            await asyncio.sleep(0.02)
