"""Many callers at once: who wins, who hears what, and that nothing depends on who listens."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine import duel as life
from engine.duel import Playing
from engine.ids import Instant
from engine.refusal import AlreadyChallenged, AlreadyOver, NotYourTurn, Refusal, StaleBoard
from engine.standing import Standing
from storage.match import Match
from storage.sqlite import duels, rows
from storage.sqlite import writer as writing
from storage.sqlite.line import open_line
from storage.sqlite.migrate import open_current
from storage.sqlite.store import Store, open_store
from storage.sqlite.writer import Writer
from storage.trouble import Closed, DiskFull, Locked, Overtaken
from tests.storage.table import ANA, BO, GUILD, POSTING, SHORT, Table, terms

DB = sqlite3.Connection


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with open_store(path) as store:
        yield store


@pytest.fixture
async def writer(store: Store) -> Writer:
    return store._writer


@asynccontextmanager
async def busy(
    writer: Writer, with_what: Callable[[DB], object] = lambda _db: None
) -> AsyncIterator[asyncio.Task[None]]:
    """The writer is held up, so that whatever is asked for meanwhile comes in one batch."""
    began, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(db: DB) -> None:
        with_what(db)
        loop.call_soon_threadsafe(began.set)
        assert gate.wait(10)

    holding = asyncio.create_task(writer.run(hold))
    await began.wait()
    try:
        yield holding
    finally:
        gate.set()
        await asyncio.wait([holding])


async def queued(*calls: Any) -> list[asyncio.Task[Any]]:
    """Asked for, and not answered yet."""
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    return tasks


def note(name: str) -> Callable[[DB], str]:
    """A unit of work that leaves something behind."""

    def unit(db: DB) -> str:
        db.execute("INSERT INTO server (guild) VALUES (?)", (sum(name.encode()),))
        return name

    return unit


def notes(store: Store) -> int:
    """What is on disk, as another program sees it."""
    with closing(sqlite3.connect(store.path)) as db:
        (found,) = db.execute("SELECT count(*) FROM server").fetchone()
    return int(found)


# At the same ply.


@pytest.mark.parametrize("ply", [1, None])
async def test_of_fifty_at_the_same_ply_exactly_one_moves(table: Table, ply: int | None) -> None:
    match = await table.play(await table.start(), "6")
    calls = [table.call(BO) for _ in range(50)]
    async with busy(table.store._writer):
        tasks = await queued(*(table.store.play(call, match.id, "12", ply) for call in calls))
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    (moved,) = (each for each in answers if isinstance(each, Match))
    refusals = [each for each in answers if not isinstance(each, Match)]
    assert len(refusals) == 49
    # Whoever wasn't first finds the turn passed on.
    assert {type(each) for each in refusals} == {NotYourTurn}
    assert await table.store.duel(GUILD, match.id) == moved
    assert isinstance(moved.duel, Playing)
    assert moved.duel.record.moves == (6, 12)


async def test_both_players_at_once_get_one_move_each_at_most(table: Table) -> None:
    match = await table.start()
    async with busy(table.store._writer):
        tasks = await queued(
            *(
                table.store.play(table.call(player), match.id, text, 0)
                for _ in range(25)
                for player, text in ((ANA, "6"), (BO, "12"))
            )
        )
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(each, Match) for each in answers) == 1
    # The board that Bo meant was one on which it wasn't his turn; now it is, on another board.
    assert {type(each) for each in answers} == {Match, NotYourTurn, StaleBoard}


async def test_the_same_call_fifty_times_is_one_move_and_fifty_like_answers(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    async with busy(table.store._writer):
        tasks = await queued(*(table.store.play(call, match.id, "6") for _ in range(50)))
    first, *others = await asyncio.gather(*tasks)
    assert others == [first] * 49
    assert [each.again for each in others] == [True] * 49
    assert not first.again


async def test_a_last_move_and_a_resignation_at_once_are_one_end(table: Table) -> None:
    match = await table.play(await table.start(terms(game=SHORT)), "1")
    async with busy(table.store._writer):
        tasks = await queued(
            table.store.resign(table.call(ANA), match.id),
            table.store.play(table.call(BO), match.id, "2"),
            table.store.ring(Instant(table.now + 10**9)),
        )
    resigned, moved, rung = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(resigned, Match)
    assert isinstance(moved, AlreadyOver)
    assert not rung
    profile = await table.store.profile(GUILD, BO)
    assert (profile.overall.wins, profile.overall.losses) == (1, 0)


async def test_two_who_challenge_each_other_at_once_are_one_challenge(table: Table) -> None:
    async with busy(table.store._writer):
        tasks = await queued(
            table.store.offer(table.call(ANA), terms(ANA, BO), POSTING),
            table.store.offer(table.call(BO), terms(BO, ANA), POSTING),
        )
    first, second = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, Match)
    assert isinstance(second, AlreadyChallenged)


# What a batch is.


async def test_what_waits_is_committed_together_and_in_its_order(
    store: Store, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    await store._writer._line.set_trace_callback(said.append)
    async with busy(writer):
        said.clear()
        tasks = await queued(*(writer.run(note(each)) for each in "abcde"))
    assert await asyncio.gather(*tasks) == list("abcde")
    assert [each for each in said if each in ("BEGIN IMMEDIATE", "COMMIT")] == [
        "COMMIT",  # what held it up
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    inserted = [each for each in said if each.startswith("INSERT")]
    assert [each[-4:] for each in inserted] == ["(97)", "(98)", "(99)", "100)", "101)"]
    # Nobody has to wait for the work of too many others.
    monkeypatch.setattr(writing, "MOST", 2)
    said.clear()
    async with busy(writer):
        tasks = await queued(*(writer.run(note(each)) for each in "fghij"))
    await asyncio.gather(*tasks)
    assert said.count("COMMIT") == 1 + 3


async def test_an_answer_comes_when_it_is_on_disk_and_not_before(
    store: Store, writer: Writer
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


async def test_an_error_in_one_unit_leaves_the_others_alone(store: Store, writer: Writer) -> None:
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
    store: Store, writer: Writer
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
    """A future can't hold that exception, and whoever waits for it would wait for ever."""

    def stray(_db: DB) -> None:
        raise StopIteration

    async with busy(writer):
        tasks = await queued(writer.run(note("a")), writer.run(stray), writer.run(note("b")))
    a, error, b = await asyncio.gather(*tasks, return_exceptions=True)
    assert (a, b) == ("a", "b")
    assert isinstance(error, RuntimeError)


