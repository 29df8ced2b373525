"""Whatever goes wrong with the file has a name, is told to whoever asked, and leaves in the file
what had been acknowledged, nothing less and nothing more."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.ids import Instant
from storage.ids import DuelId
from storage.match import Match
from storage.sqlite import file, writer
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import PATIENCE as PATIENCE_OF_THE_STORE
from storage.sqlite.file import connect_reading, connect_writing, followed, make_durable
from storage.sqlite.migrate import migrate_file
from storage.sqlite.store import open_store
from storage.trouble import (
    Corrupt,
    DamagedDuel,
    DatabaseTrouble,
    DiskFault,
    Gone,
    InUse,
    Locked,
    NoDatabase,
    NoFolder,
    NotOurs,
    OldSqlite,
    ReadOnly,
    SeveralNames,
    Unreadable,
)
from tests.storage.failures import (
    PATIENCE,
    Witness,
    go_on,
    kinds,
    let_go,
    mount,
    other,
    says,
    stored,
)
from tests.storage.table import ANA, BO, CY, DAY, DI, GUILD, START, Table, terms


async def refused(path: Path) -> DatabaseTrouble:
    """The trouble that opening this file is answered with."""
    with pytest.raises(DatabaseTrouble) as raised:
        async with open_store(path, PATIENCE):
            pass
    assert raised.value.path == path
    return raised.value


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# What stands at the path.


async def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    assert isinstance(await refused(tmp_path / "missing" / "duelhost.db"), NoFolder)
    # A name with a slip of the pen doesn't become a folder.
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_has_gone(tmp_path: Path) -> None:
    """From under a connection, say with the disk that it was on."""
    path = tmp_path / "missing" / "duelhost.db"
    with pytest.raises(NoFolder), named_troubles(path):
        sqlite3.connect(path)


async def test_a_file_of_several_names(path: Path) -> None:
    """Locks and logs go by name: two bots would not know of each other, and ruin the file."""
    async with open_store(path):
        pass
    path.with_name("second.db").hardlink_to(path)
    for each in (path, path.with_name("second.db")):
        assert isinstance(await refused(each), SeveralNames)


@pytest.mark.parametrize("name", ["duelhost.db", "two words.db"])
async def test_a_file_mounted_by_itself(path: Path, tmp_path: Path, name: str) -> None:
    """As a container may have it: the log would stay in the container."""
    async with open_store(path):
        pass
    mounted = tmp_path / "data" / name
    mounted.parent.mkdir()
    mounted.touch()
    with mount("--bind", path, at=mounted):
        assert isinstance(await refused(mounted), SeveralNames)
    assert mounted.read_bytes() == b""


async def test_where_nobody_tells_what_is_mounted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "MOUNTS", path / "nowhere")
    for _ in range(2):
        async with open_store(path):
            pass


async def test_a_file_that_may_not_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so this has to be said for it."""
    path.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    for look in (connect_reading, followed):
        with pytest.raises(Unreadable):
            look(path)
    monkeypatch.setattr(Path, "is_dir", Mock(side_effect=PermissionError))
    with pytest.raises(Unreadable):
        followed(path)


async def test_a_file_taken_away_in_the_middle_of_a_batch(path: Path) -> None:
    async with open_store(path) as store:
        with pytest.raises(Gone):
            await store._write(lambda _db: path.unlink())
        with pytest.raises(Gone):
            await Table(store).offer()


async def test_a_link_is_locked_like_what_it_leads_to(path: Path) -> None:
    first, second = path.with_name("first.db"), path.parent / "elsewhere" / "second.db"
    second.parent.mkdir()
    first.symlink_to(path.name)
    second.symlink_to(Path("..") / first.name)
    async with open_store(path):
        for link in (first, second):
            with pytest.raises(InUse):
                async with open_store(link):
                    pass
            with pytest.raises(InUse):
                migrate_file(link)


async def test_whoever_runs_the_bot_can_lock_what_root_has_locked(path: Path) -> None:
    async with open_store(path):
        assert path.with_name("duelhost.db.lock").stat().st_mode & 0o666 == 0o666


async def test_an_empty_file_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 3")
    assert isinstance(await refused(path), NotOurs)


