"""Standings that are recalculated in several pieces, with changes and kills in between."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from engine.duel import Finished, First
from storage.ids import DuelId
from storage.people import HouseRules
from storage.sqlite.check import check
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import NotCounted
from storage.units import apply_results
from tests.storage.builders import ANA, BO, CY, DI, ELSEWHERE, GUILD, Table, results, terms
from tests.storage.contract.test_removed_results import EVERYBODY, anything, compare
from tests.storage.copy_process import ROOT, later_table
from tests.storage.database_files import new_database
from tests.storage.databases import Database, Engine
from tests.storage.expected_ladders import seen

pytestmark = pytest.mark.every_engine

ENDS = 12
WritePlayed = Callable[..., Path]


@cache
def played(seed: int, ends: int) -> bytes:
    """A database in which this many duels of any kind have ended, numbered from 1."""

    async def play(path: Path) -> None:
        async with open_store(new_database(path)) as store:
            await store.rule_house(GUILD, HouseRules(rated_a_day=10_000))
            table, random = Table(store), Random(seed)
            assert [(await anything(table, random)).id for _ in range(ends)] == numbers(ends)

    with TemporaryDirectory() as folder:
        path = Path(folder) / "duelhost.db"
        asyncio.run(play(path))
        return path.read_bytes()


def numbers(ends: int = ENDS) -> list[DuelId]:
    return [DuelId(number) for number in range(1, ends + 1)]


@pytest.fixture
def write_played(tmp_path: Path) -> WritePlayed:
    """Return a function that writes such a database to a file."""

    def write(seed: int = 1, ends: int = ENDS) -> Path:
        path = tmp_path / "played.db"
        # A running event loop needs another thread for a second one.
        with ThreadPoolExecutor() as thread:
            path.write_bytes(thread.submit(played, seed, ends).result())
        return path

    return write


async def catch_up(store: Store) -> list[int]:
    """Recalculate as the bot does. Return how many results were left each time."""
    lefts = []
    for guild in await store.recalculating():
        lefts.append(await store.recalculate_some(guild))
        while lefts[-1]:
            lefts.append(await store.recalculate_some(guild))
    return lefts


@pytest.mark.every_engine(long=True)
@pytest.mark.parametrize("some", [1, 2, 5, 7, ENDS - 1, ENDS, ENDS + 1])
@pytest.mark.parametrize("taken", [1, 4, ENDS])
async def test_it_comes_to_the_same_in_pieces_of_any_size(
    engine: Engine,
    write_played: WritePlayed,
    monkeypatch: pytest.MonkeyPatch,
    some: int,
    taken: int,
) -> None:
    monkeypatch.setattr(apply_results, "SOME", some)
    any_database = engine.new(write_played())
    async with any_database.open() as store:
        await store.void(later_table(store).call(DI), DuelId(taken))
        waiting = max(0, ENDS + 1 - taken - some)
        assert await store.recalculating() == ((GUILD,) if waiting else ())
        assert (await store.leaderboard(GUILD)).recalculating is bool(waiting)
        assert await catch_up(store) == ([*range(waiting - some, 0, -some), 0] if waiting else [])
        assert not (await store.leaderboard(GUILD)).recalculating
        assert await store.recalculate_some(GUILD) == 0
        await compare(later_table(store), numbers(), [1])
    assert any_database.check() == []


async def test_in_a_server_that_nothing_was_played_in_nothing_is_counted(store: Store) -> None:
    assert await store.recalculate_some(GUILD) == 0
    assert await store.recalculating() == ()


@pytest.mark.every_engine(long=True)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("some", [1, 3])
async def test_whatever_happens_in_between(
    engine: Engine, write_played: WritePlayed, monkeypatch: pytest.MonkeyPatch, seed: int, some: int
) -> None:
    """Duels end, results are removed, seasons begin, and the bot restarts."""
    monkeypatch.setattr(apply_results, "SOME", some)
    random, firsts, ended = Random(seed), [1], numbers()
    any_database = engine.new(write_played(seed))
    for _ in range(5):
        async with any_database.open() as store:
            table = later_table(store)
            for _ in range(4):
                for number in random.sample(ended, 2):
                    duel = (await store.duel(GUILD, number)).duel
                    assert isinstance(duel, Finished)
                    if not duel.void:
                        await store.void(table.call(DI), number)
                if random.random() < 0.4 and len(ended) >= firsts[-1]:
                    firsts.append(len(ended) + 1)
                    await store.begin_season(GUILD, len(firsts), table.now)
                ended.append((await anything(table, random)).id)
                await store.recalculate_some(GUILD)
    async with any_database.open() as store:
        await catch_up(store)
        await compare(later_table(store), ended, firsts)
    assert any_database.check() == []


async def test_an_end_that_comes_in_between_waits_for_its_turn(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply_results, "SOME", 2)
    async with any_database.open() as store:
        table = Table(store)
        first, *_ = [await table.rate(ANA, BO) for _ in range(4)]
        await store.void(table.call(DI), first.id)
        rated = await table.start(terms(CY, DI, first=First.DRAWN))
        rated = await table.play(rated, "6", "3")
        over = await store.resign(table.call(CY), rated.id)
        # The result stands, but it hasn't been applied to ratings yet.
        assert isinstance(over.duel, Finished)
        assert over.duel.champion == DI
        assert over.gains is None
        assert await store.place(GUILD, DI) is None
        assert await store.recalculating() == (GUILD,)
        assert [(type(each), each.facts()) for each in any_database.check()] == [
            (NotCounted, {"guild": GUILD, "waiting": 3})
        ]
        await catch_up(store)
        assert (await store.duel(GUILD, over.id)).gains
        assert (await store.place(GUILD, DI)) is not None
    assert any_database.check() == []


async def test_who_is_erased_in_between_is_counted_under_another_number(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply_results, "SOME", 2)
    async with any_database.open() as store:
        table = Table(store)
        for nth in range(5):
            await table.rate(*((ANA, BO) if nth % 2 else (BO, ANA)))
        for settled in (ANA, BO):
            await table.rate(settled, CY)
        await store.void(table.call(DI), DuelId(1))
        await table.start(terms(ANA, DI))
        await store.erase(GUILD, ANA, table.now)
        assert await store.recalculating() == (GUILD,)
        await catch_up(store)
        assert await store.servers_with_data(ANA) == ()
        assert (await store.profile(GUILD, DI)).overall == results("w")
        places = (await store.leaderboard(GUILD)).places
        assert {(each.player, each.place is None) for each in places} == {
            (BO, False),
            (CY, False),
            (DI, True),
        }
    assert any_database.check() == []


async def test_a_result_removed_in_between_changes_no_ratings_at_once(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply_results, "SOME", 1)
    async with any_database.open() as store:
        table = Table(store)
        played = [await table.rate(ANA, BO) for _ in range(4)]
        await store.void(table.call(DI), played[0].id)
        void = await store.void(table.call(DI), played[3].id)
        assert await store.recalculating() == (GUILD,)
        assert void.gains is None
        assert (await store.duel(GUILD, void.id)).gains is None
        await catch_up(store)
        assert (await store.profile(GUILD, ANA)).overall.wins == 2
    assert any_database.check() == []


async def test_only_the_server_of_the_result_is_recalculated(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply_results, "SOME", 1)
    async with any_database.open() as store:
        table, elsewhere = Table(store), Table(store, ELSEWHERE)
        for each in (table, elsewhere):
            for _ in range(3):
                await each.rate(ANA, BO)
        there = await seen(store, ELSEWHERE, EVERYBODY)
        await store.void(table.call(DI), DuelId(1))
        assert await store.recalculating() == (GUILD,)
        assert await store.recalculate_some(ELSEWHERE) == 0
        assert await seen(store, ELSEWHERE, EVERYBODY) == there
        await store.void(elsewhere.call(DI), DuelId(1))
        assert set(await store.recalculating()) == {GUILD, ELSEWHERE}
        await catch_up(store)


async def test_removing_an_end_without_a_result_recalculates_nothing(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply_results, "SOME", 1)
    async with any_database.open() as store:
        table = Table(store)
        ended = await store.end(table.call(DI), (await table.start()).id)
        for _ in range(3):
            await table.rate(ANA, BO)
        await store.void(table.call(DI), ended.id)
        assert await store.recalculating() == ()


# Kill -9 at any point.


def counted_and_killed(path: Path, after: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.recalculation_process", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        for _ in range(1 + after):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


async def test_it_goes_on_after_a_kill(
    write_played: WritePlayed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_played(ends=40)
    monkeypatch.setattr(apply_results, "SOME", 1)
    for after in (0, 3, 20):
        counted_and_killed(path, after)
        async with open_store(path) as store:
            assert await store.recalculating() == (GUILD,)
            assert await store.recalculate_some(GUILD) > 0
    async with open_store(path) as store:
        await catch_up(store)
        await compare(later_table(store), numbers(40), [1])
    assert list(check(path)) == []
