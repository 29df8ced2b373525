"""The backups that the bot makes by itself: when, and what becomes of it if it can't."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.host import backup_schedule as backups
from bot.host.backup_schedule import making_backups, save_before_upgrade
from bot.host.misconfigured import EXIT_CODE
from bot.host.settings import Premises
from bot.text import storage_failures
from engine.durations import HOUR
from engine.ids import Instant
from storage.sqlite import checked_copy, integrity
from storage.sqlite.migrate import older_schema
from storage.sqlite.store import open_store
from storage.trouble import NoFolder
from tests.program import Duelhost as Program
from tests.storage.database_files import names, play
from tests.storage.released import make as released

NOON = Instant(1_763_467_200_000)  # of 18 November 2025
FIRST = "duelhost-20251118T120000Z.db"


class Days:
    """Time that passes when the bot waits, and only as far as a test lets it."""

    def __init__(self) -> None:
        self.now = NOON
        self.waits: list[float] = []
        self._waiting = asyncio.Event()
        self._over = asyncio.Event()

    def __call__(self) -> Instant:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self._over.clear()
        self._waiting.set()
        await self._over.wait()

    async def waits_again(self) -> None:
        """The bot has done what it had to."""
        await asyncio.wait_for(self._waiting.wait(), 10)
        self._waiting.clear()

    async def passes(self, hours: float) -> None:
        self.now = Instant(self.now + int(hours * HOUR))
        self._over.set()
        await self.waits_again()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "backups").mkdir()
    path = tmp_path / "data" / "duelhost.db"
    asyncio.run(play(path, 1))
    return path


@pytest.fixture
def folder(path: Path) -> Path:
    return path.parents[1] / "backups"


@pytest.fixture
def days() -> Days:
    return Days()


def premises(folder: Path | None, **chosen: Any) -> Premises:
    return Premises(**({"backup_dir": folder} | chosen))


@asynccontextmanager
async def running(path: Path, days: Days, chosen: Premises) -> AsyncIterator[None]:
    async with making_backups(path, chosen, days, days.sleep):
        await days.waits_again()
        yield


async def test_one_at_the_start_and_then_one_a_day(
    path: Path, folder: Path, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "STRIDE", 10)  # it is asked again and again whether it may go on
    with capture_logs() as log:
        async with running(path, days, premises(folder)):
            assert names(folder) == {FIRST}
            await days.passes(23)
            assert names(folder) == {FIRST}
            await days.passes(1)
            assert names(folder) == {FIRST, "duelhost-20251119T120000Z.db"}
    # The schedule checks the time every hour: the machine may sleep, or its clock be corrected.
    assert days.waits == [3600, 3600, 3600]
    assert [each["event"] for each in log] == ["backed up", "backed up"]
    assert log[0]["bytes"] == (folder / FIRST).stat().st_size


async def test_a_restart_is_no_reason_for_another(path: Path, folder: Path, days: Days) -> None:
    async with running(path, days, premises(folder)):
        pass
    days.now = Instant(NOON + 24 * HOUR - 60_000)
    async with running(path, days, premises(folder)):
        assert names(folder) == {FIRST}
    assert days.waits == [3600, 60]


async def test_only_so_many_are_kept(path: Path, folder: Path, days: Days) -> None:
    async with running(path, days, premises(folder, backup_hours=1, backup_keep=2)):
        await days.passes(1)
        await days.passes(1)
    assert names(folder) == {"duelhost-20251118T130000Z.db", "duelhost-20251118T140000Z.db"}


async def test_what_fails_is_told_and_tried_again(path: Path, folder: Path, days: Days) -> None:
    folder.rmdir()
    with capture_logs() as log:
        async with running(path, days, premises(folder)):
            folder.mkdir()
            await days.passes(1)
    assert names(folder) == {"duelhost-20251118T130000Z.db"}
    assert days.waits == [3600, 3600]
    assert [(each["event"], each["log_level"]) for each in log] == [
        ("no backup could be made", "error"),
        ("backed up", "info"),
    ]
    assert log[0]["failed"] == storage_failures.TROUBLES["no-folder"].format(folder=folder)


async def test_what_nobody_has_thought_of_is_no_end_of_backups(
    path: Path, folder: Path, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise ValueError("odd")

    with capture_logs() as log:
        monkeypatch.setattr(backups, "last_backup", fail)
        async with running(path, days, premises(folder)):
            monkeypatch.undo()
            await days.passes(1)
    assert [each["event"] for each in log] == ["no backup could be made", "backed up"]
    assert log[0]["exc_info"]


@pytest.mark.parametrize("chosen", [{"folder": None}, {"hours": 0}])
async def test_there_are_none_where_others_make_them(
    path: Path, folder: Path, chosen: dict[str, Any]
) -> None:
    hours = chosen.get("hours", 24)
    set_so = premises(chosen.get("folder", folder), backup_hours=hours)
    async with making_backups(path, set_so):
        pass
    await save_before_upgrade(path, set_so)
    assert names(folder) == set()


async def test_nobody_waits_for_a_backup_when_the_bot_stops(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def held(db: sqlite3.Connection, tell: Callable[[], None]) -> AbstractContextManager[None]:
        def look() -> None:
            inside.set()
            assert go_on.wait(10)
            tell()

        return integrity.watched(db, look)

    monkeypatch.setattr(integrity, "STRIDE", 10)
    monkeypatch.setattr(checked_copy, "watched", held)
    async with making_backups(path, premises(folder)):
        assert await asyncio.to_thread(inside.wait, 10)
    assert not go_on.is_set()
    go_on.set()
    await asyncio.get_running_loop().shutdown_default_executor()
    # The backup was cancelled, and its unfinished file is gone.
    assert names(folder) == set()


@pytest.fixture
def older(path: Path) -> Path:
    """A database of an earlier Duelhost."""
    shutil.copy(released.database(3), path)
    return path


async def test_before_an_upgrade_there_is_one_more(older: Path, folder: Path) -> None:
    was = older.read_bytes()
    await save_before_upgrade(older, premises(folder))
    assert names(folder) == {"duelhost-schema-3.db"}
    assert older_schema(folder / "duelhost-schema-3.db") == 3
    assert older.read_bytes() == was
    async with open_store(older):
        pass
    (folder / "duelhost-schema-3.db").unlink()
    await save_before_upgrade(older, premises(folder))
    assert names(folder) == set()


async def test_an_upgrade_that_fails_again_and_again_costs_no_backup(
    older: Path, folder: Path
) -> None:
    (folder / FIRST).touch()
    for _ in range(3):
        await save_before_upgrade(older, premises(folder, backup_keep=1))
    assert names(folder) == {FIRST, "duelhost-schema-3.db"}


async def test_what_cannot_be_saved_is_not_upgraded(older: Path, folder: Path) -> None:
    folder.rmdir()
    with pytest.raises(NoFolder):
        await save_before_upgrade(older, premises(folder))
    # Without backups the folder isn't needed.
    await save_before_upgrade(older, premises(folder, backup_hours=0))


def test_what_there_is_to_upgrade(tmp_path: Path) -> None:
    assert older_schema(tmp_path / "none.db") is None
    (tmp_path / "empty.db").touch()
    assert older_schema(tmp_path / "empty.db") is None


@pytest.mark.usefixtures("path")
def test_one_more_from_the_terminal(
    duelhost: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent / "data")
    monkeypatch.delenv("DUELHOST_DATABASE", raising=False)
    run = duelhost("backup")
    assert (run.code, run.err) == (
        EXIT_CODE,
        "duelhost: Name a file to save to, or set DUELHOST_BACKUP_DIR.\n",
    )
    monkeypatch.setenv("DUELHOST_BACKUP_DIR", str(folder))
    monkeypatch.setenv("DUELHOST_BACKUP_KEEP", "1")
    (folder / FIRST).touch()
    run = duelhost("backup")
    (saved,) = names(folder)
    assert saved != FIRST
    assert run.out.startswith(f"duelhost.db is saved in {folder / saved} (")