async def test_nothing_of_an_erased_player_is_left_in_the_file(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        await table.start(terms(ANA, BO))
        await store.erase(GUILD, ANA, table.now)
        assert not left_of(ANA, path)
        assert left_of(BO, path)


async def test_erasing_waits_for_nobody_who_reads_and_is_made_good_for_later(path: Path) -> None:
    """A backup in the making, say: no move is held up, and no trace is left once it is done."""
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        with closing(connect_reading(path)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM duel").fetchall()
            async with asyncio.timeout(PATIENCE_OF_THE_STORE / 2):
                await store.erase(GUILD, ANA, table.now)
                await table.offer(terms(BO, CY))
            assert left_of(ANA, path)
        await table.offer(terms(BO, DI))
        await store.beat(table.now)
        assert not left_of(ANA, path)


async def test_a_log_that_can_not_be_emptied_is_no_trouble_of_who_was_erased(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(path) as store:
        table = Table(store)
        running = await table.start()
        monkeypatch.setattr(writer, "EMPTY", "PRAGMA wal_checkpoint(TRUNCATE")
        assert [each.id for each in await store.erase(GUILD, ANA, table.now)] == [running.id]
        monkeypatch.undo()
        await table.offer(terms(BO, CY))
        await store.beat(table.now)
        assert not left_of(ANA, path)


def left_of(player: int, path: Path) -> bool:
    files = (path, path.with_name(f"{path.name}-wal"))
    return any(player.to_bytes(8, "big") in each.read_bytes() for each in files)


def test_a_place_where_no_log_can_be_kept(path: Path) -> None:
    """Such as some network folders. SQLite's memory is one too."""
    with closing(sqlite3.connect(":memory:")) as db, pytest.raises(DiskFault) as raised:
        make_durable(db, path)
    assert "write-ahead log" in raised.value.detail


def test_a_file_that_is_protected(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root isn't stopped by a file's mode; see `test_what_may_not_be_written_to` for who is."""
    path.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ReadOnly):
        connect_writing(path)


async def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    assert isinstance(await refused(tmp_path / "folder" / "duelhost.db"), NoFolder)


async def test_a_database_that_is_a_folder(path: Path) -> None:
    path.mkdir()
    assert isinstance(await refused(path), NotOurs)
    assert list(path.iterdir()) == []
    with pytest.raises(NoDatabase):
        connect_reading(path)


async def test_a_link_to_the_database_is_the_database(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    async with open_store(link, PATIENCE) as store:
        await Table(store).start()
        # By either name.
        with pytest.raises(InUse):
            async with open_store(path, PATIENCE):
                pass
    assert len(stored(path)) == 1


FOREIGN = {
    "a letter": b"x",
    "a text": b"Dear diary,\n",
    "a long text": b"Dear diary,\n" * 5000,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 64,
    "zeros": bytes(8192),
    "the name of SQLite": b"SQLite format 3\0",
    "the name of SQLite and zeros": b"SQLite format 3\0" + bytes(8176),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
async def test_a_file_that_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert isinstance(await refused(path), NotOurs)
    assert path.read_bytes() == content
    assert {each.name for each in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


@pytest.mark.parametrize(
    "of_another",
    [
        ["CREATE TABLE recipe (title TEXT)"],
        ["PRAGMA application_id = 1"],
        ["PRAGMA user_version = 1"],
        ["PRAGMA journal_mode = WAL", "CREATE TABLE recipe (title TEXT)"],
    ],
)
async def test_a_database_of_another_program(path: Path, of_another: list[str]) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in of_another:
            db.execute(statement)
    content = path.read_bytes()
    assert isinstance(await refused(path), NotOurs)
    assert path.read_bytes() == content
    with pytest.raises(NotOurs):
        connect_reading(path)


async def test_a_database_of_another_program_that_was_killed(path: Path, tmp_path: Path) -> None:
    """Its log is for that program to work up."""
    theirs = tmp_path / "recipes.db"
    with closing(sqlite3.connect(theirs)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE recipe (title TEXT)")
        db.commit()
        for suffix in ("", "-wal"):
            shutil.copy(beside(theirs, suffix), beside(path, suffix))
    content = path.read_bytes(), beside(path, "-wal").read_bytes()
    assert isinstance(await refused(path), NotOurs)
    assert (path.read_bytes(), beside(path, "-wal").read_bytes()) == content


async def test_an_empty_file_becomes_ours(path: Path) -> None:
    path.touch()
    async with open_store(path) as store:
        await Table(store).start()


async def test_a_sqlite_that_is_too_old(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.36.9")
    with pytest.raises(OldSqlite) as raised:
        async with open_store(path):
            pass
    assert raised.value.facts() == {"found": "3.36.9", "least": "3.37.0"}
    assert not path.exists()
    path.touch()
    with pytest.raises(OldSqlite):
        connect_reading(path)


# What is taken away or exchanged.


def replace_database(path: Path) -> None:
    new = beside(path, ".new")
    new.write_text("somebody's")
    new.replace(path)


def replace_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.write_text("a file")


TAKEN_AWAY: dict[str, Callable[[Path], object]] = {
    "the database": Path.unlink,
    "its log": lambda path: beside(path, "-wal").unlink(),
    "the database, and another put there": replace_database,
    "its folder": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
    "its folder, and a file put there": replace_folder,
}


@pytest.mark.parametrize("take_away", TAKEN_AWAY.values(), ids=TAKEN_AWAY)
async def test_nothing_is_acknowledged_once_something_is_gone(
    tmp_path: Path, take_away: Callable[[Path], object]
) -> None:
    path = tmp_path / "folder" / "duelhost.db"
    path.parent.mkdir()
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(3)
        assert kinds(await witness.move()) == {Match}
        take_away(path)
        assert kinds(await witness.move()) == {Gone}
        with pytest.raises(Gone) as raised:
            await witness.table.offer(terms(CY, DI))
        assert raised.value.path == path


async def test_what_was_not_acknowledged_without_a_log_is_not_stored(path: Path) -> None:
    """SQLite writes on to the log that it has open, and puts it into the file in the end."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(3)
        beside(path, "-wal").unlink()
        assert kinds(await witness.move()) == {Gone}
    assert stored(path) == witness.records()


async def test_a_file_put_in_our_place_is_left_alone(path: Path) -> None:
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(1)
        replace_database(path)
        assert kinds(await witness.move()) == {Gone}
    assert path.read_text() == "somebody's"
    assert isinstance(await refused(path), NotOurs)


async def test_a_backup_put_in_our_place_is_what_is_opened_next(path: Path) -> None:
    """What stands in the log belongs to the file that was there before."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(10)
        back_up(path, beside(path, ".backup"))
        backed_up = witness.records()
        for _ in range(5):
            await witness.move()
        path.rename(beside(path, ".away"))
        beside(path, ".backup").rename(path)
        assert kinds(await witness.move()) == {Gone}
    async with open_store(path):
        pass
    assert stored(path) == backed_up
    assert list(check(path)) == []
    assert stored(beside(path, ".away")) == witness.records()


# Who else is at the file.


async def test_a_move_while_another_program_holds_the_file(path: Path) -> None:
    async with open_store(path, PATIENCE) as store:
        witness = Witness(store)
        await witness.start(3)
        with other("hold", path, "BEGIN IMMEDIATE") as holder:
            assert says(holder) == "held"
            assert kinds(await witness.move()) == {Locked}
            assert stored(path) == witness.records()
            # Reading doesn't mind.
            assert await store.duel(GUILD, witness.told[1].id) == witness.told[1]
            let_go(holder)
        assert kinds(await witness.move()) == {Match}
        assert stored(path) == witness.records()


async def test_a_move_waits_for_a_program_that_lets_go_in_time(path: Path) -> None:
    async with open_store(path, patience=60) as store:
        witness = Witness(store)
        await witness.start(3)
        holders: list[subprocess.Popen[str]] = []

        def begun(_statement: str) -> None:
            if holders:
                go_on(holders.pop())

        await store._writer.run(lambda db: db.set_trace_callback(begun))
        with other("hold", path, "BEGIN IMMEDIATE") as holder:
            assert says(holder) == "held"
            # It lets go when the writer has begun, and not before.
            holders.append(holder)
            assert kinds(await witness.move()) == {Match}
        assert holders == []


async def test_opening_a_new_file_that_another_program_holds(path: Path) -> None:
    with other("hold", path, "BEGIN EXCLUSIVE") as holder:
        assert says(holder) == "held"
        assert isinstance(await refused(path), Locked)
        let_go(holder)
    async with open_store(path) as store:
        await Table(store).start()


async def test_opening_a_file_that_another_program_wants_for_itself(path: Path) -> None:
    async with open_store(path) as store:
        await Table(store).start()
    with other("hold", path, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE") as holder:
        assert says(holder) == "held"
        assert isinstance(await refused(path), Locked)
        let_go(holder)
    async with open_store(path) as store:
        assert (await store.running(GUILD, CY)) == ()
    assert len(stored(path)) == 1


async def test_a_second_store_in_the_same_process(path: Path) -> None:
    async with open_store(path) as store:
        assert isinstance(await refused(path), InUse)
        await Table(store).start()
    async with open_store(path):
        pass


async def test_a_second_store_in_another_process(path: Path) -> None:
    async with open_store(path) as store:
        with other("keep_open", path) as second:
            assert says(second) == "in-use"
        await Table(store).start()


async def test_a_store_that_was_killed_leaves_the_file_free(path: Path) -> None:
    with other("keep_open", path) as first:
        assert says(first) == "open"
        assert isinstance(await refused(path), InUse)
        first.kill()
        first.wait()
        async with open_store(path, PATIENCE) as store:
            await Table(store).start()


# What is damaged.


async def twenty(path: Path) -> Witness:
    """Enough for more than one page of duels."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(20)
    return witness


def page_of(content: bytearray, text: bytes) -> slice:
    start = content.index(text) // 4096 * 4096
    return slice(start, start + 4096)


@pytest.mark.parametrize("length", [2000, 4096, 9000])
async def test_a_file_that_was_cut_off(path: Path, length: int) -> None:
    await twenty(path)
    os.truncate(path, length)
    content = path.read_bytes()
    assert isinstance(await refused(path), Corrupt)
    assert path.read_bytes() == content


async def test_a_damaged_schema(path: Path) -> None:
    await twenty(path)
    content = bytearray(path.read_bytes())
    # The header, which says whose file it is, is sound.
    content[100:4096] = b"U" * 3996
    path.write_bytes(content)
    assert isinstance(await refused(path), Corrupt)
    assert path.read_bytes() == content


async def test_damaged_duels(path: Path) -> None:
    await twenty(path)
    content = bytearray(path.read_bytes())
    content[page_of(content, b"1/parity/")] = b"U" * 4096
    path.write_bytes(content)
    async with open_store(path) as store:
        with pytest.raises(Corrupt) as read:
            await store.unshown(GUILD)
        assert read.value.detail == "SQLITE_CORRUPT: database disk image is malformed"
        with pytest.raises(Corrupt):
            await store.give_time_back(Instant(START + DAY))
    assert path.read_bytes() == content


async def test_a_duel_whose_text_is_no_text(path: Path) -> None:
    """The clock passes over it, and the others go on."""
    witness = await twenty(path)
    content = path.read_bytes()
    first = content.index(b"1/parity/")
    path.write_bytes(content[:first] + b"\xff" + content[first + 1 :])
    (damaged,) = check(path)
    assert isinstance(damaged, DamagedDuel)
    async with open_store(path) as store:
        with pytest.raises(DamagedDuel):
            await store.duel(GUILD, DuelId(damaged.number))
        rung = await store.ring(Instant(START + 2 * DAY))
        assert rung.damaged == ((GUILD, damaged.number),)
        assert {each.id for each in rung.ended} == witness.told.keys() - {damaged.number}


@pytest.mark.parametrize("looked_before", [True, False])
async def test_a_read_that_fails(path: Path, looked_before: bool) -> None:
    """Cut short, the log no longer holds what its index says it does."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(100)
        if looked_before:
            # The schema is known by then, and it is the duel itself that can't be read.
            await store.next_due()
        os.truncate(beside(path, "-wal"), 0)
        with pytest.raises(DiskFault) as raised:
            await store.duel(GUILD, DuelId(50))
        assert raised.value.detail == "SQLITE_IOERR_SHORT_READ: disk I/O error"
