"""Traces that an erased player leaves in the database."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from engine.ids import PlayerId
from storage.ids import DuelId
from storage.sqlite import writer
from storage.sqlite.file import PATIENCE as PATIENCE_OF_THE_STORE
from storage.sqlite.file import connect_reading
from storage.sqlite.store import open_store
from tests.storage.builders import ANA, BO, CY, DAY, DI, GUILD, Table, terms
from tests.storage.databases import Database, SqliteDatabase

pytestmark = pytest.mark.every_engine


def left_of(player: int, path: Path) -> bool:
    """As an integer, or as text."""
    files = (path, path.with_name(f"{path.name}-wal"))
    traces = player.to_bytes(8, "big"), str(player).encode()
    return any(trace in each.read_bytes() for each in files for trace in traces)


def left_in_rows(player: int, database: Database) -> bool:
    """In the file itself, where that can be read."""
    if isinstance(database, SqliteDatabase):
        return left_of(player, database.path)
    return str(player) in repr(database.rows())


async def test_nothing_of_an_erased_player_is_left_in_the_file(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        await table.start(terms(ANA, BO))
        await store.erase(GUILD, ANA, table.now)
        assert not left_of(ANA, path)
        assert left_of(BO, path)


async def test_nothing_is_left_on_ladders_nor_with_those_whom_they_have_met(
    any_database: Database,
) -> None:
    async with any_database.open() as store:
        table = Table(store)
        for _ in range(5):
            await table.rate(ANA, BO)
        # A player with a provisional rating remembers the established ones they have met, at each
        # end.
        await table.rate(ANA, CY)
        await table.rate(BO, CY)
        await store.begin_season(GUILD, 2, table.now)
        await table.rate(ANA, DI)
        assert left_in_rows(ANA, any_database)
        await store.erase(GUILD, ANA, table.now)
        assert not left_in_rows(ANA, any_database)
        places = (await store.leaderboard(GUILD, season=1)).places
        (rank,) = [each.standing.rank for each in places if each.player == CY]
        assert rank
        assert rank.established_opponents == (-1, BO)
        await store.void(table.call(DI), DuelId(7))
    assert any_database.check() == []


async def test_nobody_loses_somebody_with_a_number_like_that_of_who_is_erased(
    any_database: Database,
) -> None:
    numbers = [PlayerId(each) for each in (1, 11, 111, 21)]
    one, *others = numbers
    async with any_database.open() as store:
        table = Table(store)
        for settled in others:
            for _ in range(5):
                await table.rate(settled, PlayerId(9))
            table.wait(DAY)
        await store.void(table.call(DI), (await table.rate(one, PlayerId(8))).id)
        for settled in others[:2]:
            await table.rate(settled, CY)
        await store.erase(GUILD, one, table.now)
        rank = (await store.profile(GUILD, CY)).overall.rank
        assert rank
        assert rank.established_opponents == tuple(others[:2])
        await store.erase(GUILD, others[1], table.now)
        rank = (await store.profile(GUILD, CY)).overall.rank
        assert rank
        assert rank.established_opponents == (others[0], -2)
    assert any_database.check() == []


async def test_erasing_waits_for_nobody_who_reads_and_is_made_good_for_later(path: Path) -> None:
    """For example by a backup. No move waits for it, and no trace is left once it is done."""
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
