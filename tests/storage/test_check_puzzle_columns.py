# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""A change in any column about puzzles is found by the check, or is harmless."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.trouble import DamagedAttempt, DamagedPuzzle, DamagedSolver, Trouble, WrongCount
from tests.storage.builders import ANA, BO, GUILD
from tests.storage.databases import Database, Engine
from tests.storage.puzzle_builders import puzzles

pytestmark = pytest.mark.every_engine(unchecked=True)

# Another value for each column, and the kinds of trouble that it makes; none if others are as good.
Columns = dict[str, tuple[str, set[type[Trouble]]]]
PUZZLE: Columns = {
    "guild": ("guild + 1", {DamagedPuzzle, DamagedSolver}),
    "id": ("id + 100", {DamagedPuzzle, DamagedSolver}),
    "text": ("text || '-1'", {DamagedPuzzle, DamagedAttempt}),
    "winning": ("'77'", {DamagedPuzzle}),
    "hardness": ("hardness + 10", {DamagedPuzzle}),
    "pooled": ("1 - pooled", set()),
    "rating": ("rating + 1", set()),
    "deviation": ("351.0", {DamagedPuzzle}),
    "volatility": ("0.0", {DamagedPuzzle}),
}
DAILY: Columns = {
    "guild": ("guild + 1", {DamagedPuzzle}),
    "day": ("day + 10", set()),
    "puzzle": ("puzzle + 100", {DamagedPuzzle}),
}
ATTEMPT: Columns = {
    "guild": ("guild + 1", {DamagedPuzzle}),
    "player": ("7", set()),
    "puzzle": ("puzzle + 100", {DamagedPuzzle}),
    "at": ("at + 1", set()),
    "decisions": ("decisions || '-1'", {DamagedAttempt}),
    "solved": ("1 - solved", {DamagedAttempt}),
    "over": ("1 - over", {DamagedAttempt}),
    "shared": ("1 - shared", set()),
    "rating": ("rating + 1", set()),
    "gain": ("gain + 1", set()),
}
SOLVER: Columns = {
    "guild": ("guild + 1", {DamagedSolver}),
    "player": ("7", set()),
    "rating": ("rating + 1", set()),
    "deviation": ("-1.0", {DamagedSolver}),
    "volatility": ("1.0", {DamagedSolver}),
    "puzzle": ("puzzle + 100", {DamagedSolver}),
    "utc_offset": ("841", {DamagedSolver}),
    "earlier_offset": ("utc_offset", {DamagedSolver}),
    "kept": ("kept + 1", set()),
    "at": ("at + 1", set()),
}
# The row of each table that is changed.
TABLES: dict[str, tuple[Columns, str]] = {
    "puzzle": (PUZZLE, "id = (SELECT min(puzzle) FROM attempt)"),
    "daily": (DAILY, "day = (SELECT min(day) FROM daily)"),
    "attempt": (ATTEMPT, f"player = {ANA} AND rating IS NOT NULL"),
    "solver": (SOLVER, f"player = {ANA}"),
}


@pytest.fixture
def sound(engine: Engine, everything: Path) -> Database:
    return engine.shared(everything)


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, (columns, _) in TABLES.items() for column in columns],
)
def test_a_change_in_any_column_is_found_or_harmless(
    sound: Database, table: str, column: str
) -> None:
    columns, row = TABLES[table]
    value, expected = columns[column]
    before = sound.rows(table)
    sound.say(f"UPDATE {table} SET {column} = {value} WHERE guild = {GUILD} AND {row}")
    assert sound.rows(table) != before
    assert {type(each) for each in sound.check()} == expected


@pytest.mark.parametrize("table", TABLES)
def test_no_column_is_left_out(everything: Path, table: str) -> None:
    with closing(sqlite3.connect(everything)) as db:
        names = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
    assert names == TABLES[table][0].keys()


@pytest.mark.parametrize(
    "decisions",
    ["'x=y'", "decisions || '/'", "replace(decisions, '=', '/')", "'1'", "decisions || decisions"],
)
def test_decisions_that_nobody_can_have_made_are_found(sound: Database, decisions: str) -> None:
    sound.say(f"UPDATE attempt SET decisions = {decisions} WHERE guild = {GUILD} AND player = {BO}")
    (found,) = sound.check()
    assert isinstance(found, DamagedAttempt)
    assert (found.guild, found.player) == (GUILD, BO)


def test_a_puzzle_of_a_game_that_is_not_installed_is_named(sound: Database) -> None:
    text = "replace(text, 'divisor', 'chess')"
    sound.say(f"UPDATE puzzle SET text = {text} WHERE guild = {GUILD} AND id = 4")
    (found,) = sound.check()
    assert isinstance(found, DamagedPuzzle)
    assert (found.guild, found.number) == (GUILD, 4)
    assert "unknown-game" in found.detail


def test_a_move_that_loses_is_no_solution(sound: Database) -> None:
    puzzle = puzzles()[0]
    loses = next(each for each in puzzle.record.legal if each not in puzzle.winning)
    sound.say(f"UPDATE puzzle SET winning = '{loses}' WHERE guild = {GUILD} AND id = 1")
    found = sound.check()[0]
    assert isinstance(found, DamagedPuzzle)
    assert found.detail == f"these moves win: {', '.join(map(str, puzzle.winning))}"


def test_more_duels_were_searched_than_have_ended(sound: Database) -> None:
    sound.say(f"UPDATE server SET mined = ends WHERE guild = {GUILD}")
    assert sound.check() == []
    sound.say(f"UPDATE server SET mined = ends + 1 WHERE guild = {GUILD}")
    assert {type(each) for each in sound.check()} == {WrongCount}
