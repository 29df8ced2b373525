# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""The check finds every kind of damage, and nothing in a sound database."""

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.ids import PlayerId
from engine.ledger import EVERY_GAME
from storage.sqlite import integrity
from storage.sqlite.check import check
from storage.sqlite.file import APPLICATION
from storage.trouble import (
    Corrupt,
    DamagedDuel,
    NewerSchema,
    NoDatabase,
    NotCounted,
    NotOurs,
    OlderSchema,
    WrongCount,
    WrongCourse,
    WrongStanding,
)
from storage.units.standing_rows import NAMES
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    results,
    terms,
)
from tests.storage.copy_process import later_table
from tests.storage.damage import damage, say
from tests.storage.databases import Database, Engine
from tests.storage.full_server import EVE, PHASES, facts

pytestmark = pytest.mark.every_engine(unchecked=True)

# Whose end came last.
LAST = f"(SELECT ends FROM server WHERE guild = {GUILD}) AND guild = {GUILD}"


@pytest.fixture
def path(tmp_path: Path, everything: Path) -> Path:
    return Path(shutil.copy(everything, tmp_path))


@pytest.fixture
def sound(engine: Engine, everything: Path) -> Database:
    """A database in which everything has happened, for a test to damage."""
    return engine.shared(everything)


def test_nothing_is_found_where_everything_has_been_played(path: Path) -> None:
    told: list[tuple[int, int]] = []
    assert list(check(path, lambda done, total: told.append((done, total)))) == []
    with closing(sqlite3.connect(path)) as db:
        (total,) = db.execute("SELECT count(*) FROM duel").fetchone()
        phases = {phase for (phase,) in db.execute("SELECT DISTINCT phase FROM duel")}
        reasons = {reason for (reason,) in db.execute("SELECT DISTINCT reason FROM duel")}
    judged = [each for each in told if each != (0, 1)]  # while SQLite looks at the file
    assert judged == [(done, total) for done in range(1, total + 1)]
    assert phases == PHASES.keys()
    assert reasons >= {"stuck", "resigned", "ended", "timed-out"}
    assert reasons >= {None, "declined", "cancelled", "expired"}


def test_a_check_is_told_of_while_sqlite_looks_at_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "STRIDE", 100)
    told: list[int] = []
    assert list(check(path, lambda done, _total: told.append(done))) == []
    assert told[0] == 0


# Sentences.


@dataclass(frozen=True)
class Damage:
    done: str
    found: tuple[object, ...]


def duel(number: int, change: str, detail: str) -> Damage:
    where = f"WHERE guild = {GUILD} AND id = {number}"
    return Damage(f"UPDATE duel SET {change} {where}", (DamagedDuel, GUILD, number, detail))


# The winner of one unrated duel.
ONCE = results("w")


def standing(guild: int, player: int, game: str, season: int = 1) -> str:
    """Insert a standing that no duel explains."""
    return (
        "INSERT INTO standing (guild, player, season, game, wins, losses, ties, streak, form,"
        f" rated, testers, settled, stands) VALUES ({guild}, {player}, {season}, '{game}',"
        " 1, 0, 0, 1, 'w', 0, '', 0, 0)"
    )


CONTRADICTION = "its parts contradict one another"
ROW = "its row should say otherwise: "


