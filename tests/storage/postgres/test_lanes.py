"""Lanes: order within a server, shared commits, who gets which answer, and that callers who leave
change nothing."""

import asyncio
import contextlib
from contextlib import closing
from typing import Any

import pytest

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connection import Connection
from storage.trouble import Closed, StatementFailed
from tests.storage.gates import cancel_others, queued
from tests.storage.postgres.databases import Databases
from tests.storage.postgres.gates import HERE, THERE, Gate, busy, note, notes, opened, written
from tests.storage.postgres.server import PostgresServer

# Longer than any test takes.
NEVER = 3600.0


def read(db: DB) -> int:
    (number,) = db.execute("SELECT value FROM note WHERE key = 'count'").fetchone()
    return int(number)


def counted(db: DB) -> int:
    """Read a number and write the next one, which another one who does so must not overwrite."""
    number = read(db)
    db.execute("UPDATE note SET value = ? WHERE key = 'count'", (str(number + 1),))
    return number


async def test_units_of_a_server_keep_their_order_and_share_a_commit(
    backend: PostgresBackend, outsider: Connection
) -> None:
    async with busy(backend):
        tasks = await queued(*(backend.write(HERE, note(each)) for each in "dacb"))
    assert await asyncio.gather(*tasks) == list("dacb")
    rows = written(outsider)
    assert [key for key, _ in rows] == list("dacb")
    assert len({transaction for _, transaction in rows}) == 1


async def test_units_of_two_servers_run_at_the_same_time(
    backend: PostgresBackend, outsider: Connection
) -> None:
    async with busy(backend, HERE):
        (waiting,) = await queued(backend.write(HERE, note("here")))
        assert await backend.write(THERE, note("there")) == "there"
        assert await backend.write(None, note("nowhere")) == "nowhere"
        assert notes(outsider) == ["nowhere", "there"]
        assert not waiting.done()
    assert await waiting == "here"


async def test_by_a_unix_socket(server: PostgresServer) -> None:
    with closing(Databases(server.url())) as databases, databases.database() as url:
        name = url.rpartition("/")[2]
        async with opened(server.socket_url(name), Options(lanes=1)) as backend:
            assert await backend.write(HERE, note("a")) == "a"
            assert await backend.read(notes) == ["a"]


async def test_units_of_two_servers_share_no_commit(database: str, outsider: Connection) -> None:
    async with opened(database, Options(lanes=1)) as backend:
        async with busy(backend):
            tasks = await queued(
                *(backend.write(guild, note(f"{guild}")) for guild in (HERE, THERE))
            )
        await asyncio.gather(*tasks)
    assert len({transaction for _, transaction in written(outsider)}) == 2


async def test_units_of_a_server_wait_for_those_of_another_process(
    database: str, backend: PostgresBackend
) -> None:
    await backend.write(None, note("count", "0"))
    async with opened(database, Options(lanes=2)) as other:
        answers = await asyncio.gather(
            *(each.write(HERE, counted) for each in (backend, other) for _ in range(20))
        )
    assert sorted(answers) == list(range(40))


@pytest.mark.parametrize("fails", [False, True])
async def test_the_first_unit_of_a_new_server_isnt_overtaken(
    database: str, backend: PostgresBackend, fails: bool
) -> None:
    """What it finds before the server can be locked counts for nothing, be it an answer or an
    error."""
    new, gate = GuildId(77), Gate()
    found: list[int] = []

    def first(db: DB) -> int:
        found.append(read(db))
        if len(found) == 1:
            gate.wait()
        if fails and found[-1] == 0:
            raise KeyError("nothing is there")
        return counted(db)

    await backend.write(None, note("count", "0"))
    running = asyncio.create_task(backend.write(new, first))
    await gate.reached()
    async with opened(database, Options(lanes=1)) as other:
        assert await other.write(new, counted) == 0
    gate.open()
    assert await running == 1
    assert found == [0, 1]


async def test_an_answer_comes_when_it_is_committed_and_not_before(
    backend: PostgresBackend, outsider: Connection
) -> None:
    seen: list[int] = []

    async def ask(name: str) -> None:
        await backend.write(HERE, note(name))
        seen.append(len(notes(outsider)))

    async with busy(backend):
        tasks = await queued(*(ask(each) for each in "abc"))
        assert notes(outsider) == []
    await asyncio.gather(*tasks)
    assert seen == [3, 3, 3]


