# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a database)
"""Titles that are stored are checked, worked out once more, and not believed of an export."""

import asyncio
from pathlib import Path

import pytest

from engine.opponents.levels import Level
from engine.titles import Title
from storage.sqlite.recalculation import recalculate
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import DamagedDuel, WrongCount
from tests.storage.builders import ANA, BO, CY, GUILD, START, Table
from tests.storage.databases import Database, Engine, SqliteDatabase
from tests.storage.title_builders import beat_bot, judge, win_flawlessly

pytestmark = pytest.mark.every_engine(unchecked=True)

EARNED = {ANA: (Title.FLAWLESS,), BO: (), CY: (Title.BOT_BEATER,)}
TITLES = "SELECT title FROM duel WHERE title IS NOT NULL ORDER BY id"


@pytest.fixture(scope="module")
def titled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with titles."""
    path = tmp_path_factory.mktemp("titled") / "duelhost.db"

    async def play() -> None:
        async with open_store(path) as store:
            table = Table(store)
            await win_flawlessly(table)
            await table.finish(ANA, BO)
            await beat_bot(table, Level.EXPERT, CY)
            await judge(table)
            assert await titles(store) == EARNED

    asyncio.run(play())
    return path


@pytest.fixture
def sound(engine: Engine, titled: Path) -> Database:
    return engine.shared(titled)


async def titles(store: Store) -> dict[int, tuple[Title, ...]]:
    return {player: await store.titles(GUILD, player) for player in EARNED}


def test_those_that_were_earned_are_sound(sound: Database) -> None:
    assert sound.check() == []
    assert sound.ask(TITLES) == [("flawless",), ("bot-beater",)]


@pytest.mark.parametrize(
    ("change", "which"),
    [
        ("title = 'bot-beater'", "title = 'flawless'"),
        ("title = 'flawless'", "title = 'bot-beater'"),
        ("title = 'perfectionist'", "title = 'bot-beater'"),
        ("title = 'king'", "title = 'flawless'"),
        ("title = 'veteran'", "title = 'flawless'"),
        ("title = 'flawless'", "title IS NULL AND level IS NULL AND phase = 'finished'"),
        ("private = 1", "title = 'bot-beater'"),
        ("hints = '0'", "title = 'bot-beater'"),
        ("level = 'casual'", "title = 'bot-beater'"),
    ],
)
def test_one_that_a_duel_does_not_earn_is_found(sound: Database, change: str, which: str) -> None:
    ((number,),) = sound.ask(f"SELECT id FROM duel WHERE {which}")
    sound.say(f"UPDATE duel SET {change} WHERE guild = {GUILD} AND id = {number}")
    (found,) = sound.check()
    assert isinstance(found, DamagedDuel)
    assert (found.guild, found.number) == (GUILD, number)
    assert "title" in found.detail


def test_one_that_is_missing_is_none(sound: Database) -> None:
    """It may not have been judged, or not by the version that did."""
    sound.say(f"UPDATE duel SET title = NULL WHERE guild = {GUILD}")
    assert sound.check() == []


def test_more_was_judged_than_has_ended(sound: Database) -> None:
    sound.say(f"UPDATE server SET judged = ends + 1 WHERE guild = {GUILD}")
    (found,) = sound.check()
    assert isinstance(found, WrongCount)
    assert found.guild == GUILD


async def test_a_title_that_nobody_knows_is_shown_to_nobody(engine: Engine, titled: Path) -> None:
    database = engine.new(titled)
    database.say(f"UPDATE duel SET title = 'king' WHERE guild = {GUILD} AND title = 'flawless'")
    async with database.open() as store:
        assert await titles(store) == EARNED | {ANA: ()}


async def test_an_import_believes_none(engine: Engine, titled: Path, tmp_path: Path) -> None:
    """They follow from the duels, which may come from anyone."""
    source = tmp_path / "server.gz"
    source.write_bytes(engine.new(titled, "source").export(GUILD))
    target = engine.new(name="target")
    async with target.open():
        pass
    target.take_in(source, START)
    assert target.ask(TITLES) == []
    async with target.open() as store:
        await judge(Table(store))
        assert await titles(store) == EARNED
    assert target.check() == []


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE duel SET title = NULL",
        "UPDATE duel SET title = 'flawless' WHERE phase = 'finished'",
        "UPDATE server SET judged = 99",
        "UPDATE server SET judged = 0",
    ],
)
async def test_a_recalculation_has_all_judged_again(
    tmp_path: Path, titled: Path, damage: str
) -> None:
    path = tmp_path / "duelhost.db"
    path.write_bytes(titled.read_bytes())
    database = SqliteDatabase(path)
    database.say(damage)
    assert recalculate(path)
    assert database.ask(TITLES) == []
    async with open_store(path) as store:
        await judge(Table(store))
        assert await titles(store) == EARNED
    assert database.check() == []
