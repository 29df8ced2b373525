"""Backups in a folder: which are kept, and which go."""

import os
from pathlib import Path

import pytest

from engine.ids import Instant
from storage.sqlite.backup_rotation import back_up_into, last_backup
from storage.sqlite.restore import restore
from storage.trouble import NoFolder, ReadOnly
from tests.storage.database_files import names, records

NOON = Instant(1_763_467_200_000)  # of 18 November 2025
DAY = 24 * 60 * 60 * 1000
FIRST = "duelhost-20251118T120000Z.db"


@pytest.fixture
def folder(target: Path) -> Path:
    return target.parent


def day(nth: int) -> Instant:
    return Instant(NOON + nth * DAY)


def test_a_backup_is_named_by_when_it_was_made(path: Path, folder: Path) -> None:
    made = back_up_into(path, folder, keep=3, now=NOON)
    assert made == folder / FIRST
    was = records(path)
    restore(path, made, force=True)
    assert records(path) == was


def test_a_database_behind_a_link_goes_by_one_name(path: Path, folder: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    made = back_up_into(link, folder, keep=3, now=NOON)
    assert made == folder / FIRST
    assert last_backup(link, folder, NOON) == last_backup(path, folder, NOON) == NOON


def test_the_oldest_go(path: Path, folder: Path) -> None:
    made = [back_up_into(path, folder, keep=2, now=day(nth)) for nth in range(4)]
    assert names(folder) == {each.name for each in made[2:]}
    assert last_backup(path, folder, day(4)) == day(3)


def test_what_is_no_backup_of_ours_stays(path: Path, folder: Path) -> None:
    others = {"duelhost.db", "other-20200101T000000Z.db", "duelhost-20209999T000000Z.db", "notes"}
    for each in others:
        (folder / each).write_text("kept")
    made = [back_up_into(path, folder, keep=1, now=day(nth)) for nth in range(3)]
    assert names(folder) == others | {made[-1].name}


def test_a_clock_that_was_wrong_costs_no_backup_that_has_just_been_made(
    path: Path, folder: Path
) -> None:
    ahead = back_up_into(path, folder, keep=2, now=day(900))
    older, newer = (back_up_into(path, folder, keep=2, now=day(nth)) for nth in (0, 1))
    assert names(folder) == {ahead.name, newer.name}
    assert not older.exists()
    assert last_backup(path, folder, day(2)) == day(1)


def test_what_a_killed_backup_left_behind_goes_in_time(path: Path, folder: Path) -> None:
    old, young, other = (
        folder / each for each in (f".{FIRST}.a.part", f".{FIRST}.b.part", ".other-1.db.c.part")
    )
    for part, age in ((old, 25), (young, 23), (other, 1000)):
        part.touch()
        os.utime(part, (0, NOON / 1000 - age * 60 * 60))
    back_up_into(path, folder, keep=1, now=NOON)
    assert not old.exists()
    assert young.exists()
    assert other.exists()


def test_a_folder_that_is_not_there(path: Path, folder: Path) -> None:
    folder.rmdir()
    with pytest.raises(NoFolder):
        back_up_into(path, folder, keep=1, now=NOON)
    assert last_backup(path, folder, NOON) is None


def test_one_that_cannot_be_taken_away(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up_into(path, folder, keep=1, now=NOON)

    def refuse(_path: Path, **_how: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(ReadOnly) as raised:
        back_up_into(path, folder, keep=1, now=day(1))
    assert raised.value.where == folder
