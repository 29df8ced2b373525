"""The backups that the bot makes by itself, where it is told a folder for them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from bot.host.settings import Premises
from bot.system_clock import system_clock
from bot.text.troubles import trouble
from engine.durations import HOUR, SECOND
from engine.ids import Instant
from storage.files import back_up_into, followed, last_backup, older_schema, save_as_it_was
from storage.location import Location
from storage.trouble import Trouble

LOG = structlog.get_logger()


@dataclass(frozen=True)
class Schedule:
    path: Path
    folder: Path
    hours: int
    keep: int


class Stopped(Exception):
    """The bot goes, and doesn't wait for a backup."""


async def save_before_upgrade(location: Location, premises: Premises) -> None:
    """Should the new version turn out to be worse, there is a way back. Where that can't be kept,
    nothing is upgraded."""
    if (schedule := _schedule(location, premises)) is None:
        return
    schema = await asyncio.to_thread(older_schema, schedule.path)
    if schema is not None:
        await _make(save_as_it_was, schedule.path, schedule.folder, schema)


@asynccontextmanager
async def making_backups(
    location: Location,
    premises: Premises,
    now: Callable[[], Instant] = system_clock,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> AsyncIterator[None]:
    """For as long as this lasts."""
    if (schedule := _schedule(location, premises)) is None:
        yield
        return
    work = asyncio.create_task(_keep_to(schedule, now, sleep), name="backups")
    try:
        yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


def _schedule(location: Location, premises: Premises) -> Schedule | None:
    """None if there is no folder, or others make the backups: those of a server have to."""
    folder, hours = premises.backup_dir, premises.backup_hours
    if folder is None or not hours or not isinstance(location, Path):
        return None
    return Schedule(followed(location), folder, hours, premises.backup_keep)


async def _keep_to(
    schedule: Schedule, now: Callable[[], Instant], sleep: Callable[[float], Awaitable[object]]
) -> None:
    """A disk that is full or away may be back in an hour, and a clock that was wrong be right."""
    while True:
        wait = HOUR
        try:
            # The folder may be on a disk far away, for which players don't wait.
            last = await asyncio.to_thread(last_backup, schedule.path, schedule.folder, now())
            if last is None or now() - last >= schedule.hours * HOUR:
                last = now()
                await _make(back_up_into, schedule.path, schedule.folder, schedule.keep, last)
            wait = min(HOUR, last + schedule.hours * HOUR - now())
        except Trouble as failed:
            LOG.error("no backup could be made", failed=trouble(failed))  # noqa: TRY400
        except Exception:
            LOG.exception("no backup could be made")
        await sleep(max(0, wait) / SECOND)


async def _make(how: Callable[..., Path], *of: Any) -> None:
    """Beside the event loop. SQLite lets go of Python's lock, so that nobody's move waits."""
    stopping = threading.Event()

    def watch(_done: int, _all: int) -> None:
        if stopping.is_set():
            raise Stopped

    try:
        target = await asyncio.to_thread(how, *of, watch)
    finally:
        stopping.set()
    LOG.info("backed up", target=str(target), bytes=target.stat().st_size)