@pytest.mark.parametrize(
    "damage",
    [
        duel(1, "winner = 0", CONTRADICTION),
        duel(1, "reason = 'pairs'", CONTRADICTION),
        duel(1, "reason = 'boredom'", "'boredom' is not a valid Reason"),
        duel(2, "step = 4", CONTRADICTION),
        duel(2, "record = '1/divisor/size=20/6-3-9'", CONTRADICTION),
        duel(2, "opponent = challenger", CONTRADICTION),
        duel(2, "due = due + 1", f"{ROW}due"),
        duel(2, "due = NULL", f"{ROW}due"),
        duel(2, "reminding = step, due = due - 1", f"{ROW}due"),
        duel(2, "reminding = step, due = deadline + 1", f"{ROW}due"),
        duel(2, "reminding = step, due = NULL", f"{ROW}due"),
        duel(2, "reminded = step", f"{ROW}due"),
        duel(2, "reminded = step, due = deadline - 1", f"{ROW}due"),
        duel(2, "winner = 0", f"{ROW}winner"),
        duel(2, "seated = 'opponent'", CONTRADICTION),
        duel(3, "due = due + 1", f"{ROW}due"),
        duel(3, "deadline = deadline + 1", f"{ROW}due"),
        Damage(
            f"UPDATE server SET duels = duels + 1 WHERE guild = {GUILD}",
            (WrongCount, GUILD, "duels"),
        ),
        Damage(
            f"DELETE FROM duel WHERE guild = {GUILD} AND id = 4", (WrongCount, GUILD, "duels")
        ),
        Damage(
            f"UPDATE server SET ends = ends + 1 WHERE guild = {GUILD}",
            (WrongCount, GUILD, "ends"),
        ),
        Damage(f"UPDATE duel SET nth = nth + 1 WHERE guild = {ELSEWHERE}",
            (WrongCount, ELSEWHERE, "ends"),
        ),
        Damage(
            f"UPDATE server SET erased = 1 WHERE guild = {GUILD}", (WrongCount, GUILD, "erased")
        ),
        Damage(
            f"UPDATE standing SET streak = 2 WHERE guild = {ELSEWHERE} AND player = {CY}"
            " AND game = 'divisor'",
            (WrongStanding, ELSEWHERE, CY, "divisor", 1, replace(ONCE, streak=2), ONCE),
        ),
        Damage(
            f"DELETE FROM standing WHERE guild = {ELSEWHERE} AND player = {CY} AND game = 'all'",
            (WrongStanding, ELSEWHERE, CY, EVERY_GAME, 1, None, ONCE),
        ),
        Damage(
            standing(ELSEWHERE, CY, "split", season=2),
            (WrongStanding, ELSEWHERE, CY, "split", 2, ONCE, None),
        ),
        Damage(
            f"DELETE FROM course WHERE guild = {ELSEWHERE} AND player = {CY} AND game = 'all'",
            (WrongCourse, ELSEWHERE, CY, EVERY_GAME, 1),
        ),
        Damage(
            f"INSERT INTO course SELECT guild, nth + 1, player, game, {NAMES}, gain FROM course"
            f" WHERE guild = {ELSEWHERE} AND player = {CY} AND game = 'all'",
            (WrongCount, ELSEWHERE, "steps of standings"),
        ),
        Damage(
            f"INSERT INTO census VALUES ({ELSEWHERE}, 'divisor', 1, 0, 0)",
            (WrongCount, ELSEWHERE, "settled players"),
        ),
        Damage(f"DELETE FROM census WHERE guild = {GUILD} AND game = 'all'",
            (WrongCount, GUILD, "settled players"),
        ),
        Damage(
            f"INSERT INTO season VALUES ({ELSEWHERE}, 3, 2, 0)", (WrongCount, ELSEWHERE, "seasons")
        ),
        Damage(
            f"INSERT INTO season VALUES ({ELSEWHERE}, 2, 1, 0)", (WrongCount, ELSEWHERE, "seasons")
        ),
        Damage(
            f"INSERT INTO season VALUES ({ELSEWHERE}, 2, 3, 0)", (WrongCount, ELSEWHERE, "seasons")
        ),
        Damage(
            f"UPDATE server SET entered = 0 WHERE guild = {ELSEWHERE}",
            (NotCounted, ELSEWHERE, 1),
        ),
        Damage(
            f"UPDATE server SET entered = 2 WHERE guild = {ELSEWHERE}",
            (WrongCount, ELSEWHERE, "entered ends"),
        ),
    ],
    ids=lambda damage: damage.done,
)  # fmt: skip
def test_damage_is_found_and_named(sound: Database, damage: Damage) -> None:
    sound.say(damage.done)
    assert damage.found in facts(sound.check())


def test_a_move_that_the_rules_refuse_is_found(sound: Database) -> None:
    sound.say(f"UPDATE duel SET record = '1/divisor/size=20/6-4' WHERE guild = {GUILD} AND id = 2")
    (damaged,) = sound.check()
    assert isinstance(damaged, DamagedDuel)
    assert damaged.number == 2
    assert "illegal-record" in damaged.detail


