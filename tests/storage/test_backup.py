"""Backups that can be trusted, and a restore that loses nothing."""

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
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.duel import Playing
from engine.ids import PlayerId
from storage.match import Match
from storage.sqlite import copying as copies
from storage.sqlite import integrity
from storage.sqlite import restore as restoring
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.copying import COMPANIONS
from storage.sqlite.file import APPLICATION, connect_writing, looking_at, only_one
from storage.sqlite.integrity import watched
from storage.sqlite.restore import restore
from storage.sqlite.store import Store, open_store
from storage.trouble import (
    AlreadyThere,
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    InUse,
    Locked,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotOurs,
    ReadOnly,
    SameFile,
    SeveralNames,
    Trouble,
)
from tests.storage.copying import ROOT, killed_in_the_middle, later_table, played_and_killed
from tests.storage.damage import damage, say
from tests.storage.failures import mount
from tests.storage.table import GUILD, SHORT, Table, terms


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which a duel has been played."""
    path = tmp_path / "duelhost.db"
    asyncio.run(_play(path, 1))
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "backup.db"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a small file is copied with looks at how far it is."""
    monkeypatch.setattr(integrity, "STRIDE", 100)


async def _play(path: Path, duels: int) -> None:
    async with open_store(path) as store:
        for _ in range(duels):
            await later_table(store).finish()


def fill(path: Path, rows: int = 20_000) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(
            "INSERT INTO preferences VALUES (1, ?, 'always', 'everyone')",
            ((row,) for row in range(rows)),
        )


def records(path: Path) -> dict[int, str]:
    """What is in the file, seen by somebody who knows nothing of the store."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT id, record FROM duel WHERE guild = ?", (GUILD,)))


def names(folder: Path) -> set[str]:
    """Of all that somebody would miss or wonder at. Whoever reads a database leaves an empty log
    beside it, and whoever works with it a lock."""
    harmless = {"duelhost.db.lock", "duelhost.db-wal", "duelhost.db-shm"}
    return {each.name for each in folder.iterdir()} - harmless


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


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
    asyncio.run(_play(path, 1))
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
    asyncio.run(_play(path, 1))
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
    asyncio.run(_play(target, 1))
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


# Restoring.


@pytest.fixture
def kept(path: Path, target: Path) -> dict[int, str]:
    """What the backup has; the database has one duel more."""
    back_up(path, target)
    asyncio.run(_play(path, 1))
    return records(target)


def test_a_database_is_not_replaced_unasked(path: Path, target: Path, kept: dict[int, str]) -> None:
    before = records(path)
    with pytest.raises(AlreadyThere):
        restore(path, target, force=False)
    assert records(path) == before != kept
    assert names(path.parent) == {"backups", "duelhost.db"}


def test_a_database_that_is_replaced_is_set_aside(
    path: Path, target: Path, kept: dict[int, str]
) -> None:
    before = records(path)
    aside = path.with_name("duelhost.db.replaced-1")
    assert restore(path, target, force=True) == aside
    assert (records(path), records(aside)) == (kept, before)
    assert list(check(path)) == list(check(aside)) == []
    assert restore(path, target, force=True) == path.with_name("duelhost.db.replaced-2")
    assert records(aside) == before


def test_where_nothing_was_nothing_is_set_aside(path: Path, target: Path) -> None:
    back_up(path, target)
    other = path.with_name("other.db")
    assert restore(other, target, force=False) is None
    assert records(other) == records(path)


async def test_a_running_bot_keeps_its_database(path: Path, target: Path) -> None:
    back_up(path, target)
    async with open_store(path) as store:
        await later_table(store).finish()
        with pytest.raises(InUse):
            restore(path, target, force=True)
        await later_table(store).finish()
    assert len(records(path)) == 3


@pytest.mark.parametrize("reading", [True, False])
def test_another_program_keeps_its_database(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, reading: bool
) -> None:
    """Whatever it may write, it would write to a file that is out of use."""
    back_up(path, target)
    monkeypatch.setattr(restoring, "connect_writing", partial(connect_writing, patience=0))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("SELECT * FROM duel").fetchall()
        if reading:
            other.execute("BEGIN")
            other.execute("SELECT * FROM duel").fetchone()
        with pytest.raises(Locked):
            restore(path, target, force=True)
        assert not [*path.parent.glob("*.replaced-*"), *path.parent.glob(".*")]


def test_moves_in_the_log_of_a_killed_bot_are_set_aside_too(path: Path, target: Path) -> None:
    back_up(path, target)
    played_and_killed(path)
    assert path.with_name("duelhost.db-wal").stat().st_size
    before = records(path)
    aside = restore(path, target, force=True)
    assert aside
    assert not [each for suffix in COMPANIONS if (each := Path(f"{path}{suffix}")).exists()]
    assert records(aside) == before != records(path) == records(target)
    assert list(check(aside)) == []


def test_a_log_that_finds_no_room_in_the_file_is_set_aside_beside_it(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(each: Path) -> sqlite3.Connection:
        if each == path:
            raise DiskFull(path)
        return connect_writing(each)

    back_up(path, target)
    played_and_killed(path)
    monkeypatch.setattr(restoring, "connect_writing", refuse)
    aside = restore(path, target, force=True)
    assert aside
    assert len(records(aside)) == 2
    assert records(path) == records(target)


@pytest.mark.parametrize("damaged", [b"garbage" * 1000, b""])
def test_a_database_beyond_repair_is_set_aside_as_it_is(
    path: Path, target: Path, damaged: bytes
) -> None:
    back_up(path, target)
    path.write_bytes(damaged)
    aside = restore(path, target, force=True)
    assert aside
    assert aside.read_bytes() == damaged or not damaged
    assert records(path) == records(target)


def test_a_log_without_its_database_is_not_taken_for_one_of_the_backup(
    path: Path, target: Path
) -> None:
    """Somebody has deleted a database that a killed bot had left, but not what was beside it."""
    back_up(path, target)
    played_and_killed(path)
    path.unlink()
    assert restore(path, target, force=False) is None
    assert records(path) == records(target)
    asyncio.run(_play(path, 1))
    assert list(check(path)) == []
    # Nor for one of the next database that is set aside.
    assert restore(path, target, force=True) == path.with_name("duelhost.db.replaced-2")


def test_an_older_schema_is_restored_and_brought_up_to_date_at_the_next_start(
    path: Path, target: Path
) -> None:
    say(target, f"PRAGMA application_id = {APPLICATION}")
    restore(path, target, force=True)
    asyncio.run(_play(path, 1))
    assert list(check(path)) == []


def test_a_restored_database_is_not_taken_for_a_backup(path: Path, target: Path) -> None:
    """Nor is one that was set aside: with swapped arguments they would be overwritten."""
    back_up(path, target)
    aside = restore(path, target, force=True)
    assert aside
    for each in (path, aside):
        with pytest.raises(AlreadyThere):
            back_up(target, each)


def test_looking_leaves_nothing_beside_a_database_at_rest(path: Path, target: Path) -> None:
    """Of what another user leaves there, a bot can't make use."""
    before = set(contents(path.parent))
    assert list(check(path)) == []
    back_up(path, target)
    assert list(check(target)) == []
    restore(path.with_name("other.db"), target, force=False)
    assert set(contents(path.parent)) == before | {"other.db", "other.db.lock"}
    assert set(contents(target.parent)) == {target.name}


