"""Exports are files: never written over, private, and whole or not there."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from storage.sqlite.export_file import export
from storage.trouble import (
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    NoDatabase,
    NoFolder,
    NotOurs,
    Occupied,
    OlderSchema,
    ReadOnly,
)
from tests.storage.builders import (
    GUILD,
)
from tests.storage.released.make import database as released


def test_no_file_is_written_over(played: Path, tmp_path: Path) -> None:
    for name in ("mine.txt", "duelhost.db"):
        target = tmp_path / name
        target.touch()
        before = target.read_bytes()
        with pytest.raises(Occupied) as refused:
            export(played, GUILD, target)
        assert refused.value.where == target
        assert target.read_bytes() == before
    with pytest.raises(NoFolder):
        export(played, GUILD, tmp_path / "nowhere" / "x.gz")


def test_not_even_one_that_a_link_leads_to(played: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "mine.txt")
    with pytest.raises(Occupied):
        export(played, GUILD, tmp_path / "link")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_whoever_may_read_the_database_may_read_it(played: Path, tmp_path: Path) -> None:
    for mode in (0o600, 0o640, 0o644):
        played.chmod(mode)
        target = tmp_path / f"{mode}.gz"
        seen: list[int] = []

        def look(*_: int, target: Path = target, seen: list[int] = seen) -> None:
            seen.append(stat.S_IMODE(target.stat().st_mode))

        export(played, GUILD, target, look)
        assert stat.S_IMODE(target.stat().st_mode) == mode
        # Nobody else can read the file before it is complete.
        assert seen == [0o600] * 3


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EIO, DiskFault),
        (errno.EROFS, ReadOnly),
        (errno.EBADF, OSError),
        (None, KeyboardInterrupt),
    ],
)
def test_what_goes_wrong_leaves_no_file(
    played: Path, tmp_path: Path, number: int | None, trouble: type[BaseException]
) -> None:
    target = tmp_path / "x.gz"

    def fail(done: int, _all: int) -> None:
        assert target.exists()
        if done == 2:
            raise OSError(number, "so it is") if number else KeyboardInterrupt

    with pytest.raises(trouble) as failed:
        export(played, GUILD, target, fail)
    if isinstance(failed.value, DatabaseTrouble):
        assert failed.value.where == target
    assert not target.exists()
    assert export(played, GUILD, target) == 3


def test_a_folder_that_nothing_can_be_written_to(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refuse(path: Any, flags: int, *more: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "not here")
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ReadOnly) as refused:
        export(played, GUILD, tmp_path / "x.gz")
    assert refused.value.where == tmp_path / "x.gz"


def test_what_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    (tmp_path / "duelhost.db").write_text("my thesis")
    with pytest.raises(NotOurs):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    (tmp_path / "duelhost.db").write_bytes(released(1).read_bytes())
    with pytest.raises(OlderSchema):
        export(tmp_path / "duelhost.db", GUILD, tmp_path / "x.gz")
    assert {each.name for each in tmp_path.iterdir()} == {"duelhost.db"}
