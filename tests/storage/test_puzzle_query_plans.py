"""Every statement about puzzles is about one server, and finds its rows by an index."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.ids import Instant, Span
from storage.ids import InteractionId, PuzzleId
from storage.match import Call
from storage.puzzles import BEFORE_ALL, PuzzleAttempt
from storage.shards import ONLY
from storage.sqlite.migrate import open_current
from storage.units import (
    attempts,
    dailies,
    daily_posts,
    erase,
    outages,
    people,
    personal_data,
    pool,
    puzzle_audit,
    solvers,
)
from tests.storage.builders import ANA, BO, CHANNEL, DAY, GUILD, MINUTE, START
from tests.storage.puzzle_builders import TODAY, puzzles, right

# These are about the bot as a whole, and name an index or a small table.
OF_ALL_SERVERS = (
    "SELECT guild, player FROM solver INDEXED BY solver_by_time",
    "SELECT guild, daily_channel, daily_untried FROM server INDEXED BY server_by_daily",
    "SELECT max(begun), ended FROM outage",
    "SELECT value FROM note",
)
OF_PUZZLES = re.compile(r"\b(puzzle|daily|attempt|solver|daily_\w+|mined)\b")
RIGHT_THERE = re.compile(
    r"\(guild=\? AND \w+|INDEX sqlite_autoindex_server_1 \(guild=\?\)|server U"
)
# A server has few days, of which the index alone is read.
DAYS = "SEARCH daily USING COVERING INDEX daily_by_puzzle (guild=?)"
# The check reads everything.
CHECKED = re.compile(r"SELECT (DISTINCT puzzle|id FROM puzzle|player, utc_offset)")


@pytest.fixture
def said(path: Path) -> Iterator[tuple[sqlite3.Connection, list[str]]]:
    """Every statement of every unit of work that is about puzzles, as SQLite got it."""
    said: list[str] = []
    with closing(open_current(path)) as db:
        db.set_trace_callback(said.append)
        everything(db)
        db.set_trace_callback(None)
        statements = [" ".join(each.split()) for each in said]
        yield db, [each for each in statements if OF_PUZZLES.search(each)]


def everything(db: sqlite3.Connection) -> None:
    now = Instant(TODAY * DAY + MINUTE)
    dailies.secret(db)
    assert dailies.take_daily(db, GUILD, TODAY, puzzles()[0], repeated=False)
    dailies.take_daily(db, GUILD, TODAY + 1, puzzles()[0], repeated=True)
    assert dailies.daily_with(db, GUILD, PuzzleId(1))
    assert pool.take(db, GUILD, puzzles()) == 5
    pool.take_mined(db, GUILD, 1, puzzles())
    assert pool.to_mine(db, GUILD, Instant(START + DAY), 10) is None
    solvers.move_days(db, GUILD, ANA, 60, now)
    found = pool.next_puzzle(db, GUILD, ANA)
    assert found == pool.next_puzzle(db, GUILD, ANA)
    assert found
    decide(db, decide(db, found))
    assert pool.unseen(db, GUILD, ANA, 1000.0, 100) == 4
    decide(db, attempts.attempt(db, GUILD, ANA, PuzzleId(1)))
    assert attempts.attempt_open(db, GUILD, ANA, PuzzleId(1), now).attempt.decisions
    assert attempts.attempt_open(db, GUILD, BO, PuzzleId(1), now).attempt.decisions == ()
    assert not attempts.share(db, GUILD, ANA, PuzzleId(1))
    assert dailies.daily_day(db, GUILD, ANA, now) == TODAY
    assert dailies.streak_of(db, GUILD, ANA, now) == 2
    assert dailies.results(db, GUILD, TODAY, 10).tried == 1
    people.block(db, GUILD, BO, blocked=True)
    assert daily_posts.choose_channel(db, GUILD, CHANNEL).daily_channel == CHANNEL
    (post,) = daily_posts.to_post(db, TODAY, ONLY, 10, BEFORE_ALL)
    assert daily_posts.begin(db, post, TODAY, now, MINUTE)
    daily_posts.not_posted(db, GUILD, TODAY)
    daily_posts.posted(db, GUILD, TODAY, 1)
    assert daily_posts.untried(db, GUILD) == 1
    outages.of_server(db, GUILD, now)
    assert solvers.solver(db, GUILD, ANA).tried == 2
    assert solvers.since(db, Instant(0), ONLY, 10)
    assert [*puzzle_audit.check_puzzles(db, GUILD)][1:] == []
    assert personal_data.personal_data(db, GUILD, ANA)
    erase.erase(db, GUILD, ANA, now)


def decide(db: sqlite3.Connection, found: PuzzleAttempt) -> PuzzleAttempt:
    call = Call(GUILD, ANA, InteractionId(1), Instant(TODAY * DAY + Span(MINUTE)))
    if found.attempt.over:
        return found
    decided = attempts.judged(found.attempt, right(found), len(found.attempt.decisions))
    kept = attempts.keep(db, call, found.number, decided)
    assert isinstance(kept, PuzzleAttempt)
    return kept


def test_every_statement_is_about_one_server(said: tuple[sqlite3.Connection, list[str]]) -> None:
    _, statements = said
    assert len(statements) > 50
    for statement in statements:
        if statement.startswith(OF_ALL_SERVERS):
            continue
        if statement.startswith("INSERT"):
            assert re.match(r"INSERT INTO (\w+ \(guild[,)]|note)", statement), statement
        wheres = re.findall(r"WHERE (\w+ = \d+)", statement)
        tables = re.findall(r"FROM \w|^UPDATE", statement)
        assert len(wheres) == len(tables), statement
        assert set(wheres) <= {f"guild = {GUILD}"}, statement


def test_no_statement_reads_all_of_a_server(said: tuple[sqlite3.Connection, list[str]]) -> None:
    db, statements = said
    for statement in set(statements):
        if CHECKED.match(statement) or statement.startswith("INSERT"):
            continue
        for *_, step in db.execute(f"EXPLAIN QUERY PLAN {statement}"):
            if re.match(r"(SCAN|SEARCH) (puzzle|one|daily|attempt|solver|server)\b", step):
                cross = statement.startswith(OF_ALL_SERVERS) and "INDEX" in step
                assert cross or step == DAYS or RIGHT_THERE.search(step), (statement, step)


def test_the_next_puzzle_is_not_sorted(said: tuple[sqlite3.Connection, list[str]]) -> None:
    """The nearest of ten thousand is the first that the index has."""
    db, statements = said
    asked = [each for each in set(statements) if "INDEXED BY puzzle_by_rating" in each]
    assert len(asked) >= 3
    for statement in asked:
        plan = " ".join(step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}"))
        assert "puzzle_by_rating (guild=? AND rating" in plan
        assert "TEMP B-TREE" not in plan