def test_a_folder_is_no_database(path: Path, target: Path) -> None:
    back_up(path, target)
    with pytest.raises(NotOurs):
        restore(path.parent / "backups", target, force=True)
    assert names(path.parent) == {"backups", "duelhost.db"}


def test_a_database_is_not_its_own_backup(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(SameFile):
        restore(path, path, force=True)
    assert path.read_bytes() == before


def test_killed_in_the_middle_a_restore_leaves_the_old_database(path: Path, target: Path) -> None:
    back_up(path, target)
    asyncio.run(_play(path, 1))
    before = records(path)
    killed_in_the_middle("restore", path, target)
    assert records(path) == before
    assert not [*path.parent.glob("*.replaced-*")]
    asyncio.run(_play(path, 1))
    assert list(check(path)) == []


@pytest.mark.parametrize("second_names", [True, False])
def test_at_no_moment_is_there_no_database(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, second_names: bool
) -> None:
    """Also on a disk that knows no second names, where the old one has to be copied."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    back_up(path, target)
    asyncio.run(_play(path, 1))
    before = records(path)
    with monkeypatch.context() as patched:
        if not second_names:
            patched.setattr(Path, "hardlink_to", refuse)
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(ReadOnly):
            restore(path, target, force=True)
    assert records(path) == before
    asyncio.run(_play(path, 1))
    aside = path.with_name("duelhost.db.replaced-1")
    assert not aside.exists() if second_names else records(aside) == before


def test_a_restore_that_was_killed_can_be_repeated(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its last moments the database has two names, and is nobody's to open."""
    back_up(path, target)
    played_and_killed(path)
    before = records(path)
    with monkeypatch.context() as patched:
        patched.setattr(restoring, "_empty_log", lambda _path: None)
        patched.setattr(Path, "replace", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            restore(path, target, force=True)
    with pytest.raises(SeveralNames):
        asyncio.run(_play(path, 1))
    aside = restore(path, target, force=True)
    assert aside
    assert records(aside) == before
    assert records(path) == records(target)
    asyncio.run(_play(path, 1))


def test_who_looks_beside_a_bot_that_has_no_log_yet_sees_what_it_does(path: Path) -> None:
    with only_one(path), looking_at(path) as db:
        assert db.execute("SELECT count(*) FROM duel").fetchone()[0] == 1
        say(path, "DELETE FROM duel")
        assert db.execute("SELECT count(*) FROM duel").fetchone()[0] == 0


def test_what_a_killed_bot_has_left_in_its_log_is_looked_at_too(path: Path, target: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path.name)
    played_and_killed(path)
    back_up(link, target)
    assert len(records(target)) == 2
    assert list(check(link)) == []
    restore(path.with_name("other.db"), link, force=False)
    assert len(records(path.with_name("other.db"))) == 2


def test_a_second_name_is_not_backed_up(path: Path, target: Path) -> None:
    """The log is beside the first."""
    second = path.with_name("second.db")
    second.hardlink_to(path)
    with pytest.raises(SeveralNames):
        back_up(second, target)
    assert not target.exists()
