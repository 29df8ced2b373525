"""The owner, mode and name of copies."""

import errno
import os
import stat
from pathlib import Path

import pytest

from storage.sqlite.backup import back_up
from storage.sqlite.restore import restore
from tests.storage.database_files import records


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
