"""Backups that can be trusted."""

import asyncio
import errno
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from engine.duel import Playing
from engine.ids import PlayerId
from storage.match import Match
from storage.sqlite import copying as copies
from storage.sqlite import integrity
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.integrity import watched
from storage.sqlite.restore import restore
from storage.sqlite.store import Store, open_store
from storage.trouble import (
    AlreadyThere,
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotOurs,
    ReadOnly,
    SameFile,
    Trouble,
)
from tests.storage.copying import ROOT, killed_in_the_middle, later_table
from tests.storage.damage import damage, say
from tests.storage.failures import mount
from tests.storage.files import contents, fill, names, play, records
from tests.storage.table import SHORT, Table, terms


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a small file is copied with looks at how far it is."""
    monkeypatch.setattr(integrity, "STRIDE", 100)


# While the bot works.


class Crowd:
    """Pairs of players who move as fast as they are answered, and what they were answered last."""

    def __init__(self, store: Store) -> None:
        self._table = Table(store)
        self.answered: dict[int, str] = {}
        self._over = False

    @classmethod
    @asynccontextmanager
    async def playing(cls, path: Path) -> AsyncIterator["Crowd"]:
        async with open_store(path) as store:
            crowd = cls(store)
            pairs = [asyncio.create_task(crowd._play(PlayerId(n), PlayerId(-n))) for n in range(8)]
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
            for move in ("1", "2"):
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
    # What is left is in nobody's way.
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
    """Of a watcher, in the middle."""


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
    """A Ctrl-C that comes in before the watcher is told anything has no other trace."""
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


# Whose file it is.


@pytest.mark.usefixtures("often")
def test_a_copy_is_never_readable_by_more_people_than_the_database(
    path: Path, target: Path
) -> None:
    path.chmod(0o640)
    seen: set[tuple[str, int]] = set()

    def look(_done: int, _all: int) -> None:
        seen.update((each.suffix, each.stat().st_mode) for each in target.parent.iterdir())

    before = os.umask(0)
    try:
        back_up(path, target, look)
    finally:
        os.umask(before)
    assert {mode for _, mode in seen} == {stat.S_IFREG | 0o600}
    assert ".part" in {suffix for suffix, _ in seen}
    assert target.stat().st_mode == stat.S_IFREG | 0o640


@pytest.mark.parametrize("there", [True, False])
def test_a_restored_database_can_be_used_by_whoever_could_before(
    path: Path, target: Path, there: bool
) -> None:
    back_up(path, target)
    path.chmod(0o660)
    target.chmod(0o604)
    if not there:
        path.unlink()
    restore(path, target, force=True)
    assert stat.S_IMODE(path.stat().st_mode) == (0o660 if there else 0o604)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_restores_a_database_for_its_owner(path: Path, target: Path) -> None:
    back_up(path, target)
    os.chown(path, 4711, 4712)
    restore(path, target, force=True)
    assert (path.stat().st_uid, path.stat().st_gid) == (4711, 4712)


def test_others_restore_it_for_themselves(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    back_up(path, target)
    monkeypatch.setattr(os, "chown", refuse)
    restore(path, target, force=True)
    assert records(path) == records(target)


@pytest.mark.parametrize("name", [b"two words.db", b"file:x?mode=memory", b"%41#\xff\n.db"])
def test_a_name_can_be_anything(tmp_path: Path, path: Path, name: bytes) -> None:
    target = tmp_path / os.fsdecode(name)
    back_up(path, target)
    other = tmp_path / os.fsdecode(b"other " + name)
    restore(other, target, force=False)
    assert records(other) == records(path)


def test_names_can_be_relative(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    back_up(Path("duelhost.db"), Path("backup.db"))
    restore(Path("other.db"), Path("backup.db"), force=False)
    assert records(Path("other.db")) == records(path)


def test_a_link_leads_to_the_new_file_as_it_did_to_the_old(path: Path, target: Path) -> None:
    links = path.with_name("backup"), path.with_name("database")
    links[0].symlink_to(target)
    links[1].symlink_to(path)
    back_up(links[1], links[0])
    assert restore(links[1], links[0], force=True) == path.with_name("duelhost.db.replaced-1")
    assert links[0].readlink() == target
    assert links[1].readlink() == path
    assert records(path) == records(target) != {}


# What is no backup is left alone.


def foreign_text(target: Path) -> type[Trouble]:
    target.write_text("my thesis")
    return NotOurs


def foreign_database(target: Path) -> type[Trouble]:
    say(target, "CREATE TABLE song (name)")
    return NotOurs


def empty_file(target: Path) -> type[Trouble]:
    target.touch()
    return NotOurs


def folder(target: Path) -> type[Trouble]:
    target.mkdir()
    return NotOurs


def itself(target: Path) -> type[Trouble]:
    target.hardlink_to(target.parents[1] / "duelhost.db")
    return SameFile


def itself_by_a_link(target: Path) -> type[Trouble]:
    target.symlink_to(target.parents[1] / "duelhost.db")
    return SameFile


def another_database(target: Path) -> type[Trouble]:
    """That of another bot, which isn't running."""
    asyncio.run(play(target, 1))
    return AlreadyThere


def a_log_without_its_database(target: Path) -> type[Trouble]:
    """What SQLite would take for a part of the backup."""
    Path(f"{target}-wal").write_text("what nobody knows")
    return AlreadyThere


