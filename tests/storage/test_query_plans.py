"""Every statement is about one server, and none reads a whole table."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.duel import First
from engine.ids import Instant
from engine.refusal import Refusal
from engine.titles import Title
from storage.ids import DuelId, InteractionId, MessageId, RoleId
from storage.match import Board, Call, Match, Struck
from storage.people import HouseRules, Preferences
from storage.shards import ONLY
from storage.sqlite.migrate import open_current
from storage.units import (
    apply_results,
    boards,
    clocks,
    duel_queries,
    duel_rows,
    duels,
    erase,
    leaderboard,
    notes,
    people,
    personal_data,
    receipts,
    seasons,
    titles,
)
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    GUILD,
    POSTING,
    SHORT,
    START,
    Loaded,
    terms,
)

# These are about the bot as a whole: its clock, its pulse, its notes, and the list of its servers.
OF_ALL_SERVERS = (
    "SELECT guild, id FROM duel WHERE due <=",
    "SELECT due FROM duel WHERE due IS NOT NULL",
    "SELECT guild, id FROM duel INDEXED BY duel_due WHERE due IS NOT NULL",
    "SELECT max(at) FROM pulse",
    "SELECT at FROM pulse",
    "SELECT shards, shard, at FROM pulse",
    "INSERT INTO pulse",
    "INSERT INTO outage",
    "DELETE FROM outage",
    "SELECT max(begun), ended FROM outage",
    "SELECT value FROM note",
    "SELECT key FROM note",
    "INSERT INTO note",
    "SELECT guild FROM server WHERE (guild >>",
    "SELECT guild FROM server WHERE entered < ends",
    # Around the step of one duel.
    "SAVEPOINT one_duel",
    "RELEASE one_duel",
)


@pytest.fixture
def said(path: Path) -> Iterator[tuple[sqlite3.Connection, list[str]]]:
    """Every statement of every unit of work, as SQLite got it."""
    said: list[str] = []
    with closing(open_current(path)) as db:
        db.set_trace_callback(said.append)
        everything(db)
        db.set_trace_callback(None)
        yield db, [" ".join(each.split()) for each in said]


def everything(db: sqlite3.Connection) -> None:  # noqa: PLR0915
    calls = iter(range(10**18, 10**18 + 100))

    def call(player: int) -> Call:
        return Call(GUILD, player, InteractionId(next(calls)), START)  # type: ignore[arg-type]

    def start() -> Match:
        offered = duels.offer(db, call(ANA), terms(game=SHORT), POSTING)
        assert isinstance(offered, Match)
        match = duels.accept(db, call(BO), offered.id, Random(1))
        assert isinstance(match, Match)
        return match

    number = start().id
    duels.play_here(db, call(ANA), CHANNEL, "1")
    duels.play(db, call(BO), number, "1", None)
    last = call(BO)
    for _ in range(2):
        duels.play(db, last, number, "7", None)
    assert isinstance(duels.rematch(db, call(ANA), number, POSTING), Match)
    assert isinstance(duels.rematch(db, call(ANA), number, POSTING), Refusal)
    duels.decline(db, call(BO), DuelId(2))
    duels.resign(db, call(ANA), start().id)
    duels.end(db, call(CY), start().id, None)
    assert isinstance(duels.good_game(db, call(ANA), number), Match)
    duels.void(db, call(CY), number)
    duels.cancel(db, call(ANA), DuelId(5))
    start()
    boards.posted(db, GUILD, number, Board(CHANNEL, MessageId(1), 1))
    boards.unshown(db, GUILD, 10)
    duel_queries.running(db, GUILD, ANA)
    clocks.beat(db, START, ONLY)
    clocks.give_time_back(db, GUILD, clocks.running(db, ONLY)[GUILD], Instant(START + 1))
    clocks.next_due(db, ONLY)
    (reminded,) = ring(db, Instant(START + DAY - 1000)).reminded
    clocks.told(db, GUILD, reminded.id, reminded.step)
    ring(db, Instant(START + 2 * DAY))
    duel_rows.known(db, GUILD, number)
    # Nobody has a rating yet.
    leaderboard.above(db, GUILD, BO, "all", None)
    rated(db, call)
    leaderboard.leaderboard(db, GUILD, "all", 1, 10, None)
    leaderboard.profile(db, GUILD, ANA, None)
    for player in (ANA, CY):
        leaderboard.place(db, GUILD, player, "divisor", None)
        leaderboard.above(db, GUILD, player, "divisor", 1)
    leaderboard.course(db, GUILD, ANA, "divisor", 1)
    leaderboard.has_left(db, GUILD, ANA)
    leaderboard.seen(db, GUILD, (ANA, BO), here=False)
    seasons.begin_season(db, GUILD, 2, START)
    apply_results.recalculating(db, ONLY)
    duel_queries.score(db, GUILD, ANA, BO)
    duel_queries.practised(db, GUILD, ANA, private=False)
    titles.titles(db, GUILD, ANA)
    unjudged = titles.unjudged(db, GUILD, 10)
    assert unjudged
    titles.judge(db, GUILD, unjudged, {number: Title.FLAWLESS})
    duel_queries.history(db, GUILD, ANA, opponent=None, before=number, most=10, private=True)
    duel_queries.history(db, GUILD, ANA, opponent=BO, before=None, most=10, private=False)
    duel_queries.open_in(db, GUILD, 10)
    duel_queries.ended_in(db, GUILD, 10)
    people.prefer(db, GUILD, ANA, Preferences())
    people.preferences(db, GUILD, ANA)
    chosen = HouseRules(None, frozenset({CHANNEL}), frozenset({RoleId(5)}))
    people.rule_house(db, GUILD, chosen.with_variant("divisor", "ranked"))
    people.house_rules(db, GUILD)
    for blocked in (True, False):
        people.block(db, GUILD, CY, blocked=blocked)
    people.blocked(db, GUILD)
    people.servers(db, ONLY)
    notes.take_note(db, "commands", "6")
    notes.claim(db, "7")
    notes.note(db, "commands")
    personal_data.personal_data(db, GUILD, ANA)
    personal_data.servers_with_data(db, CY)
    personal_data.servers_with_data(db, DI)
    erase.erase(db, GUILD, ANA, START)
    receipts.forget(db, GUILD, Instant(START + 2 * DAY))


def ring(db: sqlite3.Connection, now: Instant) -> Struck:
    due = clocks.due(db, now, ONLY)
    return clocks.ring(db, GUILD, due[GUILD], now, here=True)


def rated(db: sqlite3.Connection, call: Callable[[int], Call]) -> None:
    """Two established players, a provisional one who has met them, and a recalculation."""
    last = DuelId(0)
    for nth in range(7):
        pair = (ANA, BO) if nth < 5 else ((ANA, BO)[nth - 5], CY)
        offered = duels.offer(db, call(pair[0]), terms(*pair, first=First.DRAWN), POSTING)
        assert isinstance(offered, Match)
        assert offered.duel.terms.unrated is None
        duels.accept(db, call(pair[1]), offered.id, Loaded())
        for player, text in zip(pair, ("6", "3"), strict=True):
            duels.play(db, call(player), offered.id, text, None)
        duels.resign(db, call(pair[0] if nth % 2 else pair[1]), offered.id)
        last = offered.id
    assert leaderboard.place(db, GUILD, CY, "divisor", None)
    ended = duel_rows.known(db, GUILD, last)
    assert ended.gains
    assert ended.highlights
    duels.void(db, call(DI), last)
    apply_results.apply_again(db, GUILD, 1)
    assert apply_results.apply_waiting(db, GUILD) == 0


def test_every_statement_is_about_one_server(said: tuple[sqlite3.Connection, list[str]]) -> None:
    _, statements = said
    assert len(statements) > 100
    for statement in statements:
        if statement.startswith(OF_ALL_SERVERS):
            continue
        if statement.startswith("INSERT"):
            assert re.match(r"INSERT (OR REPLACE )?INTO \w+ \(guild[,)]", statement), statement
        else:
            # Each SELECT within it too, unless it selects from another.
            wheres = re.findall(r"WHERE (\w+ = \d+)", statement)
            tables = re.findall(r"FROM \w|^UPDATE", statement)
            assert len(wheres) == len(tables), statement
            assert set(wheres) == {f"guild = {GUILD}"}, statement


# Statements that read all rows of a server in a small table.
OF_A_WHOLE_SERVER = re.compile(
    r"SELECT guild FROM server WHERE (entered|\(guild >>)"
    "|SELECT (channel|role|player|game, variant) FROM (server_|blocked)"
    "|DELETE FROM (server_channel|server_role|server_variant|receipt)"
    "|SELECT interaction, refusal FROM receipt"
    "|SELECT 1 FROM receipt|UPDATE receipt SET player"
)
# Tables that grow without end, and the plans that don't read all of them.
OF_MUCH = re.compile(
    r"(SCAN|SEARCH) (duel|receipt|standing|course|census|blocked|note|server\w*)\b"
)
RIGHT_THERE = re.compile(
    r"\(guild=\? AND (\w|<expr>)+|server USING|duel_unshown|duel_in_play|\(key[=>]\?"
    r"|COVERING INDEX duel_due"
)


COVERED = re.compile(
    r"COVERING INDEX ladder(_casual)? \(guild=\? AND season=\? AND game=\? AND stands=\? AND "
)


def test_no_statement_reads_all_of_a_server(said: tuple[sqlite3.Connection, list[str]]) -> None:
    """The rows of a request are found by an index that leads right there."""
    db, statements = said
    for statement in set(statements):
        if OF_A_WHOLE_SERVER.match(statement) or statement.startswith("INSERT"):
            continue
        for *_, step in db.execute(f"EXPLAIN QUERY PLAN {statement}"):
            assert not OF_MUCH.match(step) or RIGHT_THERE.search(step), (statement, step)


def test_what_moderators_pick_from_is_not_sorted(
    said: tuple[sqlite3.Connection, list[str]],
) -> None:
    db, statements = said
    asked = [each for each in set(statements) if re.search("BY duel_(in_play|by_end) ", each)]
    assert len(asked) >= 3
    for statement in asked:
        plan = " ".join(step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}"))
        assert "TEMP B-TREE" not in plan


def test_the_leaderboard_is_read_from_its_index(
    said: tuple[sqlite3.Connection, list[str]],
) -> None:
    db, statements = said
    asked = [each for each in set(statements) if "INDEXED BY ladder" in each]
    assert len(asked) >= 10
    for statement in asked:
        plan = " ".join(step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}"))
        assert COVERED.search(plan), plan
        assert "TEMP B-TREE" not in plan


def test_open_duels_are_counted_in_an_index(path: Path) -> None:
    """Each scrape of the metrics counts all of them."""
    said: list[str] = []
    with closing(open_current(path)) as db:
        db.set_trace_callback(said.append)
        assert duel_queries.open_duels(db, ONLY) == {"offered": 0, "playing": 0}
        db.set_trace_callback(None)
        (statement,) = said
        plan = [step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert plan == ["SEARCH duel USING COVERING INDEX duel_due (due>?)"]


def test_servers_are_listed_in_the_table_with_a_row_for_each(path: Path) -> None:
    """Receipts of a day are many, and each shard asks for its servers every hour."""
    said: list[str] = []
    with closing(open_current(path)) as db:
        db.set_trace_callback(said.append)
        assert people.servers(db, ONLY) == ()
        db.set_trace_callback(None)
        (statement,) = said
        plan = [step[3] for step in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert plan == ["SCAN server"]
