"""A file that is moved, deleted or replaced while a bot works with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from storage.match import Match
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.file import beside
from storage.sqlite.store import open_store
from storage.trouble import Gone, NotOurs
from tests.storage.builders import CY, DI, Table, terms
from tests.storage.failures import Witness, kinds, refused, stored


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
        assert raised.value.where == path


async def test_what_was_not_acknowledged_without_a_log_is_not_stored(path: Path) -> None:
    """SQLite goes on writing to the open log and copies it into the file in the end."""
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
    """The log belongs to the file that was there before."""
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


async def test_a_file_taken_away_in_the_middle_of_a_batch(path: Path) -> None:
    async with open_store(path) as store:
        with pytest.raises(Gone):
            await store.backend.write(None, lambda _db: path.unlink())
        with pytest.raises(Gone):
            await Table(store).offer()