async def test_what_an_error_has_left_behind_is_cleared_away(store: Store, writer: Writer) -> None:
    """A transaction that is still open, say because it could not even be rolled back."""
    await writer._line.execute("BEGIN IMMEDIATE")
    await writer._line.execute("INSERT INTO server (guild) VALUES (1)")
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
    assert raised.value.path == path
    assert isinstance(raised.value.__cause__, sqlite3.Error)


async def test_when_the_commit_fails_everybody_hears_it(store: Store, writer: Writer) -> None:
    """A deferred constraint is looked at when the transaction is to end."""

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
                tasks = await queued(*(store._writer.run(note(each)) for each in "ab"))
                answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(each) for each in answers] == [Locked] * 2
            other.execute("ROLLBACK")
        assert await store._writer.run(note("a")) == "a"
        assert notes(store) == 1


# Who listens doesn't matter.


async def test_a_caller_that_has_gone_undoes_nothing(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    async with busy(table.store._writer):
        (gone,) = await queued(table.store.play(call, match.id, "6"))
        gone.cancel()
        (other,) = await queued(table.offer(terms(BO, ANA)))
    with pytest.raises(asyncio.CancelledError):
        await gone
    await other
    # Asked again, it hears what came of it.
    answer = await table.store.play(call, match.id, "6")
    assert answer.again
    assert await table.store.duel(GUILD, match.id) == answer


async def test_a_caller_that_goes_while_its_unit_runs_undoes_nothing(
    store: Store, writer: Writer
) -> None:
    async with busy(writer, note("a")) as gone:
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
    assert await writer.run(note("b")) == "b"
    assert notes(store) == 2


async def test_what_was_asked_for_is_done_before_the_store_closes(path: Path) -> None:
    async with open_store(path) as store:
        async with busy(store._writer):
            tasks = await queued(*(store._writer.run(note(each)) for each in "abc"))
            closing_down = asyncio.create_task(store._writer.close())
            await asyncio.sleep(0)
            with pytest.raises(Closed):
                await store._writer.run(note("d"))
        await closing_down
        assert [await task for task in tasks] == list("abc")
    with pytest.raises(Closed):
        await store._writer.run(note("e"))
    assert notes(store) == 3


async def test_whoever_gives_up_waiting_for_the_end_doesnt_call_it_off(
    store: Store, writer: Writer
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
        tasks = await queued(*(store._writer.run(note(each)) for each in "abc"))
    assert [await task for task in tasks] == list("abc")
    assert notes(store) == 3


async def test_a_writer_cancelled_before_it_began_leaves_nobody_waiting(writer: Writer) -> None:
    (first,) = await queued(writer.run(note("a")))
    assert writer._work
    writer._work.cancel()
    (second,) = await queued(writer.run(note("b")))
    async with asyncio.timeout(10):
        answers = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(each) for each in answers] == [Closed, Closed]
        assert await writer.run(note("c")) == "c"


async def test_when_the_writer_itself_is_cancelled_everybody_hears_it(writer: Writer) -> None:
    """As when a program ends without closing the store."""
    async with busy(writer) as in_hand:
        (waiting,) = await queued(writer.run(note("b")))
        assert writer._work
        writer._work.cancel()
        answers = await asyncio.gather(in_hand, waiting, return_exceptions=True)
        assert [type(each) for each in answers] == [Closed, Closed]
    assert await writer.run(note("c")) == "c"


async def test_readers_answer_while_the_writer_is_busy(table: Table) -> None:
    match = await table.start()
    async with busy(table.store._writer):
        (moving,) = await queued(table.store.play(table.call(ANA), match.id, "6"))
        found = await asyncio.gather(*(table.store.duel(GUILD, match.id) for _ in range(10)))
        assert found == [match] * 10
    moved = await moving
    assert await table.store.duel(GUILD, match.id) == moved


async def test_a_reader_that_has_gone_leaves_the_others_alone(table: Table) -> None:
    match = await table.start()
    gone = [asyncio.create_task(table.store.duel(GUILD, match.id)) for _ in range(6)]
    await asyncio.sleep(0)
    for task in gone[::2]:
        task.cancel()
    answers = await asyncio.gather(*gone, return_exceptions=True)
    assert [each for each in answers if isinstance(each, Match)] == [match] * 3
    with pytest.raises(Refusal):
        await table.store.duel(GUILD, match.id + 1)  # type: ignore[arg-type]
    assert await table.store.duel(GUILD, match.id) == match


async def test_a_read_in_the_moment_of_closing_is_told_so(path: Path) -> None:
    async with open_store(path) as store:
        (reader, *_) = store._readers
        began, gate = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def hold(_db: DB) -> None:
            loop.call_soon_threadsafe(began.set)
            assert gate.wait(10)

        holding = asyncio.create_task(reader.run(hold))
        await began.wait()
        ending = asyncio.create_task(reader.close())
        (late,) = await queued(reader.run(lambda db: store._look(db, lambda _db: 1)))
        gate.set()
        await asyncio.wait([holding, ending])
        with pytest.raises(Closed):
            await late


async def test_a_mistake_in_a_unit_is_not_taken_for_the_end(store: Store) -> None:
    with pytest.raises(sqlite3.ProgrammingError, match="bindings"):
        await store._read(lambda db: db.execute("SELECT ?"))


async def test_a_connection_that_nobody_waits_for_is_closed(path: Path) -> None:
    opened, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    made: list[DB] = []

    def connect() -> DB:
        made.append(open_current(path))
        loop.call_soon_threadsafe(opened.set)
        assert gate.wait(10)
        return made[0]

    async def open_and_use() -> None:
        async with open_line(connect):
            pass

    opening = asyncio.create_task(open_and_use())
    await opened.wait()
    opening.cancel()
    await asyncio.sleep(0)
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")


async def test_a_reader_that_stops_an_iteration_is_told_so(store: Store) -> None:
    async with asyncio.timeout(10):
        with pytest.raises(RuntimeError, match="stray"):
            await store._read(lambda _db: next(iter(())))


async def test_all_that_a_unit_reads_is_of_one_moment(table: Table) -> None:
    match = await table.start()
    loop = asyncio.get_running_loop()

    def twice(db: DB) -> list[int]:
        steps = []
        for _ in range(2):
            steps.append(rows.known(db, GUILD, match.id).step)
            moving = asyncio.run_coroutine_threadsafe(table.play(match, "6"), loop)
            moving.exception(10)
        return steps

    assert await table.store._read(twice) == [1, 1]
    assert (await table.store.duel(GUILD, match.id)).step == 2


async def test_nobody_reads_from_a_closed_store(path: Path) -> None:
    async with open_store(path) as store:
        pass
    with pytest.raises(Closed):
        await store.next_due()


async def test_a_duel_is_set_only_from_the_step_that_it_was_found_at(table: Table) -> None:
    """Behind one writer nobody comes between; behind several somebody might."""
    found = await table.start()
    assert isinstance(found.duel, Playing)
    resigned, declared = (
        partial(duels.save, before=found, duel=life.resign(found.duel, player, now=table.now))
        for player in (ANA, BO)
    )
    await table.store._writer.run(resigned)
    with pytest.raises(Overtaken):
        await table.store._writer.run(declared)
    finished = await table.store.duel(GUILD, found.id)
    assert finished.duel == resigned.keywords["duel"]
    assert (await table.store.profile(GUILD, BO)).overall == Standing(1, 0, 1)


async def test_only_so_many_records_are_remembered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = rows.Judged(2)
    monkeypatch.setattr(rows, "JUDGED", judged)
    matches = [await table.start(terms(ANA, BO)) for _ in range(2)]
    for text in ("6", "12", "4"):
        matches = [await table.play(match, text) for match in matches]
    assert len(judged._records) == 2
    for match in matches:
        assert await table.store.duel(GUILD, match.id) == match


# How safe a commit is.


def test_a_commit_survives_a_power_cut(path: Path) -> None:
    with closing(open_current(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
