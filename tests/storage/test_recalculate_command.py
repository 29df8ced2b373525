# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""All standings are recalculated by the host, whatever was stored."""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from storage.people import HouseRules
from storage.sqlite import recalculation
from storage.sqlite.check import check
from storage.sqlite.file import APPLICATION, DB
from storage.sqlite.recalculation import recalculate
from storage.sqlite.store import open_store
from storage.trouble import (
    InUse,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotCounted,
    NotOurs,
    OlderSchema,
)
from storage.units import apply_results
from storage.units.standing_rows import NAMES
from tests.storage.builders import BO, CY, DI, ELSEWHERE, GUILD, Table
from tests.storage.contract.test_removed_results import EVERYBODY, anything
from tests.storage.copy_process import later_table
from tests.storage.damage import say
from tests.storage.database_files import new_database
from tests.storage.expected_ladders import seen

REST = {
    "standing": f"{NAMES}, stands",
    "course": f"{NAMES}, gain",
    "census": "regulars, settled",
}


def stray(table: str, keys: str, which: str = "1") -> str:
    """Copies of rows in places where nothing should be."""
    return f"INSERT INTO {table} SELECT {keys}, {REST[table]} FROM {table} WHERE {which}"


# Stored standings that are wrong.
DAMAGE = {
    "nothing": ("DELETE FROM standing", "DELETE FROM course", "DELETE FROM census"),
    "wrong": (
        "UPDATE standing SET wins = wins + 1, rating = 3000",
        "UPDATE course SET form = 'x', testers = 'nobody', gain = 7",
        "UPDATE census SET regulars = 99, settled = 99",
    ),
    "too much": (
        stray("standing", "guild, player + 99, season, game", "player > 0"),
        stray("standing", "4, player, season, game", f"guild = {GUILD}"),
        stray("course", "guild, nth + 1000, player, game"),
        stray("census", "guild, 'chess', nth"),
    ),
    "half": ("UPDATE server SET entered = ends / 2",),
    "too far": ("UPDATE server SET entered = ends + 3",),
    "sound": (),
}


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = new_database(tmp_path_factory.mktemp("played") / "duelhost.db")
    asyncio.run(play(path))
    return path


@pytest.fixture
def played(played_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played_once, tmp_path))


async def play(path: Path) -> None:
    """Play in two servers: one has two seasons, an erased player, and one who has left."""
    async with open_store(path) as store:
        for guild in (GUILD, ELSEWHERE):
            table, random = Table(store, guild), Random(guild)
            await store.rule_house(guild, HouseRules(rated_a_day=10_000))
            for _ in range(20):
                await anything(table, random)
        table = later_table(store)
        await store.void(table.call(DI), DuelId(3))
        await store.begin_season(GUILD, 2, table.now)
        for winner, loser in ((BO, CY), (CY, DI), (PlayerId(9), BO)):
            await table.rate(winner, loser)
        await store.erase(GUILD, PlayerId(9), table.now)
        await store.seen(GUILD, BO, here=False)


async def stands(path: Path) -> Sequence[object]:
    async with open_store(path) as store:
        return [
            *await seen(store, GUILD, EVERYBODY, seasons=2),
            *await seen(store, ELSEWHERE, EVERYBODY),
            *[(await store.duel(GUILD, DuelId(number))).gains for number in range(1, 24)],
        ]


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return [
            row
            for table in ("standing", "course", "census", "server")
            for row in db.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4")
        ] + list(db.execute("SELECT * FROM rung WHERE players <> 0"))


@pytest.mark.parametrize("damage", DAMAGE)
async def test_they_are_what_the_duels_add_up_to_whatever_stood_there(
    played: Path, damage: str
) -> None:
    before, stood = rows(played), await stands(played)
    say(played, *DAMAGE[damage])
    assert bool(list(check(played))) is (damage != "sound")
    assert recalculate(played) == 43
    assert list(check(played)) == []
    assert await stands(played) == stood
    assert rows(played) == before


async def test_how_far_it_is(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recalculation, "AT_ONCE", 9)
    told: list[tuple[int, int]] = []
    recalculate(played, lambda done, total: told.append((done, total)))
    assert told == [(done, 43) for done in (9, 18, 23, 32, 41, 43)]


@pytest.mark.parametrize("pieces", range(6))
async def test_whoever_stops_it_leaves_the_rest_to_the_bot(
    played: Path, monkeypatch: pytest.MonkeyPatch, pieces: int
) -> None:
    """Also to another recalculation, which begins anew."""
    stood = await stands(played)
    monkeypatch.setattr(recalculation, "AT_ONCE", 9)
    told = iter(range(pieces))

    def stop(_done: int, _total: int) -> None:
        if next(told, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        recalculate(played, stop)
    found = {type(each) for each in check(played)}
    between_servers = pieces in (2, 5)
    assert found == (set() if between_servers else {NotCounted})
    async with open_store(played) as store:
        for guild in await store.recalculating():
            while await store.recalculate_some(guild):
                pass
    assert list(check(played)) == []
    assert await stands(played) == stood
    recalculate(played)
    assert await stands(played) == stood


@pytest.mark.parametrize("by", ["us", "SQLite"])
async def test_a_transaction_that_is_broken_off_is_undone(
    played: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """SQLite has rolled back already when the disk is full."""
    before = rows(played)

    def stop(db: DB, guild: GuildId) -> int:
        db.execute("DELETE FROM standing WHERE guild = ?", (guild,))
        if by == "SQLite":
            db.execute("ROLLBACK")
        raise KeyboardInterrupt

    monkeypatch.setattr(apply_results, "begin_again", stop)
    with pytest.raises(KeyboardInterrupt):
        recalculate(played)
    assert rows(played) == before


async def test_a_file_without_duels_has_nothing_to_count(path: Path) -> None:
    async with open_store(path):
        pass
    assert recalculate(path) == 0


async def test_nobody_else_may_work_with_the_file(path: Path) -> None:
    async with open_store(path):
        with pytest.raises(InUse):
            recalculate(path)


def test_files_that_cannot_be_counted(path: Path) -> None:
    path.unlink()
    with pytest.raises(NoDatabase):
        recalculate(path)
    assert not path.exists()
    with pytest.raises(NoFolder):
        recalculate(path / "nowhere" / "duelhost.db")
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    with pytest.raises(NotOurs):
        recalculate(path)
    path.unlink()
    path.touch()
    say(path, f"PRAGMA application_id = {APPLICATION}")
    with pytest.raises(OlderSchema):
        recalculate(path)
    say(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerSchema):
        recalculate(path)
