"""What is left in the file of somebody who was erased."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from storage.sqlite import writer
from storage.sqlite.file import PATIENCE as PATIENCE_OF_THE_STORE
from storage.sqlite.file import connect_reading
from storage.sqlite.store import open_store
from tests.storage.table import ANA, BO, CY, DI, GUILD, Table, terms


def left_of(player: int, path: Path) -> bool:
    files = (path, path.with_name(f"{path.name}-wal"))
    return any(player.to_bytes(8, "big") in each.read_bytes() for each in files)


async def test_nothing_of_an_erased_player_is_left_in_the_file(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        await table.start(terms(ANA, BO))
        await store.erase(GUILD, ANA, table.now)
        assert not left_of(ANA, path)
        assert left_of(BO, path)


async def test_erasing_waits_for_nobody_who_reads_and_is_made_good_for_later(path: Path) -> None:
    """A backup in the making, say: no move is held up, and no trace is left once it is done."""
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        with closing(connect_reading(path)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM duel").fetchall()
            async with asyncio.timeout(PATIENCE_OF_THE_STORE / 2):
                await store.erase(GUILD, ANA, table.now)
                await table.offer(terms(BO, CY))
            assert left_of(ANA, path)
        await table.offer(terms(BO, DI))
        await store.beat(table.now)
        assert not left_of(ANA, path)


async def test_a_log_that_can_not_be_emptied_is_no_trouble_of_who_was_erased(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(path) as store:
        table = Table(store)
        running = await table.start()
        monkeypatch.setattr(writer, "EMPTY", "PRAGMA wal_checkpoint(TRUNCATE")
        assert [each.id for each in await store.erase(GUILD, ANA, table.now)] == [running.id]
        monkeypatch.undo()
        await table.offer(terms(BO, CY))
        await store.beat(table.now)
        assert not left_of(ANA, path)
