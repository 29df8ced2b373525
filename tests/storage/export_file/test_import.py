"""An imported server is as it was and goes on; nothing impossible is imported."""

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.duel import First, Playing
from engine.fairness import Unrated
from engine.games import set_up
from engine.games.game import Game
from engine.games.notation import MOST_MOVES
from storage.ids import DuelId, RoleId
from storage.match import BoardMode
from storage.people import HouseRules, Pings
from storage.sqlite.check import check
from storage.sqlite.import_file import take_in
from storage.sqlite.migrate import MIGRATIONS, migrate_file
from storage.sqlite.store import open_store
from storage.trouble import DuelsAlready, InUse, NewerSchema, NoFolder, NotOurs
from storage.units import apply_results, import_
from storage.units.import_ import TakenIn
from storage.units.standing_rows import NAMES
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    START,
    Table,
    terms,
)
from tests.storage.damage import say
from tests.storage.databases import Database, Engine, SqliteDatabase
from tests.storage.export_file.edit import lines_of, rows, values_of
from tests.storage.export_file.import_checks import NOW, SEEDS, duels_in, exported
from tests.storage.released.make import database as released


def timeless(source: Path) -> list[dict[str, Any]]:
    """Return the lines of an export without deadlines and without the final digest."""
    told = [values_of(line) for line in lines_of(source.read_bytes())]
    return [{**each, "deadline": None, "sha256": None} for each in told]


# There and back.


# The tables of what a server chooses.
CHOSEN = ("server_channel", "server_role", "server_variant")
# No duel is begun before ratings, no built-in game is too large, and their games are all measured,
# without one in which the seat decides.
UNSEEN = {Unrated.EARLIER, Unrated.TOO_LARGE, Unrated.SEAT, Unrated.UNMEASURED}


def test_these_servers_have_seen_everything(servers: dict[int, Path]) -> None:
    """The following tests need servers in which everything has happened."""
    duels = [each for path in servers.values() for each in duels_in(exported(path))]
    seen = {(key, each[key]) for each in duels for key in ("phase", "reason", "unrated", "void")}
    assert seen >= {
        *(("phase", each) for each in ("offered", "withdrawn", "playing", "finished")),
        *(("reason", each) for each in ("declined", "cancelled", "expired")),
        *(("reason", each) for each in ("stuck", "resigned", "timed-out", "ended", "level")),
        *(("unrated", each) for each in {None, *Unrated} - UNSEEN),
        *(("void", each) for each in (False, True)),
    }
    games = {each["record"].split("/")[1] for each in duels}
    assert games == {"parity", "evenodd", "split", "divisor", "sequence"}
    assert any(each["earlier"] for each in duels)
    assert any(each["challenger"].startswith("-") for each in duels)
    assert any(each["nth"] and each["winner"] is None for each in duels)
    told = [line for path in servers.values() for line in lines_of(exported(path).read_bytes())]
    kinds = [values_of(line)["line"] for line in told]
    assert kinds.count("season") > len(SEEDS)
    assert kinds.count("blocked") >= len(SEEDS)
    assert any(values_of(line).get("rated_a_day") for line in told)


@pytest.mark.every_engine
@pytest.mark.parametrize("seed", SEEDS)
async def test_what_was_exported_is_there_as_it_was(
    servers: dict[int, Path], engine: Engine, tmp_path: Path, seed: int
) -> None:
    path, other = SqliteDatabase(servers[seed]), engine.new(name="other")
    source = exported(servers[seed])
    taken = other.take_in(source, NOW)
    assert taken == TakenIn(GUILD, len(duels_in(source)))
    again = tmp_path / "again.gz"
    again.write_bytes(other.export(GUILD))
    assert timeless(again) == timeless(source)
    assert other.check() == []
    # Standings are the same, with the same history.
    for table in ("course", "census", "season", "blocked", *CHOSEN):
        assert other.rows(table) == path.rows(table)
    assert standings(other) == standings(path)
    assert await seen_of(other) == await seen_of(path)
    assert other.rows("receipt", "preferences") == {"receipt": [], "preferences": []}
    # A second export is the same again.
    third = engine.new(name="third")
    third.take_in(again, NOW)
    assert third.export(GUILD) == other.export(GUILD)