def test_a_duel_that_cannot_be_read_still_has_its_result(sound: Database) -> None:
    """A wrong standing isn't reported for everybody who has played the player since."""
    record = "SET record = '1/divisor/size=7/1-7-1' WHERE"
    sound.say(f"UPDATE duel {record} guild = {GUILD} AND id = 1")
    (damaged,) = sound.check()
    assert isinstance(damaged, DamagedDuel)
    assert damaged.number == 1


@pytest.mark.parametrize(
    "change",
    [
        f"void = 0, step = step - 1 WHERE void = 1 AND nth = {LAST}",
        f"void = 1, step = step + 1 WHERE nth = {LAST}",
    ],
)
async def test_a_duel_counts_unless_it_is_void(any_database: Database, change: str) -> None:
    async with any_database.open() as store:
        table = Table(store)
        over = await table.finish(CY, PlayerId(99))
        if "void = 0" in change:
            await store.void(table.call(ANA), over.id)
    any_database.say(f"UPDATE duel SET {change}")
    found = any_database.check()
    assert {type(each) for each in found} == {WrongStanding}
    assert len(found) == 4  # of two players, in the game and over all


def test_a_result_that_was_another_is_found_with_all_whom_it_concerns(
    sound: Database,
) -> None:
    """Its players and those who have played them since, each named once."""
    sound.say(f"UPDATE duel SET void = 1, step = step + 1 WHERE guild = {GUILD} AND id = 1")
    found = sound.check()
    assert {type(each) for each in found} >= {WrongStanding}
    named = [
        (each.player, each.game, each.facts().get("season", 1))
        for each in found
        if isinstance(each, WrongStanding | WrongCourse)
    ]
    assert len(named) == len(set(named))
    assert {ANA, BO, EVE} <= {player for player, *_ in named}


@pytest.mark.parametrize(
    "change",
    [
        "testers = 'nobody'",
        "testers = '1,,2'",
        "deviation = NULL",
        "volatility = NULL",
        "at = NULL",
    ],
)
def test_a_standing_that_cannot_be_read_is_found(sound: Database, change: str) -> None:
    where = f"WHERE guild = {GUILD} AND player = {EVE} AND game = 'all' AND season = 1"
    sound.say(f"UPDATE standing SET {change} {where}", f"UPDATE course SET {change}")
    found = [each for each in sound.check() if isinstance(each, WrongStanding)]
    (wrong,) = found
    assert wrong.stored
    assert wrong.counted
    assert wrong.counted.rank
    assert wrong.stored == replace(wrong.counted, rank=None)


def test_a_rating_that_is_hardly_another_is_none(sound: Database) -> None:
    """Rounding of another machine."""
    for table in ("standing", "course"):
        sound.say(f"UPDATE {table} SET rating = rating + 1e-7, volatility = volatility * 1.0000001")
    assert sound.check() == []


def test_during_a_recalculation_there_is_nothing_to_compare(sound: Database) -> None:
    sound.say("DELETE FROM standing", "DELETE FROM course", "UPDATE server SET entered = 3")
    found = {(type(each), each.guild): each for each in sound.check()}  # type: ignore[attr-defined]
    assert found.keys() == {(NotCounted, GUILD), (WrongCount, ELSEWHERE)}


@pytest.mark.parametrize("column", ["record", "first", "reason"])
def test_a_text_that_is_none_is_found(path: Path, column: str) -> None:
    """Only SQLite stores such a text."""
    say(path, f"UPDATE duel SET {column} = CAST(x'ff' AS TEXT) WHERE guild = {GUILD} AND id = 1")
    found = [*check(path)]
    assert (GUILD, 1) in {(each.guild, each.number) for each in found if type(each) is DamagedDuel}


@pytest.mark.parametrize(
    "stray",
    [
        f"UPDATE duel SET challenger = -9 WHERE guild = {GUILD} AND id = 4",
        f"UPDATE duel SET opponent = -9 WHERE guild = {GUILD} AND id = 4",
        f"UPDATE standing SET player = -9, stands = 0 WHERE guild = {GUILD} AND player = {ANA}",
        f"UPDATE course SET player = -9 WHERE guild = {GUILD} AND player = {ANA}",
    ],
)
def test_nobody_has_a_number_that_the_next_erased_one_may_get(sound: Database, stray: str) -> None:
    sound.say(stray)
    assert (WrongCount, GUILD, "erased") in facts(sound.check())


