"""Files that aren't backups are left alone, and databases that can't be copied are named."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.sqlite.backup import back_up
from storage.sqlite.restore import restore
from storage.trouble import (
    AlreadyThere,
    Corrupt,
    DatabaseTrouble,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotOurs,
    SameFile,
    Trouble,
)
from tests.storage.damage import damage, say
from tests.storage.database_files import contents, names, play, records


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
    """The database of another bot, which isn't running."""
    asyncio.run(play(target, 1))
    return AlreadyThere


def a_log_without_its_database(target: Path) -> type[Trouble]:
    """A log beside the target, which SQLite would apply to the backup."""
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


# Errors in the source are reported of the source.


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
    """Text in an integer column, which SQLite copies unchecked."""
    swap = "UPDATE sqlite_schema SET sql = replace(sql, 'at {} NOT', 'at {} NOT')"
    say(source, "PRAGMA writable_schema = 1", swap.format("INTEGER", "TEXT"))
    say(source, "INSERT INTO pulse (shards, shard, at) VALUES (1, 0, 'noon')")
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
    assert raised.value.where == path
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
    assert raised.value.where == target
    assert (records(path), names(path.parent)) == before


@pytest.mark.parametrize("copied", ["backup", "restore"])
def test_a_folder_that_is_not_there(tmp_path: Path, path: Path, copied: str) -> None:
    nowhere = tmp_path / "nowhere" / "duelhost.db"
    with pytest.raises(NoFolder) as raised:
        back_up(path, nowhere) if copied == "backup" else restore(nowhere, path, force=False)
    assert raised.value.where == nowhere
    assert not nowhere.parent.exists()