@pytest.mark.every_engine
@pytest.mark.parametrize("seed", SEEDS)
async def test_the_same_server_comes_to_the_same_bytes_on_every_engine(
    servers: dict[int, Path], engine: Engine, seed: int
) -> None:
    database = engine.new(servers[seed])
    written = exported(servers[seed]).read_bytes()
    assert database.export(GUILD) == written
    async with database.open() as store:
        assert await store.exported(GUILD) == written


def standings(database: Database) -> list[tuple[Any, ...]]:
    """Standings without whether players are in the server, which the bot finds out."""
    found = database.ask(f"SELECT player, season, game, {NAMES} FROM standing")  # noqa: S608
    return sorted(found, key=repr)


async def seen_of(database: Database) -> list[Any]:
    """Read what players see of their server."""
    async with database.open() as store:
        shown: list[Any] = [await store.house_rules(GUILD), await store.blocked(GUILD)]
        for season in (1, 2, 3, None):
            ladder = await store.leaderboard(GUILD, most=50, season=season)
            shown.append(replace(ladder, places=()))
            shown.append([each for each in ladder.places if each.player > 0])
        for player in (ANA, BO, CY, DI):
            for each in await store.history(GUILD, player, most=100):
                shown.append((each.id, each.duel, each.board.message))
                shown.append((await store.duel(GUILD, each.id)).gains)
            shown.append((await store.profile(GUILD, player)).overall)
            shown.append(await store.course(GUILD, player))
            shown.append([each.id for each in await store.running(GUILD, player)])
        shown.append(await store.score(GUILD, ANA, BO))
    return shown


# Games with every option of the built-in ones.
DRAWN: dict[str, Any] = {"board": "drawn"}
SET_UP: tuple[Game[Any], ...] = (
    set_up("divisor", {"size": 40, "gone": (5, 10, 15, 20), "opening": (7, 14), **DRAWN}),
    set_up("divisor", {"size": 30, "opening": (14, 7), "rule": "steps", "first": "even"}),
    set_up("parity", {"size": 30, "gone": (5, 10, 11), "rule": "doubles"}),
    set_up("evenodd", {"size": 30, "gone": (5, 9), "opening": (7,), "rule": "doubles", **DRAWN}),
    set_up("split", {"numbers": (16, 20, 100), "keep": "both"}),
    set_up("split", {"numbers": (8, 9, 10), **DRAWN}),
    set_up("split", {"numbers": (20,), "keep": "larger"}),
    set_up("sequence", {"size": 11, "sums": 3, "ties": "second", "rows": "either"}),
)


@pytest.mark.every_engine
async def test_every_option_of_every_game(engine: Engine, tmp_path: Path) -> None:
    origin, other = engine.new(name="origin"), engine.new(name="other")
    played = []
    async with origin.open() as store:
        table = Table(store)
        for nth, game in enumerate(SET_UP):
            match = await table.start(terms(game=game, first=First.DRAWN, legs=1 + nth % 2))
            for _ in range(nth, 7):
                assert isinstance(match.duel, Playing)
                record = match.duel.record
                match = await table.play(match, record.game.text(record.legal[-1]))
            await store.resign(table.call(ANA), match.id)
            played.append((await store.duel(GUILD, match.id)).duel)
    source = tmp_path / "origin.gz"
    source.write_bytes(origin.export(GUILD))
    other.take_in(source, NOW)
    async with other.open() as store:
        for number, duel in enumerate(played, start=1):
            assert (await store.duel(GUILD, DuelId(number))).duel == duel
    assert other.check() == []
    assert other.export(GUILD) == source.read_bytes()
    said = "".join(each["record"] for each in duels_in(source))
    missing = [each.key for game in SET_UP for each in game.options() if each.key not in said]
    assert missing == []


