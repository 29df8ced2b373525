# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""What the check finds, and that it finds nothing where nothing is."""

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from engine.duel import First, Playing
from engine.games import GAMES, set_up
from engine.ids import Instant, PlayerId, Span
from engine.ledger import EVERY_GAME
from engine.outcome import Seat
from storage.ids import MessageId
from storage.match import Board, Posting
from storage.people import HouseRules, Preferences
from storage.sqlite import integrity
from storage.sqlite.check import check
from storage.sqlite.file import APPLICATION
from storage.sqlite.standings import NAMES
from storage.sqlite.store import open_store
from storage.trouble import (
    Corrupt,
    DamagedDuel,
    DamagedPreferences,
    NewerSchema,
    NoDatabase,
    NotCounted,
    NotOurs,
    OlderSchema,
    Trouble,
    WrongCount,
    WrongCourse,
    WrongSchema,
    WrongStanding,
)
from tests.storage.copying import later_table
from tests.storage.damage import damage, say
from tests.storage.table import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    SHORT,
    SHORT_MOVES,
    Table,
    results,
    terms,
)

WEEK = Span(7 * DAY)
LAST = f"(SELECT ends FROM server WHERE guild = {GUILD}) AND guild = {GUILD}"
EVE, FAY = PlayerId(DI + 1), PlayerId(DI + 2)


async def play_everything(path: Path) -> None:
    """All that can happen to a duel, through the store. The numbers of those that damage is done to
    are under `PHASES`."""
    async with open_store(path) as store:
        table = Table(store)
        await table.store.beat(table.now)
        drawn = terms(game=SHORT, first=First.DRAWN)
        await table.play(await table.start(drawn), *SHORT_MOVES)  # 1: Bo wins
        await table.play(await table.start(terms(clock=WEEK)), "6", "3")  # 2
        await table.offer(terms(PlayerId(5), PlayerId(6)), Posting(CHANNEL, WEEK))  # 3
        declined = await table.offer(terms(CY, ANA))
        await store.decline(table.call(ANA), declined.id)  # 4
        await every_end(table)
        await two_seasons(table)
        for game in GAMES:
            await play_through(table, game)
        elsewhere = Table(store, ELSEWHERE)
        await elsewhere.finish(CY, DI)
        await store.prefer(GUILD, ANA, Preferences())
        await store.rule_house(GUILD, HouseRules(DAY, frozenset({CHANNEL})))
        await store.posted(GUILD, declined.id, Board(CHANNEL, MessageId(1), 1))
        await later_table(store).start(terms(BO, DI))
        for erased in (CY, DI):
            await store.erase(GUILD, erased, table.now)


