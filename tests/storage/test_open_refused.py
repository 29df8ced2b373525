"""Files that are refused: each with its own trouble, and left as they are."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from storage.sqlite import file
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import beside, connect_reading, connect_writing, followed, make_durable
from storage.sqlite.store import open_store
from storage.trouble import (
    DiskFault,
    InUse,
    NoDatabase,
    NoFolder,
    NotOurs,
    OldSqlite,
    ReadOnly,
    SeveralNames,
    Unreadable,
)
from tests.storage.builders import Table
from tests.storage.failures import mount, refused, stored
from tests.storage.neighbour_process import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place without a file."""
    return tmp_path / "duelhost.db"


async def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    assert isinstance(await refused(tmp_path / "missing" / "duelhost.db"), NoFolder)
    # A misspelt folder isn't created.
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_has_gone(tmp_path: Path) -> None:
    """The folder disappears under an open connection, for example with its disk."""
    path = tmp_path / "missing" / "duelhost.db"
    with pytest.raises(NoFolder), named_troubles(path):
        sqlite3.connect(path)


async def test_a_file_of_several_names(path: Path) -> None:
    """Locks and logs go by name: two bots would not notice each other and ruin the file."""
    async with open_store(path):
        pass
    path.with_name("second.db").hardlink_to(path)
    for each in (path, path.with_name("second.db")):
        assert isinstance(await refused(each), SeveralNames)


@pytest.mark.parametrize("name", ["duelhost.db", "two words.db"])
async def test_a_file_mounted_by_itself(path: Path, tmp_path: Path, name: str) -> None:
    """As in some containers, where the log would stay in the container."""
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
    """Root may read everything, so the refusal is simulated."""
    path.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    for look in (connect_reading, followed):
        with pytest.raises(Unreadable):
            look(path)
    monkeypatch.setattr(Path, "is_dir", Mock(side_effect=PermissionError))
    with pytest.raises(Unreadable):
        followed(path)


async def test_an_empty_file_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 3")
    assert isinstance(await refused(path), NotOurs)


def test_a_place_where_no_log_can_be_kept(path: Path) -> None:
    """For example on some network file systems, and in SQLite's memory databases."""
    with closing(sqlite3.connect(":memory:")) as db, pytest.raises(DiskFault) as raised:
        make_durable(db, path)
    assert "write-ahead log" in raised.value.detail


def test_a_file_that_is_protected(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root isn't stopped by a file's mode; `test_what_may_not_be_written_to` tests other users."""
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
    """Only that program may apply its log."""
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