async def test_a_failing_unit_leaves_the_others_alone(
    backend: PostgresBackend, outsider: Connection
) -> None:
    def half_done(db: DB) -> None:
        note("x")(db)
        raise KeyError("mistake")

    def against_the_rules(db: DB) -> None:
        note("y")(db)
        db.execute("INSERT INTO server (guild, board_mode) VALUES (1, 'none')")

    async with busy(backend):
        tasks = await queued(
            backend.write(HERE, note("a")),
            backend.write(HERE, half_done),
            backend.write(HERE, against_the_rules),
            backend.write(HERE, note("b")),
        )
    a, mistake, broken, b = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, b) == ("a", "b")
    assert isinstance(mistake, KeyError)
    assert isinstance(broken, StatementFailed)
    assert broken.sqlstate == "23514"
    assert notes(outsider) == ["a", "b"]


async def test_a_unit_that_hides_a_failed_statement_is_not_committed(
    backend: PostgresBackend, outsider: Connection
) -> None:
    def hides_it(db: DB) -> str:
        note("x")(db)
        with contextlib.suppress(StatementFailed):
            db.execute("SELECT 1 / 0").fetchone()
        return "as if nothing had happened"

    with pytest.raises(StatementFailed, match="25P02"):
        await backend.write(HERE, hides_it)
    assert notes(outsider) == []
    assert await backend.write(HERE, note("a")) == "a"


async def test_a_statement_whose_answer_nobody_reads_fails_all_the_same(
    backend: PostgresBackend, outsider: Connection
) -> None:
    def unread(db: DB) -> str:
        note("x")(db)
        db.execute("INSERT INTO note (key, value) VALUES ('x', '')")
        return "not yet"

    with pytest.raises(StatementFailed, match="23505"):
        await backend.write(None, unread)
    assert notes(outsider) == []


async def test_many_statements_in_one_go(backend: PostgresBackend, outsider: Connection) -> None:
    rows = [(str(number), "x" * 2000) for number in range(3000)]
    insert = "INSERT INTO note (key, value) VALUES (?, ?)"
    await backend.write(HERE, lambda db: db.executemany(insert, rows))
    found = outsider.execute("SELECT count(*), sum(length(value)) FROM note").fetchone()
    assert tuple(found) == (3000, 6_000_000)


async def test_more_than_fits_on_the_way_in_both_directions(backend: PostgresBackend) -> None:
    """Neither side may wait for the other to read first."""

    def much(db: DB) -> tuple[int, int]:
        asked = "SELECT repeat(?, 3000000), ?"
        found = [db.execute(asked, ("x", str(nth) * 3_000_000)) for nth in range(4)]
        rows = [each.fetchone() for each in found]
        return len(rows), sum(len(row[0]) + len(row[1]) for row in rows)

    assert await backend.write(HERE, much) == (4, 24_000_000)


async def test_a_statement_that_the_server_takes_in_slowly(backend: PostgresBackend) -> None:
    """The server answers when it has read the last part, so we mustn't wait for it before."""
    long = "x" * 60_000_000
    asked = "SELECT length(?)"
    assert await backend.write(HERE, lambda db: db.execute(asked, (long,)).fetchone()) == (
        len(long),
    )


async def test_savepoints(backend: PostgresBackend, outsider: Connection) -> None:
    def unit(db: DB) -> None:
        note("a")(db)
        db.execute("SAVEPOINT one")
        note("x")(db)
        db.execute("ROLLBACK TO one")
        db.execute("RELEASE one")
        note("b")(db)

    await backend.write(HERE, unit)
    assert notes(outsider) == ["a", "b"]


class NoException(BaseException):
    """What isn't an `Exception`, such as an order to exit."""


@pytest.mark.parametrize(
    ("stray", "heard"), [(StopIteration, RuntimeError), (NoException, NoException)]
)
async def test_a_stray_exception_stops_nothing_else(
    backend: PostgresBackend, stray: type[BaseException], heard: type[BaseException]
) -> None:
    """A future can't hold a StopIteration, and nothing may end a thread."""

    def unit(_db: DB) -> None:
        raise stray

    async with busy(backend):
        tasks = await queued(*(backend.write(HERE, each) for each in (note("a"), unit, note("b"))))
    a, error, b = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, b) == ("a", "b")
    assert isinstance(error, heard)
    with pytest.raises(heard):
        await backend.read(unit)
    assert await backend.read(notes) == ["a", "b"]


async def test_a_caller_that_has_gone_undoes_nothing(
    backend: PostgresBackend, outsider: Connection
) -> None:
    async with busy(backend, first=note("a")) as running:
        (waiting, other) = await queued(
            backend.write(HERE, note("b")), backend.write(HERE, note("c"))
        )
        running.cancel()
        waiting.cancel()
    assert await other == "c"
    assert notes(outsider) == ["a", "b", "c"]