async def test_the_longest_duel(tmp_path: Path) -> None:
    """Five numbers are split into ones and twos, twice."""
    path = tmp_path / "long.db"
    async with open_store(path) as store:
        table = Table(store)
        game = set_up("split", {"numbers": (100,) * 5, "keep": "both"})
        match = await table.start(terms(game=game, first=First.DRAWN, legs=2))
        while isinstance(match.duel, Playing):
            record = match.duel.record
            match = await table.play(match, record.game.text(max(record.legal)))
        assert match.duel.ply == 2 * MOST_MOVES  # type: ignore[union-attr]
    take_in(tmp_path / "other.db", exported(path), NOW)
    assert exported(tmp_path / "other.db").read_bytes() == exported(path).read_bytes()


@pytest.mark.parametrize("number", range(1, len(MIGRATIONS) + 1))
def test_what_earlier_versions_have_played(tmp_path: Path, number: int) -> None:
    path = Path(shutil.copy(released(number), tmp_path / "duelhost.db"))
    migrate_file(path)
    for guild in (GUILD, ELSEWHERE):
        source = exported(path, guild)
        take_in(tmp_path / "other.db", source, NOW)
        assert timeless(exported(tmp_path / "other.db", guild)) == timeless(source)
    assert list(check(tmp_path / "other.db")) == []
    unrated = {each["unrated"] for each in duels_in(exported(path))}
    assert ("earlier" in unrated) == (number < 3)


def test_progress_comes_to_its_end(servers: dict[int, Path], tmp_path: Path) -> None:
    source = exported(servers[0])
    head = values_of(lines_of(source.read_bytes())[0])
    total = head["duels"] + head["ends"]
    for some, counted in ((1, head["ends"]), (10_000, 1)):
        told: list[tuple[int, int]] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(import_, "SOME", some)
            take_in(tmp_path / f"{some}.db", source, NOW, lambda *now, told=told: told.append(now))
        assert len(told) == head["duels"] + counted
        assert told == sorted(told)
        assert told[-1] == (total, total)
        assert {of for _, of in told} == {total}


def test_a_server_that_has_played_nothing(tmp_path: Path) -> None:
    rules = HouseRules(DAY, frozenset({CHANNEL}), frozenset({RoleId(9)}), 7, BoardMode.EVERY)
    rules = rules.with_variant("split", "grundy").with_variant("divisor", "ranked")

    async def choose() -> None:
        async with open_store(tmp_path / "duelhost.db") as store:
            await store.rule_house(GUILD, rules)

    asyncio.run(choose())
    source = exported(tmp_path / "duelhost.db")
    assert take_in(tmp_path / "other.db", source, NOW) == TakenIn(GUILD, 0)
    assert exported(tmp_path / "other.db").read_bytes() == source.read_bytes()
    assert list(check(tmp_path / "other.db")) == []


# Into a database that isn't empty.


def of_others(path: Path) -> list[tuple[Any, ...]]:
    """Return the rows of other servers, and of no running duel."""
    found = rows(path)
    others = [row for table in found.values() for row in table if row[0] == ELSEWHERE]
    return [row for row in others if "playing" not in row and "offered" not in row]


def test_others_in_the_same_database_notice_nothing(
    servers: dict[int, Path], inhabited: Path
) -> None:
    before = of_others(inhabited)
    assert len(before) > 5
    source = exported(servers[1])
    take_in(inhabited, source, NOW)
    assert of_others(inhabited) == before
    assert list(check(inhabited)) == []
    assert timeless(exported(inhabited))[2:] != timeless(source)[2:]


async def test_what_the_server_had_chosen_comes_along(
    servers: dict[int, Path], inhabited: Path
) -> None:
    """In place of what it has chosen here. Whoever is blocked here stays so, and whoever was erased
    here still leads to nobody."""
    async with open_store(servers[1]) as store:
        rules, blocked = await store.house_rules(GUILD), await store.blocked(GUILD)
    take_in(inhabited, exported(servers[1]), NOW)
    async with open_store(inhabited) as store:
        assert await store.house_rules(GUILD) == rules
        assert await store.blocked(GUILD) == tuple(sorted({*blocked, 5}))
        assert (await store.preferences(GUILD, ANA)).pings is Pings.NEVER
        before = values_of(lines_of(exported(servers[1]).read_bytes())[0])["erased"]
        assert before < 9
        await store.erase(GUILD, ANA, NOW)
        data = await store.exported(GUILD)
        assert data
        assert values_of(lines_of(data)[0])["erased"] == 10
        assert b'"-10"' in b"".join(lines_of(data))


