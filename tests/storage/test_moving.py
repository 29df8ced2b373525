"""Everything is moved from any engine to any other, or nothing is."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from shutil import copy

import pytest

from engine.duel import Finished
from storage import moving
from storage.database import Database
from storage.engines import database_at
from storage.ids import GuildId
from storage.moving import TABLES, move
from storage.postgres import tables as on_server
from storage.sqlite import tables as in_file
from storage.trouble import (
    CountsDiffer,
    InUse,
    MovedOntoItself,
    NewerSchema,
    NoDatabase,
    NoTables,
    NotEmpty,
    OlderSchema,
    StatementFailed,
    Trouble,
)
from tests.storage.builders import ELSEWHERE, GUILD, Table
from tests.storage.copy_process import ROOT, later_table
from tests.storage.move_process import HALFWAY
from tests.storage.places import ENGINES, Places, contents, places, tell

__all__ = ["places"]

# For tables in which everything that happens leaves no row.
ROWS = (
    "INSERT INTO server_role VALUES (4, 7)",
    "INSERT INTO blocked VALUES (4, 9)",
    "INSERT INTO note VALUES ('key', 'value')",
)
DIRECTIONS = [*product(ENGINES, ENGINES)]
Exported = Callable[[Database, GuildId], bytes]


class Interrupted(Exception):
    pass


@pytest.fixture
def exported(tmp_path: Path) -> Exported:
    """Exports a server of a database."""

    def export(database: Database, guild: GuildId) -> bytes:
        target = tmp_path / "export.gz"
        database.export(guild, target)
        content = target.read_bytes()
        target.unlink()
        return content

    return export


@pytest.fixture
def filled(everything: Path, places: Places) -> Callable[[str], str]:
    """Makes a database in which everything has happened."""

    def make(engine: str) -> str:
        file = places.new("file")
        copy(everything, file)
        tell(file, *ROWS)
        if engine == "file":
            return file
        name = places.new(engine)
        move(database_at(file), database_at(name))
        return name

    return make


@pytest.fixture
def full(filled: Callable[[str], str]) -> str:
    return filled("file")


def test_there_and_back_again(full: str, places: Places, exported: Exported) -> None:
    first = database_at(full)
    through = [database_at(places.new(engine)) for engine in ("server", "server", "file", "file")]
    there = first
    for each in through:
        assert move(there, each) == 32
        assert list(each.check()) == []
        assert contents(each) == contents(first)
        there = each
    for guild in (GUILD, ELSEWHERE):
        assert len({exported(each, guild) for each in (first, *through)}) == 1


async def test_duels_go_on_where_they_have_moved(full: str, places: Places) -> None:
    target = database_at(places.new("server"))
    await asyncio.to_thread(move, database_at(full), target)
    async with target.open() as store:
        table = later_table(store)
        match = await store.duel(GUILD, (await table.finish()).id)
    assert isinstance(match.duel, Finished)
    assert list(target.check()) == []


def test_every_table_is_moved(full: str, filled: Callable[[str], str]) -> None:
    """A table that a migration adds has to be added to the list, too."""
    with in_file.reading(Path(full)) as tables:
        assert sorted(tables.names()) == sorted(TABLES)
    server = database_at(filled("server"))
    with server.reading() as tables:
        assert isinstance(tables, on_server.Tables)
        assert sorted(tables.names()) == sorted(TABLES)
    assert all(contents(server).values())


def test_every_column_is_moved(full: str, filled: Callable[[str], str]) -> None:
    with database_at(full).reading() as file, database_at(filled("server")).reading() as server:
        for each in TABLES:
            assert sorted(file.columns(each)) == sorted(server.columns(each))


@pytest.mark.parametrize(("one", "other"), DIRECTIONS)
def test_nothing_is_moved_onto_data(
    one: str, other: str, filled: Callable[[str], str], places: Places
) -> None:
    source, target = database_at(filled(one)), places.new(other)
    database_at(target).migrate() if other == "server" else asyncio.run(_create(target))
    tell(target, "INSERT INTO note (key, value) VALUES ('mine', '')")
    before = contents(database_at(target))
    with pytest.raises(NotEmpty) as raised:
        move(source, database_at(target))
    assert raised.value.where == database_at(target).location
    assert contents(database_at(target)) == before


async def _create(name: str) -> None:
    async with database_at(name).open():
        pass


@pytest.mark.parametrize(("one", "other"), DIRECTIONS)
def test_an_interrupted_move_leaves_nothing_behind(
    one: str,
    other: str,
    filled: Callable[[str], str],
    places: Places,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moving, "STRIDE", 1)
    source, target = database_at(filled(one)), database_at(places.new(other))
    reported = list[int]()

    def interrupt(done: int, total: int) -> None:
        reported.append(done)
        if done > total // 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        move(source, target, interrupt)
    assert len(reported) > 50
    assert target.is_empty()
    assert other == "server" or not Path(str(target)).exists()
    assert move(source, target) == 32


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_that_is_killed_leaves_nothing_behind(
    engine: str, full: str, places: Places
) -> None:
    target = places.new(engine)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.move_process", full, target],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline().strip() == HALFWAY
        process.kill()
    assert database_at(target).is_empty()
    assert move(database_at(full), database_at(target)) == 32
    assert list(database_at(target).check()) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_that_get_lost_are_noticed(engine: str, full: str, places: Places) -> None:
    """A trigger of somebody else's keeps rows out."""
    name = places.new(engine)
    target = database_at(name)
    if engine == "file":
        asyncio.run(_create(name))
        tell(
            name,
            "CREATE TRIGGER loses BEFORE INSERT ON course WHEN new.nth = 3"
            " BEGIN SELECT RAISE(IGNORE); END",
        )
    else:
        target.migrate()
        tell(
            name,
            "CREATE FUNCTION loses() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "CREATE TRIGGER loses BEFORE INSERT ON course FOR EACH ROW WHEN (new.nth = 3)"
            " EXECUTE FUNCTION loses()",
        )
    with pytest.raises(CountsDiffer) as raised:
        move(database_at(full), target)
    assert raised.value.name == "course"
    assert raised.value.written < raised.value.read
    assert target.is_empty()


