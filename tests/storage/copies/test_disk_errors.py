"""Errors of full, read-only or broken disks name the right file."""

import errno
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.sqlite import checked_copy as copies
from storage.sqlite.backup import back_up
from storage.sqlite.restore import restore
from storage.trouble import DiskFault, DiskFull, ReadOnly
from tests.storage.damage import damage
from tests.storage.database_files import fill, names
from tests.storage.failures import mount


def test_a_disk_that_writes_something_else_is_to_blame(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = copies.vacuum_into

    def unsound(db: sqlite3.Connection, copy: Path, path: Path, target: Path) -> None:
        sound(db, copy, path, target)
        damage(copy, "duel_by_end")

    monkeypatch.setattr(copies, "vacuum_into", unsound)
    with pytest.raises(DiskFault) as raised:
        back_up(path, target)
    assert raised.value.where == target
    assert names(target.parent) == set()


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
    assert raised.value.where == target
    assert target.read_bytes() == before
    assert names(small_disk) == {"backup.db"}


def test_a_full_disk_keeps_the_old_database(path: Path, small_disk: Path) -> None:
    old = small_disk / "duelhost.db"
    restore(old, path, force=False)
    before = old.read_bytes()
    fill(path)
    with pytest.raises(DiskFull) as raised:
        restore(old, path, force=True)
    assert raised.value.where == old
    assert old.read_bytes() == before
    assert names(small_disk) == {"duelhost.db"}


def test_a_disk_that_is_read_only_is_the_one_of_the_backup(path: Path, small_disk: Path) -> None:
    assert system("mount", "-o", "remount,ro", str(small_disk)).returncode == 0
    target = small_disk / "backup.db"
    with pytest.raises(ReadOnly) as raised:
        back_up(path, target)
    assert raised.value.where == target


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