def test_a_server_that_has_played_here(servers: dict[int, Path], tmp_path: Path) -> None:
    source = exported(servers[2])
    duels = len(duels_in(source))
    path = tmp_path / "other.db"
    take_in(path, source, NOW)
    before = rows(path)
    with pytest.raises(DuelsAlready) as refused:
        take_in(path, source, NOW)
    assert refused.value.facts() == {"where": path, "guild": GUILD, "duels": duels}
    assert rows(path) == before


# The database file.


async def test_no_bot_may_work_with_it(servers: dict[int, Path], tmp_path: Path) -> None:
    source = exported(servers[0])
    async with open_store(tmp_path / "other.db") as store:
        with pytest.raises(InUse):
            take_in(tmp_path / "other.db", source, NOW)
        assert await store.servers() == ()
    take_in(tmp_path / "other.db", source, NOW)


def test_an_old_database_is_brought_up_to_date(servers: dict[int, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(released(1), tmp_path / "duelhost.db"))
    for table in ("duel", "server", "standing"):
        say(path, f"DELETE FROM {table} WHERE guild = {GUILD}")  # noqa: S608
    take_in(path, exported(servers[0]), NOW)
    assert timeless(exported(path))[3:] == timeless(exported(servers[0]))[3:]


def test_what_is_no_database(servers: dict[int, Path], tmp_path: Path) -> None:
    source = exported(servers[0])
    (tmp_path / "thesis").write_text("my thesis")
    with pytest.raises(NotOurs):
        take_in(tmp_path / "thesis", source, NOW)
    assert (tmp_path / "thesis").read_text() == "my thesis"
    with pytest.raises(NoFolder):
        take_in(tmp_path / "nowhere" / "x.db", source, NOW)
    path = Path(shutil.copy(servers[0], tmp_path / "later.db"))
    say(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerSchema):
        take_in(path, source, NOW)


def test_a_link_leads_to_the_database(servers: dict[int, Path], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "other.db")
    take_in(tmp_path / "link", exported(servers[0]), NOW)
    assert list(check(tmp_path / "other.db")) == []


# All or nothing.


@pytest.mark.every_engine
def test_whatever_happens_on_the_way_nothing_is_left_of_it(
    servers: dict[int, Path], engine: Engine, inhabited: Path
) -> None:
    source, database = exported(servers[0]), engine.shared(inhabited)
    before = database.rows()
    head = values_of(lines_of(source.read_bytes())[0])
    for stop in (1, head["duels"], head["duels"] + 1):
        done = 0

        def watch(_done: int, _all: int, stop: int = stop) -> None:
            nonlocal done
            done += 1
            if done == stop:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            database.take_in(source, NOW, watch)
        assert done == stop
        assert database.rows() == before
    database.take_in(source, NOW)


@pytest.mark.every_engine
def test_a_failure_in_the_middle_of_counting(
    servers: dict[int, Path],
    engine: Engine,
    inhabited: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source, database = exported(servers[0]), engine.shared(inhabited)
    before = database.rows()

    def fail(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(apply_results, "apply_waiting", fail)
    with pytest.raises(ZeroDivisionError):
        database.take_in(source, NOW)
    assert database.rows() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("there", [True, False])
def test_what_root_makes_belongs_to_whom_the_folder_does(
    tmp_path: Path, servers: dict[int, Path], there: bool
) -> None:
    """The bot isn't root and must be able to write to the file."""
    source, path = exported(servers[SEEDS[0]]), tmp_path / "theirs" / "duelhost.db"
    path.parent.mkdir()
    os.chown(path.parent, 4711, 4712)
    if there:
        path.touch()
    take_in(path, source, START)
    owner = (0, 0) if there else (4711, 4712)
    assert (path.stat().st_uid, path.stat().st_gid) == owner