async def every_end(table: Table) -> None:
    store = table.store
    await store.resign(table.call(ANA), (await table.start()).id)
    await store.end(table.call(CY), (await table.start()).id, Seat.SECOND)
    await store.end(table.call(CY), (await table.start()).id)
    await store.void(table.call(CY), (await table.finish(DI, BO)).id)
    await store.cancel(table.call(ANA), (await table.offer()).id)
    # Two whose players are reminded, one whose time is over, and one that nobody answers in time.
    await table.offer(terms(BO, CY))
    for each in (7, 8):
        await table.start(terms(ANA, PlayerId(each), first=First.DRAWN, clock=DAY))
    await table.start(terms(ANA, DI, clock=MINUTE))
    table.wait(MINUTE)
    now = Instant(table.now + DAY * 4 // 5)
    rung = await store.ring(now)
    assert {type(each.duel).__name__ for each in rung.ended} == {"Finished", "Withdrawn"}
    told, untold = rung.reminded
    assert await store.told(GUILD, told.id, told.step)
    await store.give_time_back(Instant(table.now + MINUTE))
    assert (await store.ring(now)).reminded == (await store.duel(GUILD, untold.id),)


async def two_seasons(table: Table) -> None:
    """Those who are settled, one who has met some of them, and one who has left."""
    for nth in range(5):
        await table.rate(*((ANA, BO) if nth % 2 else (BO, ANA)))
    for settled in (ANA, BO):
        await table.rate(settled, EVE)
    await table.tie(EVE, FAY)
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(ANA, BO)
    await table.store.void(table.call(CY), (await table.rate(EVE, FAY)).id)
    await table.play(await table.start(terms(EVE, FAY, SHORT, legs=2)), *SHORT_MOVES, "3")
    await table.store.begin_season(GUILD, 3, table.now)
    await table.rate(FAY, BO)
    await table.store.seen(GUILD, FAY, here=False)


async def play_through(table: Table, key: str) -> None:
    random = Random(7)
    match = await table.start(terms(BO, CY, set_up(key, {}, random), First.OPPONENT))
    while isinstance(match.duel, Playing):
        record = match.duel.record
        match = await table.play(match, record.game.text(random.choice(record.legal)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "duelhost.db"
    asyncio.run(play_everything(path))
    return path


@pytest.fixture
def path(tmp_path: Path, played: Path) -> Path:
    return Path(shutil.copy(played, tmp_path))


def columns(path: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}


def facts(troubles: list[Trouble]) -> list[tuple[object, ...]]:
    return [(type(each), *each.facts().values()) for each in troubles]


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


# Every column.

# A duel for each phase, and in it what may be changed without the duels and standings contradicting
# one another: who was asked and on what terms nobody has played yet, when and where.
PHASES = {"finished": 1, "playing": 2, "offered": 3, "withdrawn": 4}
WHERE = {"channel", "message", "shown"}
TERMS = {"unrated", "legs"}
HARMLESS = {
    "finished": WHERE | {"clock"},
    "playing": WHERE | TERMS | {"challenger", "opponent"},
    "offered": WHERE | TERMS | {"challenger", "opponent", "first", "clock"},
    "withdrawn": WHERE - {"shown"}
    | TERMS
    | {"challenger", "opponent", "first", "clock", "ended", "reason"},
}
# Something else that might stand there.
DUEL = {
    "guild": "guild + 1",
    "id": "id + 100",
    "phase": "CASE phase WHEN 'finished' THEN 'playing' ELSE 'finished' END",
    "challenger": "7",
    "opponent": "7",
    "first": "'opponent'",
    "seated": "CASE seated WHEN 'challenger' THEN 'opponent' ELSE 'challenger' END",
    "unrated": "iif(unrated IS NULL, 'casual', NULL)",
    "legs": "3 - legs",
    "clock": "clock + 4",
    "record": "record || CASE WHEN record LIKE '%/' THEN '1' ELSE '-1' END",
    "earlier": "record",
    "deadline": "coalesce(deadline, ended) + 1",
    "due": "coalesce(due, ended) + 1",
    "winner": "1 - coalesce(winner, 0)",
    "reason": "CASE reason WHEN 'declined' THEN 'cancelled' ELSE 'resigned' END",
    "ended": "coalesce(ended, deadline) + 1",
    "nth": "coalesce(nth, 0) + 50",
    "channel": "channel + 1",
    "message": "coalesce(message, 0) + 1",
    "step": "step + 1",
    "shown": "coalesce(shown, -1) + 1",
    "void": "1 - void",
    "reminding": "step + 1",
    "reminded": "step + 1",
}
SUMS = {
    "wins": "wins + 1",
    "losses": "losses + 1",
    "ties": "ties + 1",
    "streak": "streak + 1",
    "form": "form || 'w'",
    "rating": "rating + 0.01",
    "deviation": "deviation - 0.01",
    "volatility": "volatility + 0.0001",
    "at": "at + 1",
    "rated": "rated + 1",
    "testers": "'7'",
    "settled": "1 - settled",
}
STANDING = SUMS | {
    "guild": "guild + 1",
    "player": "7",
    "season": "season + 5",
    "game": "'chess'",
    "stands": "1 - stands",
}
COURSE = SUMS | {
    "guild": "guild + 1",
    "player": "7",
    "game": "'chess'",
    "nth": "nth + 100",
    "gain": "gain + 0.01",
}
CENSUS = {
    "guild": "guild + 1",
    "game": "'chess'",
    "nth": "nth + 100",
    "regulars": "regulars + 1",
    "settled": "settled + 1",
}
SEASON = {
    "guild": "guild + 1",
    "number": "number + 1",
    "first": "first + 1",
    "at": "at + 1",
}
SERVER = {
    "guild": "guild + 1",
    "duels": "duels + 1",
    "ends": "ends + 1",
    "entered": "entered + 1",
    "erased": "erased - 1",
    "clock": "clock + 1",
    "rated_a_day": "7",
}
COLUMNS = {
    "duel": DUEL,
    "standing": STANDING,
    "course": COURSE,
    "census": CENSUS,
    "season": SEASON,
    "server": SERVER,
}


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("DROP INDEX ladder", "ladder"),
        ("DROP TABLE receipt", "receipt"),
        ("ALTER TABLE server ADD COLUMN motto TEXT", "server"),
        ("CREATE TRIGGER t AFTER INSERT ON receipt BEGIN DELETE FROM receipt; END", "t"),
    ],
)
def test_what_isnt_as_it_was_made_is_found(path: Path, change: str, name: str) -> None:
    say(path, change)
    assert facts([*check(path)]) == [(WrongSchema, name)]


@pytest.mark.parametrize("counter", ["duels", "ends"])
def test_a_count_beyond_measure_is_found(path: Path, counter: str) -> None:
    say(path, f"UPDATE server SET {counter} = {2**62} WHERE guild = {GUILD}")
    assert facts([*check(path)])[0] == (WrongCount, GUILD, counter)


def test_preferences_that_nobody_can_have_are_found(path: Path) -> None:
    say(path, f"INSERT INTO preferences VALUES ({GUILD}, {CY}, 'sometimes', 'everyone')")
    assert facts([*check(path)]) == [(DamagedPreferences, GUILD, CY)]


@pytest.mark.parametrize("column", DUEL)
@pytest.mark.parametrize(("phase", "number"), PHASES.items())
def test_a_change_in_any_column_of_a_duel_is_found_or_harmless(
    path: Path, phase: str, number: int, column: str
) -> None:
    changed = f"SET {column} = {DUEL[column]} WHERE guild = {GUILD} AND id = {number}"
    say(path, f"UPDATE duel {changed} AND phase = '{phase}'")
    assert bool([*check(path)]) is (column not in HARMLESS[phase])


@pytest.mark.parametrize("column", STANDING)
def test_a_change_in_any_column_of_a_standing_is_found(path: Path, column: str) -> None:
    standing = f"guild = {GUILD} AND player = {EVE} AND game = 'divisor' AND season = 1"
    say(path, f"UPDATE standing SET {column} = {STANDING[column]} WHERE {standing}")
    assert {type(each) for each in check(path)} == {WrongStanding}


def test_who_has_left_the_duels_dont_say(path: Path) -> None:
    say(path, f"UPDATE standing SET stands = 0 WHERE player = {EVE}")
    assert {type(each) for each in check(path)} == {WrongStanding}
    say(path, f"INSERT INTO departed VALUES ({GUILD}, {EVE})")
    assert list(check(path)) == []


@pytest.mark.parametrize("column", COURSE)
def test_a_change_in_any_column_of_a_course_is_found(path: Path, column: str) -> None:
    nth, name = last_of(path, EVE)
    step = f"guild = {GUILD} AND player = {EVE} AND game = 'divisor' AND nth = {nth}"
    say(path, f"UPDATE course SET {column} = {COURSE[column]} WHERE {step}")
    found = facts([*check(path)])
    assert (WrongCourse, GUILD, EVE, "divisor", nth) in found
    elsewhere = [(WrongCount, GUILD + 1, "steps of standings")] if column == "guild" else []
    assert len(found) == 1 + len(elsewhere), name
    assert found[1:] == elsewhere


def last_of(path: Path, player: PlayerId) -> tuple[int, str]:
    """The last end of a player in the first season, and how it came about."""
    with closing(sqlite3.connect(path)) as db:
        nth, reason = db.execute(
            "SELECT nth, reason FROM duel WHERE guild = ? AND ? IN (challenger, opponent)"
            " AND nth < (SELECT min(first) FROM season) ORDER BY nth DESC LIMIT 1",
            (GUILD, player),
        ).fetchone()
    return int(nth), str(reason)


@pytest.mark.parametrize("column", CENSUS)
@pytest.mark.parametrize("which", ["max", "min"])
def test_a_change_in_any_column_of_a_census_is_found(path: Path, column: str, which: str) -> None:
    change = f"UPDATE census SET {column} = {CENSUS[column]} WHERE guild = {GUILD} AND game = 'all'"
    say(path, f"{change} AND nth = (SELECT {which}(nth) FROM census)")
    guilds = [GUILD, GUILD + 1] if column == "guild" else [GUILD]
    found = {(guild, "settled players") for guild in guilds}
    assert {(each.guild, each.detail) for each in check(path) if type(each) is WrongCount} == found
    assert {type(each) for each in check(path)} == {WrongCount}


@pytest.mark.parametrize("column", SEASON)
@pytest.mark.parametrize("number", [2, 3])
def test_a_change_in_any_column_of_a_season_is_found_or_harmless(
    path: Path, column: str, number: int
) -> None:
    change = f"UPDATE OR REPLACE season SET {column} = {SEASON[column]} WHERE guild = {GUILD}"
    say(path, f"{change} AND number = {number}")
    assert bool([*check(path)]) is (column != "at")


@pytest.mark.parametrize("column", SERVER)
def test_a_change_in_any_column_of_a_server_is_found_or_harmless(path: Path, column: str) -> None:
    say(path, f"UPDATE server SET {column} = {SERVER[column]} WHERE guild = {GUILD}")
    found = {type(each) for each in check(path)}
    expected = {"clock": set(), "rated_a_day": set(), "ends": {WrongCount, NotCounted}}
    assert found == expected.get(column, {WrongCount})


@pytest.mark.parametrize("table", COLUMNS)
def test_no_column_is_left_out(path: Path, table: str) -> None:
    assert columns(path, table) == COLUMNS[table].keys()


# What is said of it.


@dataclass(frozen=True)
class Damage:
    done: str
    found: tuple[object, ...]


def duel(number: int, change: str, detail: str) -> Damage:
    where = f"WHERE guild = {GUILD} AND id = {number}"
    return Damage(f"UPDATE duel SET {change} {where}", (DamagedDuel, GUILD, number, detail))


# Who won one duel that wasn't rated.
ONCE = results("w")


def standing(guild: int, player: int, game: str, season: int = 1) -> str:
    """One that no duel explains."""
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
def test_damage_is_found_and_named(path: Path, damage: Damage) -> None:
    say(path, damage.done)
    assert damage.found in facts([*check(path)])


def test_a_move_that_the_rules_refuse_is_found(path: Path) -> None:
    say(path, f"UPDATE duel SET record = '1/divisor/size=20/6-4' WHERE guild = {GUILD} AND id = 2")
    (damaged,) = check(path)
    assert isinstance(damaged, DamagedDuel)
    assert damaged.number == 2
    assert "illegal-record" in damaged.detail


def test_a_duel_that_cannot_be_read_still_has_its_result(path: Path) -> None:
    """So that what is wrong with one isn't said of everybody who has played since."""
    record = "SET record = '1/divisor/size=3/1-3-1' WHERE"
    say(path, f"UPDATE duel {record} guild = {GUILD} AND id = 1")
    (damaged,) = check(path)
    assert isinstance(damaged, DamagedDuel)
    assert damaged.number == 1


@pytest.mark.parametrize(
    "change",
    [
        f"void = 0, step = step - 1 WHERE void AND nth = {LAST}",
        f"void = 1, step = step + 1 WHERE nth = {LAST}",
    ],
)
async def test_a_duel_counts_unless_it_is_void(path: Path, change: str) -> None:
    async with open_store(path) as store:
        table = later_table(store)
        over = await table.finish(CY, PlayerId(99))
        if "void = 0" in change:
            await store.void(table.call(ANA), over.id)
    say(path, f"UPDATE duel SET {change}")
    found = [*check(path)]
    assert {type(each) for each in found} == {WrongStanding}
    assert len(found) == 4  # of two players, in the game and over all


def test_a_result_that_was_another_is_found_with_everybody_whom_it_concerns(path: Path) -> None:
    """Its players, and those who have played them since: each is named once in a ladder."""
    say(path, f"UPDATE duel SET void = 1, step = step + 1 WHERE guild = {GUILD} AND id = 1")
    found = [*check(path)]
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
def test_a_standing_that_cannot_be_read_is_found(path: Path, change: str) -> None:
    where = f"WHERE guild = {GUILD} AND player = {EVE} AND game = 'all' AND season = 1"
    say(path, f"UPDATE standing SET {change} {where}", f"UPDATE course SET {change}")
    found = [each for each in check(path) if isinstance(each, WrongStanding)]
    (wrong,) = found
    assert wrong.stored
    assert wrong.counted
    assert wrong.counted.rank
    assert wrong.stored == replace(wrong.counted, rank=None)


def test_a_rating_that_is_hardly_another_is_none(path: Path) -> None:
    """As another machine might have worked it out."""
    for table in ("standing", "course"):
        say(path, f"UPDATE {table} SET rating = rating + 1e-7, volatility = volatility * 1.0000001")
    assert list(check(path)) == []


def test_while_it_is_counted_again_there_is_nothing_to_compare(path: Path) -> None:
    say(path, "DELETE FROM standing", "DELETE FROM course", "UPDATE server SET entered = 3")
    found = {(type(each), each.guild): each for each in check(path)}  # type: ignore[attr-defined]
    assert found.keys() == {(NotCounted, GUILD), (WrongCount, ELSEWHERE)}


@pytest.mark.parametrize("column", ["record", "first", "reason"])
def test_a_text_that_is_none_is_found(path: Path, column: str) -> None:
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
def test_nobody_has_a_number_that_the_next_to_be_erased_may_get(path: Path, stray: str) -> None:
    say(path, stray)
    assert (WrongCount, GUILD, "erased") in facts([*check(path)])


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
        ("INSERT INTO season VALUES (4, 2, 1, 0)", (WrongCount, 4, "seasons")),
    ],
)
def test_no_server_is_overlooked(path: Path, stray: str, found: tuple[object, ...]) -> None:
    say(path, stray)
    assert found in facts([*check(path)])


