"""Backups are complete and consistent, also while the bot is running."""

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from engine.duel import Playing
from engine.ids import PlayerId
from storage.match import Match
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.integrity import watched
from storage.sqlite.restore import restore
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.builders import SHORT, SHORT_MOVES, Table, terms
from tests.storage.copy_process import ROOT, killed_in_the_middle, later_table
from tests.storage.database_files import contents, fill, names, play, records

# While the bot is running.


class Crowd:
    """Pairs of players who move as fast as they are answered, and the last answers they got."""

    def __init__(self, store: Store) -> None:
        self._table = Table(store)
        self.answered: dict[int, str] = {}
        self._over = False

    @classmethod
    @asynccontextmanager
    async def playing(cls, path: Path) -> AsyncIterator["Crowd"]:
        async with open_store(path) as store:
            crowd = cls(store)
            pairs = [asyncio.create_task(crowd._play(PlayerId(n), PlayerId(-n))) for n in range(3)]
            try:
                while len(crowd.answered) < len(pairs):
                    await asyncio.sleep(0)
                yield crowd
            finally:
                crowd._over = True
                await asyncio.gather(*pairs)

    async def _play(self, ana: PlayerId, bo: PlayerId) -> None:
        ana, bo = PlayerId(1000 + ana), PlayerId(2000 - bo)
        while not self._over:
            match = await self._table.start(terms(ana, bo, SHORT))
            for move in SHORT_MOVES:
                match = await self._table.play(match, move)
                self._note(match)

    def _note(self, match: Match) -> None:
        assert not isinstance(match.duel, Playing) or match.duel.record.ply
        self.answered[match.id] = match.duel.record.text  # type: ignore[union-attr]


async def in_this_thread(path: Path, target: Path) -> None:
    back_up(path, target)


async def in_another_thread(path: Path, target: Path) -> None:
    await asyncio.to_thread(back_up, path, target)


async def in_another_process(path: Path, target: Path) -> None:
    command = (sys.executable, "-m", "bot", "backup", target, "--database", path)
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0


@pytest.mark.durable
@pytest.mark.parametrize(
    ("copied", "times"), [(in_this_thread, 5), (in_another_thread, 5), (in_another_process, 1)]
)
async def test_a_backup_has_every_move_that_was_answered_before_it_began(
    tmp_path: Path, target: Path, copied: Callable[[Path, Path], object], times: int
) -> None:
    path = tmp_path / "duelhost.db"
    async with Crowd.playing(path) as crowd:
        for _ in range(times):
            before = dict(crowd.answered)
            await copied(path, target)  # type: ignore[misc]
            assert list(check(target)) == []
            kept = records(target)
            assert all(kept[number].startswith(record) for number, record in before.items())


@pytest.mark.usefixtures("often")
async def test_a_backup_is_of_the_moment_at_which_it_began(path: Path, target: Path) -> None:
    inside, done = threading.Event(), threading.Event()

    def gate(_done: int, _all: int) -> None:
        inside.set()
        done.wait()

    before = records(path)
    async with open_store(path) as store:
        copying = asyncio.create_task(asyncio.to_thread(back_up, path, target, gate))
        await asyncio.to_thread(inside.wait)
        try:
            await later_table(store).finish()
        finally:
            done.set()
        await copying
    assert list(check(target)) == []
    assert records(target) == before != records(path)


# Complete or not at all.


def test_the_copy_is_on_disk_before_it_has_its_name_and_then_the_name_is(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, int]] = []
    sync, replace = os.fsync, Path.replace

    def spied_sync(handle: int) -> None:
        sync(handle)
        done.append(("synced", os.fstat(handle).st_ino))

    def spied_replace(copy: Path, name: Path) -> Path:
        done.append(("named", copy.stat().st_ino))
        return replace(copy, name)

    monkeypatch.setattr(os, "fsync", spied_sync)
    monkeypatch.setattr(Path, "replace", spied_replace)

    def steps(file: Path) -> list[tuple[str, int]]:
        copy, folder = file.stat().st_ino, file.parent.stat().st_ino
        return [("synced", copy), ("named", copy), ("synced", folder)]

    back_up(path, target)
    assert done == steps(target)
    done.clear()
    restore(path, target, force=True)
    assert done == steps(path)


def test_killed_in_the_middle_a_backup_leaves_the_earlier_one(path: Path, target: Path) -> None:
    back_up(path, target)
    before = target.read_bytes()
    asyncio.run(play(path, 1))
    killed_in_the_middle("back up", path, target)
    assert target.read_bytes() == before
    left = names(target.parent) - {target.name}
    assert left
    assert all(name.startswith(".backup.db.") and ".part" in name for name in left)
    # Leftovers of a killed backup do no harm.
    back_up(path, target)
    assert records(target) == records(path)
    assert names(target.parent) == {target.name, *left}


def test_a_later_backup_replaces_a_damaged_one(path: Path, target: Path) -> None:
    back_up(path, target)
    target.write_bytes(target.read_bytes()[:5000])
    back_up(path, target)
    assert records(target) == records(path)


def test_a_later_backup_replaces_an_earlier_one(path: Path, target: Path) -> None:
    back_up(path, target)
    asyncio.run(play(path, 1))
    back_up(path, target)
    assert records(target) == records(path)
    assert names(target.parent) == {target.name}


class Enough(Exception):
    """An exception of the watcher's, in the middle."""


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("wrong", [Enough, KeyboardInterrupt])
def test_stopped_in_the_middle_nothing_is_left(
    path: Path, target: Path, wrong: type[BaseException]
) -> None:
    def stop(_done: int, _all: int) -> None:
        raise wrong

    with pytest.raises(wrong):
        back_up(path, target, stop)
    assert names(target.parent) == set()
    before = contents(path.parent)
    back_up(path, target)
    with pytest.raises(wrong):
        restore(path, target, force=True, progress=stop)
    assert contents(path.parent).items() >= before.items()
    assert not [*path.parent.glob(".*")]


def test_an_interrupt_from_elsewhere_is_one() -> None:
    """A Ctrl-C before the first report of progress leaves no other trace."""
    with closing(sqlite3.connect(":memory:")) as db:
        endless = (
            "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i FROM n) SELECT max(i) FROM n"
        )
        with pytest.raises(KeyboardInterrupt), watched(db, db.interrupt):
            db.execute(endless).fetchone()
        with pytest.raises(sqlite3.OperationalError, match="syntax"), watched(db, db.interrupt):
            db.execute("nonsense")


@pytest.mark.parametrize("copied", ["backup", "restore"])
def test_progress_is_told_before_it_is_over(path: Path, target: Path, copied: str) -> None:
    fill(path)
    told: list[tuple[int, int]] = []
    back_up(path, target, lambda done, total: told.append((done, total)))
    if copied == "restore":
        told.clear()
        restore(path, target, force=True, progress=lambda done, total: told.append((done, total)))
    (total,) = {total for _, total in told}
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert done[0] < target.stat().st_size <= total == done[-1]