@pytest.mark.parametrize(
    "there",
    [
        *(foreign_text, foreign_database, empty_file, folder),
        *(itself, itself_by_a_link, another_database, a_log_without_its_database),
    ],
)
def test_a_backup_replaces_only_backups(
    path: Path, target: Path, there: Callable[[Path], type[Trouble]]
) -> None:
    why = there(target)
    before, was_there = contents(target.parent), records(path)
    with pytest.raises(why):
        back_up(path, target)
    assert contents(target.parent).items() >= before.items()
    assert records(path) == was_there
    assert not [*target.parent.glob(".*")]


# What can't be copied is said of the file that it is about.


def missing(source: Path) -> type[DatabaseTrouble]:
    source.unlink()
    return NoDatabase


def a_folder(source: Path) -> type[DatabaseTrouble]:
    source.unlink()
    source.mkdir()
    return NoDatabase


def foreign(source: Path) -> type[DatabaseTrouble]:
    source.unlink()
    say(source, "CREATE TABLE song (name)")
    return NotOurs


def garbage(source: Path) -> type[DatabaseTrouble]:
    source.write_bytes(b"garbage" * 1000)
    return NotOurs


def cut_short(source: Path) -> type[DatabaseTrouble]:
    os.truncate(source, 3 * 4096)
    return Corrupt


def broken_table(source: Path) -> type[DatabaseTrouble]:
    damage(source, "duel", whole=True)
    return Corrupt


def broken_promise(source: Path) -> type[DatabaseTrouble]:
    """A text where only a number can be. SQLite copies it without looking."""
    swap = "UPDATE sqlite_schema SET sql = replace(sql, 'at {} NOT', 'at {} NOT')"
    say(source, "PRAGMA writable_schema = 1", swap.format("INTEGER", "TEXT"))
    say(source, "INSERT INTO pulse (id, at) VALUES (1, 'noon')")
    say(source, "PRAGMA writable_schema = 1", swap.format("TEXT", "INTEGER"))
    return Corrupt


def from_the_future(source: Path) -> type[DatabaseTrouble]:
    say(source, "PRAGMA user_version = 99")
    return NewerSchema


UNFIT = [missing, a_folder, foreign, garbage, cut_short, broken_table, broken_promise]
UNFIT += [from_the_future]


@pytest.mark.parametrize("unfit", UNFIT)
def test_what_is_no_sound_database_is_not_backed_up(
    path: Path, target: Path, unfit: Callable[[Path], type[DatabaseTrouble]]
) -> None:
    back_up(path, target)
    before = contents(target.parent)
    why = unfit(path)
    with pytest.raises(why) as raised:
        back_up(path, target)
    assert raised.value.path == path
    assert contents(target.parent) == before


@pytest.mark.parametrize("unfit", UNFIT)
def test_what_is_no_sound_backup_is_not_restored(
    path: Path, target: Path, unfit: Callable[[Path], type[DatabaseTrouble]]
) -> None:
    back_up(path, target)
    why = unfit(target)
    before = records(path), names(path.parent)
    with pytest.raises(why) as raised:
        restore(path, target, force=True)
    assert raised.value.path == target
    assert (records(path), names(path.parent)) == before


def test_a_disk_that_writes_something_else_is_to_blame(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = copies._vacuum

    def unsound(db: sqlite3.Connection, copy: Path, path: Path, target: Path) -> None:
        sound(db, copy, path, target)
        damage(copy, "duel_by_end")

    monkeypatch.setattr(copies, "_vacuum", unsound)
    with pytest.raises(DiskFault) as raised:
        back_up(path, target)
    assert raised.value.path == target
    assert names(target.parent) == set()


@pytest.mark.parametrize("copied", ["backup", "restore"])
def test_a_folder_that_is_not_there(tmp_path: Path, path: Path, copied: str) -> None:
    nowhere = tmp_path / "nowhere" / "duelhost.db"
    with pytest.raises(NoFolder) as raised:
        back_up(path, nowhere) if copied == "backup" else restore(nowhere, path, force=False)
    assert raised.value.path == nowhere
    assert not nowhere.parent.exists()


def system(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with mount("-t", "tmpfs", "-o", "size=400k", "tmpfs", at=folder):
        yield folder


def test_a_full_disk_is_the_one_of_the_backup(path: Path, small_disk: Path) -> None:
    target = small_disk / "backup.db"
    back_up(path, target)
    before = target.read_bytes()
    fill(path)
    with pytest.raises(DiskFull) as raised:
        back_up(path, target)
    assert raised.value.path == target
    assert target.read_bytes() == before
    assert names(small_disk) == {"backup.db"}


def test_a_full_disk_keeps_the_old_database(path: Path, small_disk: Path) -> None:
    old = small_disk / "duelhost.db"
    restore(old, path, force=False)
    before = old.read_bytes()
    fill(path)
    with pytest.raises(DiskFull) as raised:
        restore(old, path, force=True)
    assert raised.value.path == old
    assert old.read_bytes() == before
    assert names(small_disk) == {"duelhost.db"}


def test_a_disk_that_is_read_only_is_the_one_of_the_backup(path: Path, small_disk: Path) -> None:
    assert system("mount", "-o", "remount,ro", str(small_disk)).returncode == 0
    target = small_disk / "backup.db"
    with pytest.raises(ReadOnly) as raised:
        back_up(path, target)
    assert raised.value.path == target


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EIO, DiskFault),
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EACCES, ReadOnly),
        (errno.EPERM, ReadOnly),
        (errno.EROFS, ReadOnly),
        (errno.ENAMETOOLONG, OSError),
    ],
)
def test_what_the_system_says_is_about_the_backup(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: type[Exception]
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(why) as raised:
        back_up(path, target)
    assert getattr(raised.value, "path", target) == target
    assert names(target.parent) == set()
