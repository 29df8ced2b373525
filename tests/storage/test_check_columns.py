# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""A change in any column is found by the check, or is harmless."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.ids import PlayerId
from storage.sqlite.check import check
from storage.sqlite.migrate import open_current
from storage.trouble import (
    DamagedPreferences,
    NotCounted,
    WrongCount,
    WrongCourse,
    WrongSchema,
    WrongStanding,
)
from storage.units.rungs import let_stand
from tests.storage.builders import CY, GUILD
from tests.storage.damage import say
from tests.storage.databases import Database, Engine
from tests.storage.full_server import EVE, PHASES, facts

pytestmark = pytest.mark.every_engine(unchecked=True)


@pytest.fixture
def path(tmp_path: Path, everything: Path) -> Path:
    return Path(shutil.copy(everything, tmp_path))


@pytest.fixture
def sound(engine: Engine, everything: Path) -> Database:
    """A database in which everything has happened, for a test to damage."""
    return engine.shared(everything)


def columns(path: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}


# The columns of each phase that can be changed without contradicting anything else: players and
# terms of a duel that nobody has played yet, and times and places.
WHERE = {"channel", "message", "shown", "board_mode"}
RATINGS = {"challenger_rating", "opponent_rating"}
MARKS = {"challenger_provisional", "opponent_provisional"}
SAID = {"good_game"}
TERMS = {"unrated", "legs"}
HARMLESS = {
    "finished": WHERE | SAID | {"clock"},
    "playing": WHERE | TERMS | RATINGS | MARKS | {"challenger", "opponent"},
    "offered": WHERE | TERMS | {"challenger", "opponent", "first", "clock"},
    "withdrawn": WHERE - {"shown"}
    | TERMS
    | {"challenger", "opponent", "first", "clock", "ended", "reason"},
}
# Another value for each column.
DUEL = {
    "guild": "guild + 1",
    "id": "id + 100",
    "phase": "CASE phase WHEN 'finished' THEN 'playing' ELSE 'finished' END",
    "challenger": "7",
    "opponent": "7",
    "first": "'opponent'",
    "seated": "CASE seated WHEN 'challenger' THEN 'opponent' ELSE 'challenger' END",
    "unrated": "CASE WHEN unrated IS NULL THEN 'casual' END",
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
    "good_game": "good_game + 1",
    "board_mode": "'every'",
    "challenger_rating": "1500",
    "opponent_rating": "1500",
    "challenger_provisional": "1 - challenger_provisional",
    "opponent_provisional": "1 - opponent_provisional",
    "level": "'casual'",
    "private": "1 - private",
    "hints": "'0'",
    "played_from": "played_from + 1",
    "title": "'flawless'",
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
RUNG = {
    "guild": "guild + 1",
    "season": "season + 9",
    "game": "'chess'",
    "settled": "settled + 2",
    "height": "height + 1000",
    "players": "players + 1",
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
    "board_mode": "'every'",
    "time_given_until": "1",
    "mined": "ends + 1",
    "daily_channel": "7",
    "daily_posted": "20000",
    "judged": "ends + 1",
    "daily_begun": "1728000000000",
    "daily_untried": "3",
}
COLUMNS = {
    "duel": DUEL,
    "standing": STANDING,
    "course": COURSE,
    "census": CENSUS,
    "rung": RUNG,
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
def test_a_count_beyond_measure_is_found(sound: Database, counter: str) -> None:
    sound.say(f"UPDATE server SET {counter} = {2**62} WHERE guild = {GUILD}")
    assert facts(sound.check())[0] == (WrongCount, GUILD, counter)


def test_preferences_that_nobody_can_have_are_found(sound: Database) -> None:
    sound.say(f"INSERT INTO preferences VALUES ({GUILD}, {CY}, 'sometimes', 'everyone', 0)")
    assert facts(sound.check()) == [(DamagedPreferences, GUILD, CY)]


@pytest.mark.parametrize("column", DUEL)
@pytest.mark.parametrize(("phase", "number"), PHASES.items())
def test_a_change_in_any_column_of_a_duel_is_found_or_harmless(
    sound: Database, phase: str, number: int, column: str
) -> None:
    changed = f"SET {column} = {DUEL[column]} WHERE guild = {GUILD} AND id = {number}"
    sound.say(f"UPDATE duel {changed} AND phase = '{phase}'")
    assert bool(sound.check()) is (column not in HARMLESS[phase])


@pytest.mark.parametrize("column", STANDING)
def test_a_change_in_any_column_of_a_standing_is_found(sound: Database, column: str) -> None:
    standing = f"guild = {GUILD} AND player = {EVE} AND game = 'divisor' AND season = 1"
    sound.say(f"UPDATE standing SET {column} = {STANDING[column]} WHERE {standing}")
    assert {type(each) for each in sound.check()} == {WrongStanding}


def test_who_has_left_the_duels_dont_say(path: Path) -> None:
    with closing(open_current(path)) as db:
        let_stand(db, GUILD, EVE, stands=False)
    assert {type(each) for each in check(path)} == {WrongStanding}
    say(path, f"INSERT INTO departed VALUES ({GUILD}, {EVE})")
    assert list(check(path)) == []


@pytest.mark.parametrize("column", COURSE)
def test_a_change_in_any_column_of_a_course_is_found(sound: Database, column: str) -> None:
    nth, name = last_of(sound, EVE)
    step = f"guild = {GUILD} AND player = {EVE} AND game = 'divisor' AND nth = {nth}"
    sound.say(f"UPDATE course SET {column} = {COURSE[column]} WHERE {step}")
    found = facts(sound.check())
    assert (WrongCourse, GUILD, EVE, "divisor", nth) in found
    elsewhere = [(WrongCount, GUILD + 1, "steps of standings")] if column == "guild" else []
    assert len(found) == 1 + len(elsewhere), name
    assert found[1:] == elsewhere


def last_of(sound: Database, player: PlayerId) -> tuple[int, str]:
    """A player's last end in the first season, as stored."""
    ((nth, reason),) = sound.ask(
        f"SELECT nth, reason FROM duel WHERE guild = {GUILD} AND {player} IN (challenger, opponent)"
        " AND nth < (SELECT min(first) FROM season) ORDER BY nth DESC LIMIT 1"
    )
    return int(nth), str(reason)


@pytest.mark.parametrize("column", CENSUS)
@pytest.mark.parametrize("which", ["max", "min"])
def test_a_change_in_any_column_of_a_census_is_found(
    sound: Database, column: str, which: str
) -> None:
    change = f"UPDATE census SET {column} = {CENSUS[column]} WHERE guild = {GUILD} AND game = 'all'"
    sound.say(f"{change} AND nth = (SELECT {which}(nth) FROM census)")
    guilds = [GUILD, GUILD + 1] if column == "guild" else [GUILD]
    found = {(guild, "settled players") for guild in guilds}
    assert {
        (each.guild, each.detail) for each in sound.check() if type(each) is WrongCount
    } == found
    assert {type(each) for each in sound.check()} == {WrongCount}


@pytest.mark.parametrize("column", RUNG)
def test_a_change_in_any_column_of_a_rung_is_found(sound: Database, column: str) -> None:
    sound.say(f"UPDATE rung SET {column} = {RUNG[column]} WHERE guild = {GUILD} AND game = 'all'")
    found = {(type(each), *each.facts().values()) for each in sound.check()}
    guilds = [GUILD, GUILD + 1] if column == "guild" else [GUILD]
    assert found == {(WrongCount, guild, "players on rungs") for guild in guilds}


@pytest.mark.parametrize("column", SEASON)
@pytest.mark.parametrize("number", [2, 3])
def test_a_change_in_any_column_of_a_season_is_found_or_harmless(
    sound: Database, column: str, number: int
) -> None:
    if column == "number":
        sound.say(f"DELETE FROM season WHERE guild = {GUILD} AND number = {number} + 1")
    change = f"UPDATE season SET {column} = {SEASON[column]} WHERE guild = {GUILD}"
    sound.say(f"{change} AND number = {number}")
    assert bool(sound.check()) is (column != "at")


@pytest.mark.parametrize("column", SERVER)
def test_a_change_in_any_column_of_a_server_is_found_or_harmless(
    sound: Database, column: str
) -> None:
    sound.say(f"UPDATE server SET {column} = {SERVER[column]} WHERE guild = {GUILD}")
    found = {type(each) for each in sound.check()}
    expected = {
        "clock": set(),
        "rated_a_day": set(),
        "board_mode": set(),
        "time_given_until": set(),
        "daily_channel": set(),
        "daily_posted": set(),
        "daily_begun": set(),
        "daily_untried": set(),
        "ends": {WrongCount, NotCounted},
    }
    assert found == expected.get(column, {WrongCount})


@pytest.mark.parametrize("table", COLUMNS)
def test_no_column_is_left_out(path: Path, table: str) -> None:
    assert columns(path, table) == COLUMNS[table].keys()
