"""An export has all of a server, of one moment, and nothing else."""

import asyncio
import errno
import gzip
import os
import sqlite3
import stat
import threading
import time
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.duel import First
from engine.fairness import Unrated
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId, MessageId, RoleId
from storage.match import Board
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.sqlite.export_file import export
from storage.sqlite.store import open_store
from storage.store import Store
from storage.trouble import (
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    NoDatabase,
    NoFolder,
    NothingKept,
    NotOurs,
    Occupied,
    OlderSchema,
    ReadOnly,
    WrongCount,
)
from storage.units import export as unit
from storage.units.seasons import seasons
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)
from tests.storage.damage import say
from tests.storage.export_file.edit import lines_of, values_of
from tests.storage.random_server import live
from tests.storage.released.make import database as released

MESSAGE = MessageId(1_045_000_000_000_000_001)


async def play_a_little(path: Path) -> None:
    """A finished duel, one in its second game, a challenge, and all that a server can choose."""
    async with open_store(path) as store:
        table = Table(store)
        first = await table.finish(BO, ANA)
        await store.posted(GUILD, first.id, Board(CHANNEL, MESSAGE, first.step))
        two_legs = replace(terms(ANA, CY, SHORT, First.OPPONENT), legs=2, unrated=Unrated.CASUAL)
        await table.play(await table.start(two_legs), *SHORT_MOVES, "1")
        await table.offer(terms(BO, CY))
        await store.begin_season(GUILD, 2, table.now)
        rules = HouseRules(
            DAY, frozenset({CHANNEL, ChannelId(7)}), frozenset({RoleId(9), RoleId(10)}), 0
        )
        await store.rule_house(GUILD, rules)
        for player in (PlayerId(6), ANA):
            await store.block(GUILD, player, blocked=True)
        await store.prefer(GUILD, ANA, Preferences(Pings.NEVER, Challenges.NOBODY))
        await store.erase(GUILD, CY, table.now)
        await Table(store, ELSEWHERE).finish()


@pytest.fixture
def played(path: Path) -> Path:
    asyncio.run(play_a_little(path))
    return path


LITTLE = """\
{"line":"record","format":"duelhost","version":1,"server":"81384788765712384","duels":3,"ends":2,\
"erased":1}
{"line":"season","number":2,"first":2,"at":1800000060000}
{"line":"rules","clock":86400000,"channels":["7","381870553235193857"],"roles":["9","10"],\
"rated_a_day":0}
{"line":"blocked","player":"6"}
{"line":"blocked","player":"80351110224678912"}
{"line":"duel","number":1,"phase":"finished","challenger":"80351110224678912",\
"opponent":"115332333745340416","first":"challenger","seated":"challenger","legs":1,\
"clock":86400000,"unrated":"seats","earlier":null,"record":"1/divisor/size=7/1-7","deadline":null,\
"winner":1,"reason":"stuck","ended":1800000060000,"void":false,"nth":1,\
"channel":"381870553235193857","message":"1045000000000000001","step":3}
{"line":"duel","number":2,"phase":"finished","challenger":"80351110224678912","opponent":"-1",\
"first":"opponent","seated":"challenger","legs":2,"clock":86400000,"unrated":"casual",\
"earlier":"1/divisor/size=7/1-7","record":"1/divisor/size=7/1","deadline":null,"winner":0,\
"reason":"resigned","ended":1800000060000,"void":false,"nth":2,"channel":"381870553235193857",\
"message":null,"step":5}
{"line":"duel","number":3,"phase":"withdrawn","challenger":"115332333745340416","opponent":"-1",\
"first":"challenger","seated":null,"legs":1,"clock":86400000,"unrated":"seats","earlier":null,\
"record":"1/divisor/size=20/","deadline":null,"winner":null,"reason":"declined",\
"ended":1800000060000,"void":false,"nth":null,"channel":"381870553235193857","message":null,\
"step":1}
{"line":"end","lines":8,\
"sha256":"DIGEST"}
"""


