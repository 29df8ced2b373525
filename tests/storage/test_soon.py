"""Notes that are in no hurry: they wait for the next change, for a moment, or for the end."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from storage.ids import MessageId
from storage.match import Board
from storage.sqlite.store import SqliteStore, open_store
from storage.trouble import Closed
from tests.storage.builders import ANA, CHANNEL, GUILD, Table
from tests.storage.gates import busy, cancel_others, note, notes, queued

# Longer than any test takes.
NEVER = 3600.0


@asynccontextmanager
async def patient(path: Path, delay: float | None = NEVER) -> AsyncIterator[SqliteStore]:
    async with asyncio.timeout(20), open_store(path, delay=delay) as store:
        yield store


async def test_the_next_unit_takes_them_along_in_their_order(path: Path) -> None:
    said: list[str] = []
    async with patient(path) as store:
        waiting = await queued(*(store.backend.writer.run(note(each), soon=True) for each in "ab"))
        assert notes(store) == 0
        await store.backend.writer.thread.set_trace_callback(said.append)
        assert await store.backend.writer.run(note("c")) == "c"
        assert await asyncio.gather(*waiting) == ["a", "b"]
        assert notes(store) == 3
    inserted = [each[-4:] for each in said if each.startswith("INSERT")]
    assert inserted == ["(97)", "(98)", "(99)"]
    assert said.count("COMMIT") == 1


async def test_they_wait_on_while_others_are_committed_that_came_before(path: Path) -> None:
    async with patient(path) as store:
        async with busy(store.backend.writer):
            (waiting,) = await queued(store.backend.writer.run(note("a"), soon=True))
        assert await store.backend.writer.thread.run(lambda db: db.total_changes) == 0
        assert not waiting.done()
        assert await store.backend.writer.run(note("b")) == "b"
        assert await waiting == "a"


async def test_they_are_written_after_the_delay(path: Path) -> None:
    async with patient(path, 0.001) as store:
        for each in "abc":
            assert await store.backend.writer.run(note(each), soon=True) == each
        assert notes(store) == 3


@pytest.mark.parametrize("delay", [None, 0])
async def test_without_a_delay_they_are_written_at_once(path: Path, delay: float | None) -> None:
    async with patient(path, delay) as store:
        assert await store.backend.writer.run(note("a"), soon=True) == "a"


async def test_closing_writes_them_without_the_delay(path: Path) -> None:
    async with patient(path) as store:
        waiting = await queued(*(store.backend.writer.run(note(each), soon=True) for each in "ab"))
    assert await asyncio.gather(*waiting) == ["a", "b"]
    assert notes(store) == 2
    with pytest.raises(Closed):
        await store.backend.writer.run(note("c"), soon=True)


async def test_a_caller_that_has_gone_undoes_nothing(path: Path) -> None:
    async with patient(path) as store:
        (gone,) = await queued(store.backend.writer.run(note("a"), soon=True))
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone
        assert await store.backend.writer.run(note("b")) == "b"
        assert notes(store) == 2


async def test_they_are_written_although_all_tasks_are_cancelled(path: Path) -> None:
    async with patient(path) as store:
        (waiting,) = await queued(store.backend.writer.run(note("a"), soon=True))
        cancel_others()
        assert await store.backend.writer.run(note("b")) == "b"
        assert waiting.cancelled()
        assert notes(store) == 2


async def test_a_board_that_is_noted_soon_is_known_to_the_next_step(path: Path) -> None:
    """A read may not see it yet."""
    async with patient(path) as store:
        table = Table(store)
        match = await table.start()
        board = Board(CHANNEL, MessageId(7), match.step)
        (noting,) = await queued(store.posted(GUILD, match.id, board, soon=True))
        assert (await store.duel(GUILD, match.id)).board == match.board
        moved = await store.play(table.call(ANA), match.id, "6")
        assert moved.board == board
        assert await noting == match.board
        assert await store.duel(GUILD, match.id) == moved


async def test_a_noted_board_leaves_the_duel_in_the_cache(store: SqliteStore) -> None:
    """Reading it anew takes longer than all the rest of a move."""
    match = await Table(store).start()
    board = Board(CHANNEL, MessageId(7), match.step)
    await store.posted(GUILD, match.id, board)
    found = await store.duel(GUILD, match.id)
    assert found.board == board
    assert found.duel is match.duel
