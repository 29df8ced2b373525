"""Upgrades of the schema: all or nothing, whatever happens, and from every released schema."""

import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from engine.duel import Finished, Playing
from engine.fairness import Unrated
from engine.ids import Instant, PlayerId
from storage.ids import DuelId, GuildId
from storage.match import BoardMode
from storage.people import Challenges, Pings, Preferences
from storage.sqlite.check import check
from storage.sqlite.file import connect_reading, connect_writing, pragma
from storage.sqlite.migrate import MIGRATIONS, Migration, current, migrate, migrate_file, statements
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import (
    FailedMigration,
    InUse,
    Locked,
    NewerSchema,
    NoDatabase,
    NotCounted,
    OlderSchema,
)
from tests.storage.builders import ANA, BO, GUILD, START, Table
from tests.storage.copy_process import later_table
from tests.storage.damage import say
from tests.storage.expected_ladders import fold
from tests.storage.failures import go_on, let_go, other, says, stored
from tests.storage.neighbour_process import PATIENCE
from tests.storage.released.make import database, fill, make

NEWEST = len(MIGRATIONS)
# The first schema with ratings.
RATED = 3
# The first schema in which `server` has every server.
LISTED = 7
# The first schema in which a server chooses how its boards are shown.
BOARDS = 5
# The first schema in which a server chooses variants of games.
VARIANTS = 8
SQL = [
    file.name
    for file in (files("storage.sqlite") / "migrations").iterdir()
    if file.name.endswith(".sql")
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place without a file."""
    return tmp_path / "duelhost.db"


def content(path: Path) -> list[str]:
    """Schema, rows and version, read without the store."""
    with closing(sqlite3.connect(path)) as db:
        return [*db.iterdump(), str(pragma(db, "user_version"))]


def schema(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
        return [sql for (sql,) in rows]


def next_ones(*sqls: str) -> list[Migration]:
    """Return the known migrations and more."""
    more = [Migration(NEWEST + nth, "more", sql) for nth, sql in enumerate(sqls, start=1)]
    return [*MIGRATIONS, *more]


def migrate_at(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> list[Migration]:
    with closing(connect_writing(path, PATIENCE)) as db:
        return migrate(db, path, migrations)


@pytest.fixture
def filled(path: Path) -> Path:
    return Path(shutil.copy(database(NEWEST), path))


# The files.


def test_numbers_have_no_gaps() -> None:
    assert [each.number for each in MIGRATIONS] == list(range(1, NEWEST + 1))


def test_no_file_is_passed_over() -> None:
    assert len(SQL) == NEWEST


@pytest.mark.parametrize("migration", MIGRATIONS, ids=lambda each: each.number)
def test_the_first_line_is_a_reason(migration: Migration) -> None:
    assert re.fullmatch(r"-- [A-Z].+\.", migration.sql.splitlines()[0])
    assert migration.sql.startswith(f"-- {migration.reason}\n")


def test_statements_come_one_by_one() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM b;\n  DELETE FROM c;\nEND;\n"
    sql = f"-- A reason; and more.\nSELECT ';\n';\n{trigger}"
    assert list(statements(sql)) == ["-- A reason; and more.\nSELECT ';\n';\n", trigger]


# Up to date, or not to be upgraded.


def test_a_file_that_is_up_to_date_is_left_alone(filled: Path) -> None:
    kept = filled.read_bytes()
    assert migrate_file(filled) == []
    assert filled.read_bytes() == kept


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
async def test_a_newer_schema_is_left_alone(filled: Path, mode: str) -> None:
    """A backup has no log, and reading it doesn't create one."""
    with closing(sqlite3.connect(filled)) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")
        db.execute(f"PRAGMA journal_mode = {mode}")
    kept = filled.read_bytes()
    with pytest.raises(NewerSchema) as raised:
        async with open_store(filled):
            pass
    assert raised.value.facts() == {"where": filled, "found": NEWEST + 1, "known": NEWEST}
    assert filled.read_bytes() == kept
    with pytest.raises(NewerSchema):
        list(check(filled))


def test_an_older_schema_is_not_read(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db:
        db.execute(f"PRAGMA user_version = {NEWEST - 1}")
    with closing(connect_reading(filled)) as db, pytest.raises(OlderSchema) as raised:
        current(db, filled)
    assert raised.value.facts() == {"where": filled, "found": NEWEST - 1, "known": NEWEST}


def test_there_has_to_be_a_file(path: Path) -> None:
    with pytest.raises(NoDatabase):
        migrate_file(path)
    assert not path.exists()


async def test_nobody_else_may_work_with_the_file(path: Path) -> None:
    async with open_store(path):
        with pytest.raises(InUse):
            migrate_file(path)


# Failures.

FAILING = {
    "no such table": "UPDATE nowhere SET x = 1;",
    "no SQL": "CRATE TABLE b (x);",
    "a broken check": "INSERT INTO pulse (shards, shard, at) VALUES (1, 0, 0);",
    "not unique": "INSERT INTO server (guild) SELECT guild FROM server;",
    "null": "UPDATE standing SET wins = NULL;",
    "no end": "CREATE TABLE b (x INTEGER) STRICT",
    "two on a line": "CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE c (x INTEGER) STRICT;",
}


@pytest.mark.parametrize("second", FAILING.values(), ids=FAILING)
def test_a_migration_that_fails_changes_nothing(filled: Path, second: str) -> None:
    before = content(filled)
    sql = f"CREATE TABLE a (x INTEGER) STRICT;\nDROP TABLE receipt;\n{second}\n"
    with pytest.raises(FailedMigration) as raised:
        migrate_at(filled, next_ones(sql))
    assert raised.value.number == NEWEST + 1
    assert raised.value.detail
    assert content(filled) == before


def test_those_before_a_migration_that_fails_stay(filled: Path) -> None:
    good = [f"CREATE TABLE {name} (x INTEGER) STRICT;" for name in "abc"]
    with pytest.raises(FailedMigration) as raised:
        migrate_at(filled, next_ones(good[0], good[1], "UPDATE nowhere SET x = 1;"))
    assert raised.value.number == NEWEST + 3
    after_two = content(filled)
    assert after_two[-1] == str(NEWEST + 2)
    # Once it is mended, it goes on from there.
    mended = next_ones(*good)
    assert migrate_at(filled, mended) == [mended[-1]]
    assert set(schema(filled)) > {each.removesuffix(";") for each in good}


def test_another_program_holds_the_file(filled: Path) -> None:
    before = content(filled)
    more = next_ones("CREATE TABLE a (x INTEGER) STRICT;")
    with other("hold", filled, "BEGIN IMMEDIATE") as holder:
        assert says(holder) == "held"
        with pytest.raises(Locked):
            migrate_at(filled, more)
        let_go(holder)
    assert content(filled) == before
    assert migrate_at(filled, more) == more[-1:]


# Kills.


# The statements that it is killed before, when others have been done already.
LATE = ["user_version =", "COMMIT"]


@pytest.mark.parametrize("gate", ["DELETE FROM duel", *LATE])
def test_a_migration_that_is_killed_changes_nothing(filled: Path, gate: str) -> None:
    before = content(filled)
    sql = "CREATE TABLE a (x INTEGER) STRICT;\nDELETE FROM duel;\n"
    with other("migrate_to_gate", filled, NEWEST + 1, sql, gate) as killed:
        assert says(killed) == "inside"
        killed.kill()
        killed.wait()
    assert content(filled) == before
    more = next_ones(sql)
    assert migrate_at(filled, more) == more[-1:]
    assert stored(filled) == {}


@pytest.mark.parametrize("gate", ["TABLE server", "TABLE receipt", *LATE])
async def test_the_first_opening_is_killed(path: Path, gate: str) -> None:
    with other("migrate_to_gate", path, 1, MIGRATIONS[0].sql, gate) as killed:
        assert says(killed) == "inside"
        killed.kill()
        killed.wait()
    assert schema(path) == []
    async with open_store(path) as store:
        await fill(store)
    assert list(check(path)) == []


def test_two_open_a_new_file_at_once(path: Path) -> None:
    with (
        other("keep_open", path, "ready") as one,
        other("keep_open", path, "ready") as two,
    ):
        both = one, two
        assert [says(each) for each in both] == ["ready", "ready"]
        for each in both:
            go_on(each)
        # The first one keeps it open until it is told to let go.
        assert sorted(map(says, both)) == ["in-use", "open"]
    assert migrate_file(path) == []


# From every released schema.


async def test_the_newest_has_its_database_too(path: Path) -> None:
    assert database(NEWEST).exists(), "make it: uv run python -m tests.storage.released.make"
    await make(path)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert list(check(path)) == []


@pytest.fixture(params=range(1, NEWEST + 1))
def number(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def released(number: int, path: Path) -> Path:
    """A database as that version of Duelhost has left it."""
    shutil.copy(database(number), path)
    return path


def test_a_released_migration_is_what_it_was(number: int, released: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    migrate_at(fresh, MIGRATIONS[:number])
    assert schema(released) == schema(fresh)
    assert content(released)[-1] == str(number)


async def catch_up(store: Store) -> None:
    """Recalculate as the bot does after it has started."""
    for guild in await store.recalculating():
        while await store.recalculate_some(guild):
            pass
    assert await store.recalculating() == ()


async def test_an_upgraded_schema_is_that_of_a_new_file(released: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    for each in (released, fresh):
        async with open_store(each):
            pass
    assert schema(released) == schema(fresh)
    assert content(released)[-1] == content(fresh)[-1] == str(NEWEST)


async def test_what_an_older_one_has_kept_is_there(number: int, released: Path) -> None:
    with closing(sqlite3.connect(released)) as db:
        rows = db.execute("SELECT guild, id, phase, record FROM duel").fetchall()
        refused = db.execute("SELECT count(*) FROM receipt WHERE refusal IS NOT NULL").fetchone()
    assert {phase for _, _, phase, _ in rows} == {"offered", "withdrawn", "playing", "finished"}
    assert refused[0]
    assert len(migrate_file(released)) == NEWEST - number
    found = list(check(released))
    async with open_store(released) as store:
        if number < RATED:
            # Standings are recalculated, because the upgrade adds columns to them.
            guilds = await store.recalculating()
            assert set(guilds) == {guild for guild, _, phase, _ in rows if phase == "finished"}
            assert [(type(each), each.facts()["guild"]) for each in found] == [
                (NotCounted, guild) for guild in guilds
            ]
            assert (await store.leaderboard(GUILD)).recalculating
        else:
            assert (await store.recalculating(), found) == ((), [])
        await catch_up(store)
        assert not (await store.leaderboard(GUILD)).recalculating
        for guild, each, phase, record in rows:
            duel = (await store.duel(GuildId(guild), DuelId(each))).duel
            assert type(duel).__name__.lower() == phase
            assert getattr(duel, "record", None) is None or duel.record.text == record  # type: ignore[union-attr]
        chosen = Preferences(Pings.AWAY, Challenges.NOBODY, pings_offered=number >= BOARDS)
        assert await store.preferences(GUILD, ANA) == chosen
        rules = await store.house_rules(GUILD)
        assert rules.channels
        assert rules.board_mode is (BoardMode.THREAD if number >= BOARDS else BoardMode.ONE)
        assert rules.variant_of("divisor") == ("ranked" if number >= VARIANTS else None)
        ended = await store.ended_in(GUILD, 99)
        assert any(any(each.good_game) for each in ended) is (number >= BOARDS)
        marks = [mark for each in await store.open_in(GUILD, 99) for mark in each.ratings if mark]
        assert any(each.provisional for each in marks) is (number >= VARIANTS)
        begun = {(each.board_mode, None in each.ratings) for each in await store.open_in(GUILD, 99)}
        assert ((BoardMode.THREAD, False) in begun) is (number >= BOARDS)
        assert number >= BOARDS or begun == {(BoardMode.ONE, True)}
        everybody = {seat for guild, each, *_ in rows for seat in await players(store, guild, each)}
        standings = [(await store.profile(GUILD, each)).overall for each in everybody]
        assert sum(each.played for each in standings)
        assert any(each.rank for each in standings) is (number >= RATED)
    assert list(check(released)) == []


async def players(store: Store, guild: int, number: int) -> tuple[PlayerId, PlayerId]:
    terms = (await store.duel(GuildId(guild), DuelId(number))).duel.terms
    return terms.challenger, terms.opponent


async def test_what_was_played_before_there_were_ratings_moves_none(path: Path) -> None:
    shutil.copy(database(RATED - 1), path)
    say(path, "UPDATE duel SET rated = 0 WHERE id = 1")
    async with open_store(path) as store:
        await catch_up(store)
        duels = [each.duel for each in await store.ended_in(GUILD, 99)]
        assert len(duels) > 5
        unrated = {each.terms.unrated for each in duels}
        assert unrated == {Unrated.EARLIER, Unrated.CASUAL}
        assert (await store.duel(GUILD, DuelId(1))).duel.terms.unrated is Unrated.CASUAL
        running = [each for each in await store.open_in(GUILD) if isinstance(each.duel, Playing)]
        assert {each.duel.terms.unrated for each in running} == {Unrated.EARLIER}
        folded = fold(
            (nth, each) for nth, each in enumerate(reversed(duels), 1) if isinstance(each, Finished)
        )
        assert folded.gains == {}
        assert {each.place for each in (await store.leaderboard(GUILD)).places} == {None}
        for (player, game), standing in folded.standings.items():
            profile = await store.profile(GUILD, player)
            found = profile.overall if game == "all" else profile.games[game]
            assert found == standing
        # From now on duels are rated.
        table = later_table(store)
        assert (await table.rate(BO, ANA)).gains
    assert list(check(path)) == []


async def test_who_was_reminded_before_an_upgrade_is_not_reminded_again(path: Path) -> None:
    """The first schema took every reminder for a sent one."""
    shutil.copy(database(1), path)
    say(path, "UPDATE duel SET due = deadline WHERE phase = 'playing'")
    async with open_store(path) as store:
        await store.give_time_back(START)
        running = [each.duel for each in await store.open_in(GUILD)]
        deadline = min(each.deadline for each in running if isinstance(each, Playing))
        assert not (await store.ring(Instant(deadline - 1))).reminded
        await catch_up(store)
    assert list(check(path)) == []


async def test_servers_that_only_receipts_and_choices_tell_of_are_found(path: Path) -> None:
    shutil.copy(database(LISTED - 1), path)
    say(path, "INSERT INTO preferences (guild, player, pings, challenges) VALUES (7, 1, '', '')")
    say(path, "INSERT INTO blocked (guild, player) VALUES (8, 1)")
    say(
        path,
        "INSERT INTO receipt (guild, interaction, at, player, refusal) VALUES (9, 1, 1, 1, '')",
    )
    async with open_store(path) as store:
        assert {7, 8, 9, GUILD} <= {*await store.servers()}
        await store.forget_receipts(GuildId(9), START)
        assert await store.servers_with_data(PlayerId(1)) == (7, 8)


async def test_play_goes_on_after_an_upgrade(released: Path) -> None:
    async with open_store(released) as store:
        table = Table(store)
        # Interactions with receipts are not used again.
        for _ in range(1000):
            table.call(ANA)
        running = [
            each for each in await store.running(GUILD, ANA) if isinstance(each.duel, Playing)
        ]
        assert running
        for each in running:
            assert isinstance(each.duel, Playing)
            move = each.duel.record.game.text(each.duel.record.legal[0])
            moved = await table.play(each, move)
            assert moved.step == each.step + 1
        await table.finish()
        await table.rate()
        # All duels run out of time in the end.
        assert (await store.ring(Instant(2 * START))).ended
        await catch_up(store)
    assert list(check(released)) == []