def test_everything_that_is_stored_of_a_server_and_nothing_else(
    played: Path, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    target = tmp_path / "x.gz"
    assert export(played, GUILD, target, lambda *now: told.append(now)) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]
    text = gzip.decompress(target.read_bytes()).decode()
    digest = values_of(text.splitlines()[-1].encode())["sha256"]
    assert text == LITTLE.replace("DIGEST", digest)


def test_it_tells_what_the_rows_say(path: Path, tmp_path: Path) -> None:
    asyncio.run(live(path, 1))
    export(path, GUILD, tmp_path / "x.gz")
    told = [values_of(line) for line in lines_of((tmp_path / "x.gz").read_bytes())]
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute("SELECT * FROM duel WHERE guild = ? ORDER BY id", (GUILD,)).fetchall()
    assert len(rows) > 20
    duels = [each for each in told if each["line"] == "duel"]
    apart = {"guild", "id", "due", "shown", "reminding", "reminded"}
    optional = {
        "good_game": 0,
        "board_mode": "one",
        "challenger_rating": None,
        "opponent_rating": None,
        "challenger_provisional": False,
        "opponent_provisional": False,
    }
    assert all(any(key in duel for duel in duels) for key in optional)
    for row, duel in zip(rows, ({**optional, **each} for each in duels), strict=True):
        assert duel.keys() - {"line", "number"} == set(row.keys()) - apart
        assert duel["number"] == row["id"]
        for name in duel.keys() - {"line", "number"}:
            assert str(duel[name]) in (str(row[name]), str(bool(row[name])))


def test_the_same_record_comes_to_the_same_bytes(played: Path, tmp_path: Path) -> None:
    for name in ("1.gz", "2.gz"):
        export(played, GUILD, tmp_path / name)
        say(played, "UPDATE pulse SET at = at + 1", "VACUUM")
    data = (tmp_path / "1.gz").read_bytes()
    assert data == (tmp_path / "2.gz").read_bytes()
    # No time, no name, and not even the system that it was made on.
    assert data[:10] == b"\x1f\x8b\x08\x00" + bytes(4) + data[8:9] + b"\xff"


def test_nothing_else_that_is_kept_is_in_it(played: Path, tmp_path: Path) -> None:
    """Receipts, preferences, other servers."""
    export(played, GUILD, tmp_path / "1.gz")
    with closing(sqlite3.connect(played)) as db, db:
        tables = ("receipt", "preferences", "standing", "course", "census", "note")
        assert all(db.execute(f"DELETE FROM {each}").rowcount >= 0 for each in tables)  # noqa: S608
        db.execute("DELETE FROM duel WHERE guild = ?", (ELSEWHERE,))
        db.execute("UPDATE duel SET shown = 1, reminding = 1, reminded = 1")
    export(played, GUILD, tmp_path / "2.gz")
    assert (tmp_path / "1.gz").read_bytes() == (tmp_path / "2.gz").read_bytes()


def test_a_server_that_has_only_chosen_something(path: Path, tmp_path: Path) -> None:
    async def choose() -> None:
        async with open_store(path) as store:
            await store.block(GUILD, ANA, blocked=True)
            await store.rule_house(ELSEWHERE, HouseRules())

    asyncio.run(choose())
    for guild, count in ((GUILD, 4), (ELSEWHERE, 3)):
        assert export(path, guild, tmp_path / f"{guild}.gz") == 0
        assert len(lines_of((tmp_path / f"{guild}.gz").read_bytes())) == count


def test_a_server_of_which_nothing_is_kept(played: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingKept) as refused:
        export(played, GuildId(7), tmp_path / "x.gz")
    assert refused.value.guild == 7
    assert not (tmp_path / "x.gz").exists()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM duel WHERE id = 3",
        "DELETE FROM duel WHERE id = 2",
        "UPDATE duel SET id = 4 WHERE id = 3",
        "UPDATE server SET duels = 2",
        "UPDATE server SET duels = 4",
    ],
)
def test_what_nobody_could_take_in_is_not_given_out(
    played: Path, tmp_path: Path, damage: str
) -> None:
    say(played, damage)
    with pytest.raises(WrongCount):
        export(played, GUILD, tmp_path / "x.gz")
    assert not (tmp_path / "x.gz").exists()