def test_ends_in_another_order_are_found_where_they_matter(path: Path) -> None:
    """Streaks and ratings are counted in the order of the ends."""
    say(
        path,
        f"UPDATE duel SET nth = 1000 WHERE guild = {GUILD} AND nth = 1",
        f"UPDATE duel SET nth = nth - 1 WHERE guild = {GUILD} AND nth IS NOT NULL",
        f"UPDATE duel SET nth = (SELECT max(ends) FROM server) WHERE guild = {GUILD} AND nth = 999",
    )
    found = {type(each) for each in check(path)}
    assert {WrongStanding} <= found <= {WrongStanding, WrongCourse}


def test_a_duel_and_all_that_counted_it_are_missing(path: Path) -> None:
    """In a server of which nothing else is left."""
    say(path, f"DELETE FROM server WHERE guild = {ELSEWHERE}")
    assert facts([*check(path)]) == [
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


async def test_a_check_looks_at_one_moment(path: Path) -> None:
    """Between the duels and the standings that they add up to, one more is played."""
    inside, done = threading.Event(), threading.Event()

    def gate(_done: int, _all: int) -> None:
        inside.set()
        done.wait()

    async with open_store(path) as store:
        checking = asyncio.create_task(asyncio.to_thread(lambda: [*check(path, gate)]))
        await asyncio.to_thread(inside.wait)
        table = later_table(store)
        try:
            await table.play(await table.start(terms(CY, DI, SHORT)), "1", "2")
            await store.erase(GUILD, ANA, table.now)
        finally:
            done.set()
        assert await checking == []
    assert list(check(path)) == []
