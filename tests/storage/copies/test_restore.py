"""A restore loses nothing."""

import asyncio
import errno
import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from storage.ids import MessageId
from storage.match import Board
from storage.sqlite import restore as restoring
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.checked_copy import COMPANIONS
from storage.sqlite.file import APPLICATION, connect_writing, looking_at, only_one
from storage.sqlite.restore import restore
from storage.sqlite.store import open_store
from storage.trouble import (
    AlreadyThere,
    DiskFull,
    InUse,
    Locked,
    NotOurs,
    ReadOnly,
    SameFile,
    SeveralNames,
)
from tests.storage.builders import ANA, CHANNEL, CY, DI, GUILD, terms
from tests.storage.copy_process import killed_in_the_middle, later_table, played_and_killed
from tests.storage.damage import say
from tests.storage.database_files import contents, names, play, records


@pytest.fixture
def kept(path: Path, target: Path) -> dict[int, str]:
    """The records in the backup; the database has one duel more."""
    back_up(path, target)
    asyncio.run(play(path, 1))
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
    """A bot that is still running would write to a file that is no longer in use."""
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
    """A killed bot had left the database, and somebody has deleted it but not its log."""
    back_up(path, target)
    played_and_killed(path)
    path.unlink()
    assert restore(path, target, force=False) is None
    assert records(path) == records(target)
    asyncio.run(play(path, 1))
    assert list(check(path)) == []
    # Nor is the log used for the next database that is set aside.
    assert restore(path, target, force=True) == path.with_name("duelhost.db.replaced-2")


def test_an_older_schema_is_restored_and_brought_up_to_date_at_the_next_start(
    path: Path, target: Path
) -> None:
    say(target, f"PRAGMA application_id = {APPLICATION}")
    restore(path, target, force=True)
    asyncio.run(play(path, 1))
    assert list(check(path)) == []


def test_a_restored_database_knows_that_others_have_seen_more(path: Path, target: Path) -> None:
    async def play_on() -> None:
        async with open_store(path) as store:
            table = later_table(store)
            await table.finish()
            playing = await table.play(await table.start(terms(CY, DI)), "6")
            offered = await table.offer(terms(ANA, DI))
            for each in (playing, offered):
                board = Board(CHANNEL, MessageId(int(each.id)), each.step)
                await store.posted(GUILD, each.id, board)
            await store.take_note("commands of 7", "those of then")
            assert await store.restored() == ""
            back_up(path, target)

    async def what_is_to_be_shown() -> tuple[list[str], str | None, str]:
        async with open_store(path) as store:
            shown = [type(each.duel).__name__ for each in await store.unshown(GUILD)]
            return shown, await store.note("commands of 7"), await store.restored()

    asyncio.run(play_on())
    ended = [each for each in asyncio.run(what_is_to_be_shown())[0] if each == "Finished"]
    restore(path, target, force=True)
    shown, commands, first = asyncio.run(what_is_to_be_shown())
    assert sorted(shown) == [*ended, "Offered", "Playing"]
    assert commands is None
    restore(path, target, force=True)
    assert asyncio.run(what_is_to_be_shown())[2] not in ("", first)
    assert list(check(path)) == []


def test_a_restored_database_is_not_taken_for_a_backup(path: Path, target: Path) -> None:
    """Nor is a database that was set aside: with swapped arguments it would be overwritten."""
    back_up(path, target)
    aside = restore(path, target, force=True)
    assert aside
    for each in (path, aside):
        with pytest.raises(AlreadyThere):
            back_up(target, each)


def test_looking_leaves_nothing_beside_a_database_at_rest(path: Path, target: Path) -> None:
    """A bot can't use files that another user leaves behind."""
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
    asyncio.run(play(path, 1))
    before = records(path)
    killed_in_the_middle("restore", path, target)
    assert records(path) == before
    assert not [*path.parent.glob("*.replaced-*")]
    asyncio.run(play(path, 1))
    assert list(check(path)) == []


@pytest.mark.parametrize("second_names", [True, False])
def test_at_no_moment_is_there_no_database(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, second_names: bool
) -> None:
    """Also on a disk without hard links, where the old database has to be copied."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    back_up(path, target)
    asyncio.run(play(path, 1))
    before = records(path)
    with monkeypatch.context() as patched:
        if not second_names:
            patched.setattr(Path, "hardlink_to", refuse)
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(ReadOnly):
            restore(path, target, force=True)
    assert records(path) == before
    asyncio.run(play(path, 1))
    aside = path.with_name("duelhost.db.replaced-1")
    assert not aside.exists() if second_names else records(aside) == before


def test_a_restore_that_was_killed_can_be_repeated(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last moments the database has two names, so nobody may open it."""
    back_up(path, target)
    played_and_killed(path)
    before = records(path)
    with monkeypatch.context() as patched:
        patched.setattr(restoring, "_empty_log", lambda _path: None)
        patched.setattr(Path, "replace", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            restore(path, target, force=True)
    with pytest.raises(SeveralNames):
        asyncio.run(play(path, 1))
    aside = restore(path, target, force=True)
    assert aside
    assert records(aside) == before
    assert records(path) == records(target)
    asyncio.run(play(path, 1))


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
    """The log is beside the link's target."""
    second = path.with_name("second.db")
    second.hardlink_to(path)
    with pytest.raises(SeveralNames):
        back_up(second, target)
    assert not target.exists()