# One moment.


async def test_what_happens_meanwhile_is_not_in_it(played: Path, tmp_path: Path) -> None:
    async with open_store(played) as store:
        began, gate = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def hold(done: int, _all: int) -> None:
            if done == 1:
                loop.call_soon_threadsafe(began.set)
                assert gate.wait(10)

        before = await store.exported(GUILD)
        writing = asyncio.create_task(
            asyncio.to_thread(export, played, GUILD, tmp_path / "x.gz", hold)
        )
        await began.wait()
        table = Table(store, interactions=iter(range(10)))
        await table.finish(BO, PlayerId(77))
        await store.void(table.call(ANA), (await store.ended_in(GUILD))[-1].id)
        gate.set()
        assert await writing == 3
        assert (tmp_path / "x.gz").read_bytes() == before
        assert await store.exported(GUILD) != before


def test_all_of_it_is_of_one_moment(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the lines before the duels. The export holds no later write open."""
    export(played, GUILD, tmp_path / "before.gz")

    def meanwhile(*which: Any) -> Any:
        say(
            played,
            "UPDATE server SET clock = 5000, duels = 2",
            "DELETE FROM duel WHERE id = 3",
            "DELETE FROM season",
        )
        return seasons(*which)

    monkeypatch.setattr(unit, "seasons", meanwhile)
    # The export opens the database beside the bot's log.
    with closing(sqlite3.connect(played)) as bot:
        bot.execute("SELECT * FROM server")
        export(played, GUILD, tmp_path / "meanwhile.gz")
    assert (tmp_path / "meanwhile.gz").read_bytes() == (tmp_path / "before.gz").read_bytes()


def multiply(path: Path, duels: int) -> None:
    """Add copies of the third duel."""
    with closing(sqlite3.connect(path)) as db, db:
        names = [name for _, name, *_ in db.execute("PRAGMA table_info(duel)")]
        others = ", ".join(name for name in names if name != "id")
        copy = f"INSERT INTO duel (id, {others}) SELECT ?, {others} FROM duel"  # noqa: S608
        (last,) = db.execute("SELECT duels FROM server WHERE guild = ?", (GUILD,)).fetchone()
        db.executemany(
            f"{copy} WHERE guild = ? AND id = 3",
            [(last + nth, GUILD) for nth in range(1, duels + 1)],
        )
        db.execute("UPDATE server SET duels = duels + ? WHERE guild = ?", (duels, GUILD))


def test_it_is_written_as_it_is_read(played: Path, tmp_path: Path) -> None:
    """However many duels there are, only a few of them are in memory."""
    multiply(played, 500)
    few = memory(played, tmp_path / "few.gz")
    multiply(played, 2_500)
    many = memory(played, tmp_path / "many.gz")
    assert len(gzip.decompress((tmp_path / "many.gz").read_bytes())) > 800_000
    # Python's own cache of tuples takes a third of that.
    assert many < few + 300_000


def memory(path: Path, target: Path) -> int:
    """The most memory that an export took."""
    tracemalloc.start()
    try:
        export(path, GUILD, target)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# The file.


def test_no_file_is_written_over(played: Path, tmp_path: Path) -> None:
    for name in ("mine.txt", "duelhost.db"):
        target = tmp_path / name
        target.touch()
        before = target.read_bytes()
        with pytest.raises(Occupied) as refused:
            export(played, GUILD, target)
        assert refused.value.where == target
        assert target.read_bytes() == before
    with pytest.raises(NoFolder):
        export(played, GUILD, tmp_path / "nowhere" / "x.gz")


def test_not_even_one_that_a_link_leads_to(played: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "mine.txt")
    with pytest.raises(Occupied):
        export(played, GUILD, tmp_path / "link")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_whoever_may_read_the_database_may_read_it(played: Path, tmp_path: Path) -> None:
    for mode in (0o600, 0o640, 0o644):
        played.chmod(mode)
        target = tmp_path / f"{mode}.gz"
        seen: list[int] = []

        def look(*_: int, target: Path = target, seen: list[int] = seen) -> None:
            seen.append(stat.S_IMODE(target.stat().st_mode))

        export(played, GUILD, target, look)
        assert stat.S_IMODE(target.stat().st_mode) == mode
        # Nobody else can read the file before it is complete.
        assert seen == [0o600] * 3


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EIO, DiskFault),
        (errno.EROFS, ReadOnly),
        (errno.EBADF, OSError),
        (None, KeyboardInterrupt),
    ],
)
def test_what_goes_wrong_leaves_no_file(
    played: Path, tmp_path: Path, number: int | None, trouble: type[BaseException]
) -> None:
    target = tmp_path / "x.gz"

    def fail(done: int, _all: int) -> None:
        assert target.exists()
        if done == 2:
            raise OSError(number, "so it is") if number else KeyboardInterrupt

    with pytest.raises(trouble) as failed:
        export(played, GUILD, target, fail)
    if isinstance(failed.value, DatabaseTrouble):
        assert failed.value.where == target
    assert not target.exists()
    assert export(played, GUILD, target) == 3


def test_a_folder_that_nothing_can_be_written_to(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refuse(path: Any, flags: int, *more: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "not here")
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ReadOnly) as refused:
        export(played, GUILD, tmp_path / "x.gz")
    assert refused.value.where == tmp_path / "x.gz"


def test_what_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    (tmp_path / "duelhost.db").write_text("my thesis")
    with pytest.raises(NotOurs):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    (tmp_path / "duelhost.db").write_bytes(released(1).read_bytes())
    with pytest.raises(OlderSchema):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    assert {each.name for each in tmp_path.iterdir()} == {"duelhost.db"}


# In memory, while the bot is running.


async def test_the_store_gives_out_the_same(played: Path, tmp_path: Path) -> None:
    async with open_store(played) as store:
        data = await store.exported(GUILD)
        export(played, GUILD, tmp_path / "x.gz")
        assert data == (tmp_path / "x.gz").read_bytes()
        with pytest.raises(NothingKept):
            await store.exported(GuildId(7))


async def test_the_store_gives_out_no_more_than_it_may(played: Path) -> None:
    async with open_store(played) as store:
        data = await store.exported(GUILD)
        assert data
        assert await store.exported(GUILD, len(data)) == data
        for most in (len(data) - 1, 10, 0):
            assert await store.exported(GUILD, most) is None


async def test_what_is_too_much_is_not_read_to_its_end(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    monkeypatch.setattr(unit, "_give_way", lambda done, _all: read.append(done))
    monkeypatch.setattr(unit, "LEVEL", 0)
    multiply(played, 1_000)
    async with open_store(played) as store:
        assert await store.exported(GUILD, 100_000) is None
        assert 200 < len(read) < 600


async def test_nobody_waits_behind_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(store)
    match = await table.start()
    began, gate = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def hold(*_: int) -> None:
        loop.call_soon_threadsafe(began.set)
        assert gate.wait(10)

    monkeypatch.setattr(unit, "_give_way", hold)
    giving = asyncio.create_task(store.exported(GUILD))
    await began.wait()
    reading = [store.duel(GUILD, match.id) for _ in range(10)]
    assert await asyncio.gather(*reading) == [match] * 10
    moved = await table.play(match, "6")
    assert moved.step == 2
    assert not giving.done()
    gate.set()
    data = await giving
    assert data
    assert values_of(lines_of(data)[-2])["step"] == 1


async def test_it_lets_moves_go_first(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr(time, "sleep", rests.append)
    monkeypatch.setattr(unit, "STRETCH", 2)
    async with open_store(played) as store:
        await store.exported(GUILD)
    assert rests == [unit.PAUSE]
    assert 0 < unit.PAUSE < 0.005