async def test_lanes_go_on_when_all_tasks_are_cancelled(backend: PostgresBackend) -> None:
    async with busy(backend):
        (waiting,) = await queued(backend.write(HERE, note("a")))
        cancel_others()
        await asyncio.wait([waiting])
    assert await backend.write(HERE, note("b")) == "b"
    assert await backend.read(notes) == ["a", "b"]


async def test_closing_finishes_what_was_asked(database: str, outsider: Connection) -> None:
    async with opened(database, Options(lanes=2, delay=NEVER)) as backend:
        async with busy(backend):
            tasks = await queued(
                backend.write(HERE, note("a")),
                backend.write(THERE, note("b"), soon=True),
                backend.write(None, note("c")),
                backend.read(notes),
            )
            (closing,) = await queued(backend.close())
            for refused in (backend.write(HERE, note("d")), backend.read(notes)):
                with pytest.raises(Closed):
                    await refused
            assert not tasks[0].done()
        await closing
    assert await asyncio.gather(*tasks[:3]) == ["a", "b", "c"]
    assert notes(outsider) == ["a", "b", "c"]


async def test_who_gives_up_waiting_for_the_end_doesnt_call_it_off(
    database: str, outsider: Connection
) -> None:
    async with opened(database, Options(lanes=2)) as backend:
        async with busy(backend):
            (waiting,) = await queued(backend.write(HERE, note("a")))
            (closing,) = await queued(backend.close())
            closing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await closing
        assert await waiting == "a"
    assert notes(outsider) == ["a"]


async def test_what_is_in_no_hurry_comes_before_the_next_unit_of_its_server(
    database: str, outsider: Connection
) -> None:
    async with opened(database, Options(lanes=1, delay=NEVER)) as backend:
        waiting = await queued(*(backend.write(HERE, note(each), soon=True) for each in "ab"))
        assert await backend.write(THERE, note("x")) == "x"
        assert not any(each.done() for each in waiting)
        assert await backend.write(HERE, note("c")) == "c"
        assert await asyncio.gather(*waiting) == ["a", "b"]
    rows = written(outsider)
    assert [key for key, _ in rows] == ["x", "a", "b", "c"]
    assert len({transaction for _, transaction in rows}) == 2


@pytest.mark.parametrize("delay", [None, 0, 0.001])
async def test_what_is_in_no_hurry_is_done_after_the_delay(
    database: str, delay: float | None
) -> None:
    async with opened(database, Options(lanes=1, delay=delay)) as backend:
        for each in "abc":
            assert await backend.write(HERE, note(each), soon=True) == each


async def test_a_unit_sees_what_was_committed_before_it_began(
    database: str, backend: PostgresBackend
) -> None:
    """It takes its snapshot after it has got the lock."""
    async with opened(database, Options(lanes=1)) as other:
        async with busy(other, first=note("a")):
            (reading,) = await queued(backend.write(HERE, notes))
        assert await reading == ["a"]


async def test_a_reader_sees_one_moment(backend: PostgresBackend, outsider: Connection) -> None:
    gate = Gate()

    def twice(db: DB) -> list[list[str]]:
        before = notes(db)
        gate.wait()
        return [before, notes(db)]

    reading = asyncio.create_task(backend.read(twice))
    await gate.reached()
    await backend.write(HERE, note("a"))
    assert notes(outsider) == ["a"]
    gate.open()
    assert await reading == [[], []]
    assert await backend.read(notes) == ["a"]


async def test_a_long_read_holds_no_short_one_up(backend: PostgresBackend) -> None:
    gate = Gate()

    def long(db: DB) -> list[str]:
        gate.wait()
        return notes(db)

    reading = asyncio.create_task(backend.read_long(long))
    await gate.reached()
    assert await backend.read(notes) == []
    gate.open()
    assert await reading == []


async def test_a_reader_cant_write(backend: PostgresBackend, outsider: Connection) -> None:
    with pytest.raises(Exception, match="read-only"):
        await backend.read(note("x"))
    assert notes(outsider) == []
    assert await backend.read(notes) == []


async def test_a_failing_read_leaves_the_reader_usable(backend: PostgresBackend) -> None:
    def failing(db: DB) -> Any:
        return db.execute("SELECT nothing FROM nowhere").fetchone()

    for _ in range(2):
        with pytest.raises(StatementFailed, match="42P01"):
            await backend.read(failing)
        assert await backend.read(notes) == []


async def test_a_process_makes_as_many_connections_as_it_says(
    backend: PostgresBackend, outsider: Connection
) -> None:
    for guild in (HERE, THERE, None):
        await backend.write(guild, notes)
    await backend.read(notes)
    await backend.read_long(notes)
    ours = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'duelhost'"
    )
    # One of them is the outsider's.
    assert outsider.execute(ours).fetchone() == (Options(lanes=2, readers=1).connections + 1,)
