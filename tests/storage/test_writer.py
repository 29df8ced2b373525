"""Batches, who gets which answer, and that callers who leave change nothing."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.sqlite import writer as writing
from storage.sqlite.migrate import open_current
from storage.sqlite.store import SqliteStore, open_store
from storage.sqlite.writer import Writer
from storage.trouble import Closed, DiskFull, Locked
from tests.storage.builders import ANA, BO, GUILD, Table, terms
from tests.storage.gates import DB, busy, cancel_others, note, notes, queued


@pytest.fixture
async def writer(store: SqliteStore) -> Writer:
    return store.backend.writer


async def test_what_waits_is_committed_together_and_in_its_order(
    store: SqliteStore, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    await store.backend.writer.thread.set_trace_callback(said.append)
    async with busy(writer):
        said.clear()
        tasks = await queued(*(writer.run(note(each)) for each in "abcde"))
    assert await asyncio.gather(*tasks) == list("abcde")
    assert [each for each in said if each in ("BEGIN IMMEDIATE", "COMMIT")] == [
        "COMMIT",  # the unit that held the writer up
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    inserted = [each for each in said if each.startswith("INSERT")]
    assert [each[-4:] for each in inserted] == ["(97)", "(98)", "(99)", "100)", "101)"]
    # A batch is bounded, so that nobody waits for too many others.
    monkeypatch.setattr(writing, "MOST", 2)
    said.clear()
    async with busy(writer):
        tasks = await queued(*(writer.run(note(each)) for each in "fghij"))
    await asyncio.gather(*tasks)
    assert said.count("COMMIT") == 1 + 3


async def test_an_answer_comes_when_it_is_on_disk_and_not_before(
    store: SqliteStore, writer: Writer
) -> None:
    seen: list[int] = []

    async def ask(name: str) -> None:
        await writer.run(note(name))
        seen.append(notes(store))

    async with busy(writer):
        tasks = await queued(*(ask(each) for each in "abc"))
        assert notes(store) == 0
    await asyncio.gather(*tasks)
    assert seen == [3, 3, 3]


async def test_an_error_in_one_unit_leaves_the_others_alone(
    store: SqliteStore, writer: Writer
) -> None:
    def half_done(db: DB) -> None:
        note("x")(db)
        raise KeyError("mistake")

    def against_the_rules(db: DB) -> None:
        note("y")(db)
        note("y")(db)

    async with busy(writer):
        tasks = await queued(
            writer.run(note("a")),
            writer.run(half_done),
            writer.run(against_the_rules),
            writer.run(note("b")),
        )
    a, mistake, broken, b = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, b) == ("a", "b")
    assert isinstance(mistake, KeyError)
    assert isinstance(broken, sqlite3.IntegrityError)
    assert notes(store) == 2


async def test_when_sqlite_takes_back_the_whole_batch_everybody_hears_it(
    store: SqliteStore, writer: Writer
) -> None:
    def undo_everything(db: DB) -> None:
        db.execute("INSERT OR ROLLBACK INTO server (guild) VALUES (?)", (ord("a"),))

    async with busy(writer):
        tasks = await queued(
            writer.run(note("a")), writer.run(undo_everything), writer.run(note("b"))
        )
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in answers] == [sqlite3.IntegrityError] * 3
    assert notes(store) == 0
    assert await writer.run(note("c")) == "c"


async def test_a_unit_that_stops_an_iteration_stops_nothing_else(writer: Writer) -> None:
    """A future can't hold that exception, and its caller would wait for ever."""

    def stray(_db: DB) -> None:
        raise StopIteration

    async with busy(writer):
        tasks = await queued(writer.run(note("a")), writer.run(stray), writer.run(note("b")))
    a, error, b = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, b) == ("a", "b")
    assert isinstance(error, RuntimeError)


async def test_what_an_error_has_left_behind_is_cleared_away(
    store: SqliteStore, writer: Writer
) -> None:
    """A transaction that is still open, for example because it couldn't be rolled back."""
    await writer.thread.execute("BEGIN IMMEDIATE")
    await writer.thread.execute("INSERT INTO server (guild) VALUES (1)")
    assert await writer.run(note("a")) == "a"
    assert notes(store) == 1


async def test_a_trouble_in_a_unit_is_named_and_tells_its_cause(writer: Writer, path: Path) -> None:
    def full(db: DB) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        try:
            db.execute("CREATE TABLE big AS SELECT zeroblob(100000)")
        finally:
            db.execute("PRAGMA max_page_count = 1000000")

    with pytest.raises(DiskFull) as raised:
        await writer.run(full)
    assert raised.value.where == path
    assert isinstance(raised.value.__cause__, sqlite3.Error)