@pytest.mark.parametrize(
    ("stray", "found"),
    [
        ("INSERT INTO server (guild, ends) VALUES (4, 1)", (WrongCount, 4, "ends")),
        (f"UPDATE duel SET guild = 4 WHERE guild = {ELSEWHERE}", (WrongCount, 4, "duels")),
        (
            standing(4, 9, "all"),
            (WrongStanding, 4, 9, EVERY_GAME, 1, ONCE, None),
        ),
        (
            f"INSERT INTO course SELECT 4, nth, player, game, {NAMES}, gain FROM course",
            (WrongCount, 4, "steps of standings"),
        ),
        ("INSERT INTO census VALUES (4, 'all', 1, 5, 5)", (WrongCount, 4, "settled players")),
        ("INSERT INTO rung VALUES (4, 1, 'all', 1, 187, 1)", (WrongCount, 4, "players on rungs")),
        ("INSERT INTO season VALUES (4, 2, 1, 0)", (WrongCount, 4, "seasons")),
    ],
)
def test_no_server_is_overlooked(sound: Database, stray: str, found: tuple[object, ...]) -> None:
    sound.say(stray)
    assert found in facts(sound.check())


def test_ends_in_another_order_are_found_where_they_matter(sound: Database) -> None:
    """Streaks and ratings depend on the order of ends."""
    sound.say(
        f"UPDATE duel SET nth = 1000 WHERE guild = {GUILD} AND nth = 1",
        f"UPDATE duel SET nth = nth - 1 WHERE guild = {GUILD} AND nth IS NOT NULL",
        f"UPDATE duel SET nth = (SELECT max(ends) FROM server) WHERE guild = {GUILD} AND nth = 999",
    )
    found = {type(each) for each in sound.check()}
    assert {WrongStanding} <= found <= {WrongStanding, WrongCourse}


def test_a_duel_and_all_that_counted_it_are_missing(sound: Database) -> None:
    """In a server of which nothing else is stored."""
    sound.say(f"DELETE FROM server WHERE guild = {ELSEWHERE}")
    assert facts(sound.check()) == [
        (WrongCount, ELSEWHERE, "duels"),
        (WrongCount, ELSEWHERE, "ends"),
    ]


def test_what_sqlite_finds_damaged_is_not_judged(path: Path) -> None:
    damage(path, "duel_by_end")
    say(path, "DELETE FROM standing")
    found = [*check(path)]
    assert {type(each) for each in found} == {Corrupt}
    assert "duel_by_end" in str(found[0])


@pytest.mark.parametrize("name", ["duel", "duel_by_end", "server"])
def test_a_page_that_cannot_be_read(path: Path, name: str) -> None:
    damage(path, name, whole=True)
    with pytest.raises(Corrupt):
        [*check(path)]


def test_files_that_cannot_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with pytest.raises(NoDatabase):
        [*check(path)]
    path.touch()
    with pytest.raises(NotOurs):
        [*check(path)]
    say(path, f"PRAGMA application_id = {APPLICATION}")
    with pytest.raises(OlderSchema):
        [*check(path)]
    say(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerSchema):
        [*check(path)]


async def test_a_check_looks_at_one_moment(engine: Engine, everything: Path) -> None:
    """A duel ends between the reading of duels and of standings."""
    inside, done = threading.Event(), threading.Event()
    database = engine.new(everything)

    def gate() -> None:
        inside.set()
        assert done.wait(30)

    async with database.open() as store:
        checking = asyncio.create_task(asyncio.to_thread(database.check, gate))
        await asyncio.to_thread(inside.wait)
        table = later_table(store)
        try:
            await table.play(await table.start(terms(CY, DI, SHORT)), *SHORT_MOVES)
            await store.erase(GUILD, ANA, table.now)
        finally:
            done.set()
        assert await checking == []
    assert database.check() == []