def test_a_value_that_a_server_does_not_store(full: str, places: Places) -> None:
    target = database_at(places.new("server"))
    tell(full, "UPDATE duel SET record = 'a' || char(0) WHERE id = 1")
    with pytest.raises(StatementFailed) as raised:
        move(database_at(full), target)
    assert raised.value.where == target.location
    assert target.is_empty()


@pytest.mark.parametrize(("one", "other"), DIRECTIONS)
async def test_a_bot_that_runs_is_in_the_way(one: str, other: str, places: Places) -> None:
    source, target = database_at(places.new(one)), database_at(places.new(other))
    async with source.open() as store:
        await Table(store).finish()
        assert source.is_in_use()
        await _refused(InUse, source, target)
    assert not source.is_in_use() or one == "server"
    async with target.open() as store:
        await store.note("any")
        await _refused(InUse, source, target)
    assert target.is_empty()
    assert await asyncio.to_thread(move, source, target) == 1


async def _refused(kind: type[Trouble], source: Database, target: Database) -> None:
    with pytest.raises(kind):
        await asyncio.to_thread(move, source, target)


def test_a_schema_of_another_version(
    full: str, filled: Callable[[str], str], places: Places
) -> None:
    server, target = filled("server"), database_at(places.new("file"))
    for newer in ("PRAGMA user_version = 99", "UPDATE schema SET version = 99, least = 99"):
        name = full if "PRAGMA" in newer else server
        tell(name, newer)
        with pytest.raises(NewerSchema):
            move(database_at(name), target)
    tell(full, "PRAGMA user_version = 5")
    with pytest.raises(OlderSchema):
        move(database_at(full), target)
    assert not Path(str(target)).exists()


def test_where_nothing_is(places: Places) -> None:
    missing, empty = database_at(places.new("file")), database_at(places.new("server"))
    target = database_at(places.new("file"))
    with pytest.raises(NoDatabase):
        move(missing, target)
    with pytest.raises(NoTables):
        move(empty, target)
    assert not Path(str(target)).exists()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_database_stays_where_it_is(engine: str, filled: Callable[[str], str]) -> None:
    there = filled(engine)
    before = contents(database_at(there))
    with pytest.raises(MovedOntoItself):
        move(database_at(there), database_at(there))
    assert contents(database_at(there)) == before
