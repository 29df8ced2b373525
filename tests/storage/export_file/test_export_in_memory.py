"""A store gives out its exports while the bot is running."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from storage.ids import GuildId
from storage.sqlite.export_file import export
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import (
    NothingKept,
)
from storage.units import export as unit
from tests.storage.builders import (
    GUILD,
    Table,
)
from tests.storage.export_file.edit import lines_of, values_of
from tests.storage.export_file.played import multiply


async def test_the_store_gives_out_the_same(played: Path, tmp_path: Path) -> None:
    async with open_store(played) as store:
        data = await store.exported(GUILD)
        export(played, GUILD, tmp_path / "x.gz")
        assert data == (tmp_path / "x.gz").read_bytes()
        with pytest.raises(NothingKept):
            await store.exported(GuildId(7))


async def test_the_store_gives_out_no_more_than_it_may(played: Path) -> None:
    async with open_store(played) as store:
        data = await store.exported(GUILD)
        assert data
        assert await store.exported(GUILD, len(data)) == data
        for most in (len(data) - 1, 10, 0):
            assert await store.exported(GUILD, most) is None


async def test_what_is_too_much_is_not_read_to_its_end(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    monkeypatch.setattr(unit, "_give_way", lambda done, _all: read.append(done))
    monkeypatch.setattr(unit, "LEVEL", 0)
    multiply(played, 1_000)
    async with open_store(played) as store:
        assert await store.exported(GUILD, 100_000) is None
        assert 200 < len(read) < 600


async def test_nobody_waits_behind_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store)
    match = await table.start()
    began, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(*_: int) -> None:
        loop.call_soon_threadsafe(began.set)
        assert gate.wait(10)

    monkeypatch.setattr(unit, "_give_way", hold)
    giving = asyncio.create_task(store.exported(GUILD))
    await began.wait()
    reading = [store.duel(GUILD, match.id) for _ in range(10)]
    assert await asyncio.gather(*reading) == [match] * 10
    moved = await table.play(match, "6")
    assert moved.step == 2
    assert not giving.done()
    gate.set()
    data = await giving
    assert data
    assert values_of(lines_of(data)[-2])["step"] == 1


async def test_it_lets_moves_go_first(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr(time, "sleep", rests.append)
    monkeypatch.setattr(unit, "STRETCH", 2)
    async with open_store(played) as store:
        await store.exported(GUILD)
    assert rests == [unit.PAUSE]
    assert 0 < unit.PAUSE < 0.005
