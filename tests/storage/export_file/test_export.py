"""An export has all of a server, of one moment, and nothing else."""

import asyncio
import gzip
import sqlite3
import threading
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.ids import PlayerId
from storage.ids import GuildId
from storage.people import HouseRules
from storage.sqlite.export_file import export
from storage.sqlite.store import open_store
from storage.trouble import (
    NothingKept,
    WrongCount,
)
from storage.units import export as unit
from storage.units.seasons import seasons
from tests.storage.builders import (
    ANA,
    BO,
    ELSEWHERE,
    GUILD,
    Table,
)
from tests.storage.damage import say
from tests.storage.export_file.edit import lines_of, values_of
from tests.storage.export_file.played import multiply
from tests.storage.random_server import live

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
    apart = {"guild", "id", "due", "shown", "reminding", "reminded", "title"}
    optional = {
        "good_game": 0,
        "board_mode": "one",
        "challenger_rating": None,
        "opponent_rating": None,
        "challenger_provisional": False,
        "opponent_provisional": False,
        "level": None,
        "private": False,
        "hints": "",
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