async def test_when_the_commit_fails_everybody_hears_it(store: SqliteStore, writer: Writer) -> None:
    """A deferred constraint is checked at the commit."""

    def in_debt(db: DB) -> None:
        db.execute(
            "CREATE TABLE debt (id INTEGER PRIMARY KEY, of INTEGER REFERENCES debt"
            " DEFERRABLE INITIALLY DEFERRED)"
        )
        db.execute("INSERT INTO debt VALUES (1, 2)")

    async with busy(writer):
        tasks = await queued(writer.run(note("a")), writer.run(in_debt), writer.run(note("b")))
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in answers] == [sqlite3.IntegrityError] * 3
    assert notes(store) == 0
    assert await writer.run(note("c")) == "c"


async def test_a_batch_that_cant_begin_is_heard_by_all_of_it(path: Path) -> None:
    async with open_store(path, patience=0) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with asyncio.timeout(10):
                tasks = await queued(*(store.backend.writer.run(note(each)) for each in "ab"))
                answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(each) for each in answers] == [Locked] * 2
            other.execute("ROLLBACK")
        assert await store.backend.writer.run(note("a")) == "a"
        assert notes(store) == 1


async def test_a_caller_that_has_gone_undoes_nothing(store: SqliteStore, table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    async with busy(store.backend.writer):
        (gone,) = await queued(store.play(call, match.id, "6"))
        gone.cancel()
        (other,) = await queued(table.offer(terms(BO, ANA)))
    with pytest.raises(asyncio.CancelledError):
        await gone
    await other
    # Asked again, it gets the answer.
    answer = await store.play(call, match.id, "6")
    assert answer.again
    assert await store.duel(GUILD, match.id) == answer


async def test_a_caller_that_goes_while_its_unit_runs_undoes_nothing(
    store: SqliteStore, writer: Writer
) -> None:
    async with busy(writer, note("a")) as gone:
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
    assert await writer.run(note("b")) == "b"
    assert notes(store) == 2


async def test_what_was_asked_for_is_done_before_the_store_closes(path: Path) -> None:
    async with open_store(path) as store:
        async with busy(store.backend.writer):
            tasks = await queued(*(store.backend.writer.run(note(each)) for each in "abc"))
            closing_down = asyncio.create_task(store.backend.writer.close())
            await asyncio.sleep(0)
            with pytest.raises(Closed):
                await store.backend.writer.run(note("d"))
        await closing_down
        assert [await task for task in tasks] == list("abc")
    with pytest.raises(Closed):
        await store.backend.writer.run(note("e"))
    assert notes(store) == 3


async def test_whoever_gives_up_waiting_for_the_end_doesnt_call_it_off(
    store: SqliteStore, writer: Writer
) -> None:
    async with busy(writer):
        (waiting,) = await queued(writer.run(note("a")))
        (closing_down,) = await queued(writer.close())
        closing_down.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing_down
    assert await waiting == "a"
    assert notes(store) == 1


async def test_what_is_queued_is_done_when_the_store_is_left(path: Path) -> None:
    async with open_store(path) as store:
        tasks = await queued(*(store.backend.writer.run(note(each)) for each in "abc"))
    assert [await task for task in tasks] == list("abc")
    assert notes(store) == 3


async def test_a_writer_goes_on_when_all_tasks_are_cancelled_before_it_began(
    store: SqliteStore, writer: Writer
) -> None:
    (first,) = await queued(writer.run(note("a")))
    cancel_others()
    async with asyncio.timeout(10):
        assert await writer.run(note("b")) == "b"
    assert first.cancelled()
    assert notes(store) == 2


async def test_a_writer_goes_on_when_all_tasks_are_cancelled(
    store: SqliteStore, writer: Writer
) -> None:
    """As when a program ends without closing the store."""
    async with busy(writer, note("a")) as in_hand:
        (waiting,) = await queued(writer.run(note("b")))
        cancel_others()
        await asyncio.wait([in_hand, waiting])
        assert in_hand.cancelled()
        assert waiting.cancelled()
    async with asyncio.timeout(10):
        assert await writer.run(note("c")) == "c"
    assert notes(store) == 3


@pytest.mark.durable
def test_a_commit_survives_a_power_cut(path: Path) -> None:
    with closing(open_current(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
