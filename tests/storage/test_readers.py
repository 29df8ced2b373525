"""Readers beside the writer, and connections that come to their end."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.duel import Playing
from engine.refusal import Refusal
from storage import backend
from storage.match import Match
from storage.sqlite.migrate import open_current
from storage.sqlite.store import SqliteStore, open_store
from storage.sqlite.worker_thread import open_worker
from storage.trouble import Closed
from storage.units import duel_rows, duels
from storage.units.bounded_cache import BoundedCache
from tests.storage.builders import ANA, BO, GUILD, Table, terms
from tests.storage.damage import say
from tests.storage.gates import DB, busy, queued


async def test_readers_answer_while_the_writer_is_busy(store: SqliteStore, table: Table) -> None:
    match = await table.start()
    async with busy(store.backend.writer):
        (moving,) = await queued(store.play(table.call(ANA), match.id, "6"))
        found = await asyncio.gather(*(store.duel(GUILD, match.id) for _ in range(10)))
        assert found == [match] * 10
    moved = await moving
    assert await store.duel(GUILD, match.id) == moved


async def test_a_reader_that_has_gone_leaves_the_others_alone(
    store: SqliteStore, table: Table
) -> None:
    match = await table.start()
    gone = [asyncio.create_task(store.duel(GUILD, match.id)) for _ in range(6)]
    await asyncio.sleep(0)
    for task in gone[::2]:
        task.cancel()
    answers = await asyncio.gather(*gone, return_exceptions=True)
    assert [each for each in answers if isinstance(each, Match)] == [match] * 3
    with pytest.raises(Refusal):
        await store.duel(GUILD, match.id + 1)  # type: ignore[arg-type]
    assert await store.duel(GUILD, match.id) == match


async def test_a_read_in_the_moment_of_closing_is_told_so(path: Path) -> None:
    async with open_store(path) as store:
        (reader, *_) = store.backend.readers
        began, gate = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def hold(_db: DB) -> None:
            loop.call_soon_threadsafe(began.set)
            assert gate.wait(10)

        holding = asyncio.create_task(reader.run(hold))
        await began.wait()
        ending = asyncio.create_task(reader.close())
        (late,) = await queued(reader.run(lambda db: db.execute("SELECT 1").fetchone()))
        gate.set()
        await asyncio.wait([holding, ending])
        with pytest.raises(Closed):
            await late


async def test_a_mistake_in_a_unit_is_not_taken_for_the_end(store: SqliteStore) -> None:
    with pytest.raises(sqlite3.ProgrammingError, match="bindings"):
        await store.backend.read(lambda db: db.execute("SELECT ?"))


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
        async with open_worker(connect):
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


async def test_a_reader_that_stops_an_iteration_is_told_so(store: SqliteStore) -> None:
    async with asyncio.timeout(10):
        with pytest.raises(RuntimeError, match="stray"):
            await store.backend.read(lambda _db: next(iter(())))


async def test_all_that_a_unit_reads_is_of_one_moment(store: SqliteStore, table: Table) -> None:
    match = await table.start()
    loop = asyncio.get_running_loop()

    def twice(db: backend.DB) -> list[int]:
        steps = []
        for _ in range(2):
            steps.append(duel_rows.known(db, GUILD, match.id).step)
            moving = asyncio.run_coroutine_threadsafe(table.play(match, "6"), loop)
            moving.exception(10)
        return steps

    assert await store.backend.read(twice) == [1, 1]
    assert (await store.duel(GUILD, match.id)).step == 2


async def test_nobody_reads_from_a_closed_store(path: Path) -> None:
    async with open_store(path) as store:
        pass
    with pytest.raises(Closed):
        await store.next_due()


# The cache.


async def test_only_so_much_is_remembered(
    store: SqliteStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    records: BoundedCache[Any, Any] = BoundedCache(2)
    matches: BoundedCache[Any, Any] = BoundedCache(1)
    monkeypatch.setattr(duel_rows, "RECORDS", records)
    monkeypatch.setattr(duel_rows, "MATCHES", matches)
    played = [await table.start(terms(ANA, BO)) for _ in range(2)]
    for text in ("6", "12", "4"):
        played = [await table.play(match, text) for match in played]
    assert len(records) == 2
    assert len(matches) == 1
    for match in played:
        assert await store.duel(GUILD, match.id) == match


def test_what_was_used_longest_ago_is_forgotten() -> None:
    cache = BoundedCache[str, int](2)
    for key in ("a", "b", "a", "c"):
        cache.put(key, 1)
    assert [cache.get(key) for key in ("a", "b", "c")] == [1, None, 1]


async def test_lists_push_nothing_out(
    store: SqliteStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's list of thousands would push out the duels that are being played."""
    matches: BoundedCache[Any, Any] = BoundedCache(1)
    monkeypatch.setattr(duel_rows, "MATCHES", matches)
    await table.start(terms(ANA, BO))
    played = await table.play(await table.start(terms(ANA, BO)), "6")
    assert len(await store.running(GUILD, ANA)) == 2
    assert await store.duel(GUILD, played.id) is played


async def test_what_is_remembered_is_what_stands_there(store: SqliteStore, table: Table) -> None:
    match = await table.play(await table.start(), "6")
    found = await store.duel(GUILD, match.id)
    assert await store.duel(GUILD, match.id) is found
    say(store.backend.path, "UPDATE duel SET message = 7, deadline = deadline + 1")
    changed = await store.duel(GUILD, match.id)
    assert changed.board.message == 7
    assert isinstance(changed.duel, Playing)
    assert changed.duel.deadline == found.duel.deadline + 1  # type: ignore[union-attr]


async def test_what_was_rolled_back_is_not_remembered(store: SqliteStore, table: Table) -> None:
    match = await table.start()

    def fails(db: DB) -> None:
        duels.play(db, table.call(ANA), match.id, "6", None)
        raise RuntimeError("after the move")

    with pytest.raises(RuntimeError, match="after the move"):
        await store.backend.writer.run(fails)
    assert await store.duel(GUILD, match.id) == match
    assert (await table.play(match, "12")).duel.record.moves == (12,)  # type: ignore[union-attr]
