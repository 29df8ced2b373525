"""The bot as a process: it begins when Discord can be reached, and when it is told to stop it
finishes what it has begun."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain, repeat
from typing import Any

import discord
import structlog

from bot.delivery.shared_http import SharedHttp
from bot.duels.measurements import measure_setup
from bot.duels.starts import draw_start
from bot.features.registry import COMMANDS
from bot.host.backup_schedule import making_backups, save_before_upgrade
from bot.host.close_codes import CountRefused, needed_count, reason_for
from bot.host.fleet import Fleet
from bot.host.identify_limit import IdentifyLimit
from bot.host.login import log_in, out_of_reach
from bot.host.memory import settle
from bot.host.misconfigured import Misconfigured
from bot.host.settings import Settings
from bot.host.shards import Shards
from bot.host.status import Status, open_status
from bot.host.worker_process import WorkerProcess
from bot.interactions.rate_limit import RateLimit
from bot.services import Shared, share
from bot.system_clock import system_clock
from bot.text.troubles import cause, trouble
from engine.games import LEFT_OUT
from engine.ids import Instant
from storage.database import Database
from storage.leases import Leases
from storage.store import Store
from storage.trouble import AWAY, OtherApplication, Trouble

LOG = structlog.get_logger()

Opener = Callable[[Database], AbstractAsyncContextManager[Store]]

# Service managers kill what hasn't ended after ten seconds. In these, what has begun is finished,
# and whatever else goes on is waited for; in between, Discord is told.
PATIENCE = 8.0
LINGERING = 0.5
BACKOFF = (1, 2, 4, 8, 15, 30)  # and then a minute again and again
DISCORD_AWAY, DATABASE_AWAY = "Discord can't be reached yet", "the database can't be reached yet"

# A bot that only writes needs no warning that it can't speak.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def opened(database: Database) -> AbstractAsyncContextManager[Store]:
    return database.open()


def run(
    settings: Settings,
    *,
    now: Callable[[], Instant] = system_clock,
    open_store: Opener = opened,
) -> int:
    """Run the bot until a signal comes, and return the exit code. Tests bring a clock of their own,
    and a store that wraps the real one."""
    settle()
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(serve(settings, now, open_store))
            linger_no_longer()
    except (Misconfigured, Trouble):
        raise
    except Exception:
        LOG.exception("stopped by a mistake of its own")
        return 1
    return 0


def linger_no_longer() -> None:
    """End also if a thread still looks up Discord's address: that can't be cancelled, and takes
    half a minute on a machine without a network."""
    watch = threading.Timer(LINGERING, os._exit, (0,))
    watch.daemon = True
    watch.start()


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster loop, where there is one."""
    try:
        import uvloop  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return None
    return uvloop.new_event_loop


class Signals:
    """The first asks to stop; after the second, nothing is waited for any more."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.hurry = asyncio.Event()
        for each in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(each, self._heard)

    def _heard(self) -> None:
        (self.hurry if self.stop.is_set() else self.stop).set()


async def serve(
    settings: Settings,
    now: Callable[[], Instant] = system_clock,
    open_store: Opener = opened,
) -> None:
    signals = Signals()
    LOG.info("starting", database=str(settings.database))
    for each in LEFT_OUT:
        facts = {"package": each.package, "game": each.name, "reason": each.code}
        LOG.warning("a game is left out", **facts)
    if await saved_first(settings, signals.stop):
        await host(settings, signals, now, open_store)
    LOG.info("stopped")


async def saved_first(settings: Settings, stop: asyncio.Event) -> bool:
    """The backup before an upgrade. If it is interrupted, nothing is upgraded."""
    saving = asyncio.create_task(
        save_before_upgrade(settings.database.location, settings), name="saving"
    )
    saved = await ended(saving, stop)
    await given_up(saving)
    return saved


async def host(
    settings: Settings, signals: Signals, now: Callable[[], Instant], open_store: Opener
) -> None:
    rate_limit = RateLimit(settings.player_limit, settings.server_limit)
    async with (
        open_store(settings.database) as store,
        open_status(store, settings) as status,
        making_backups(settings.database.location, settings),
    ):
        # A challenge waits for its start, and not for cards before it.
        with WorkerProcess() as drawing, WorkerProcess() as starting:
            shared = share(
                store,
                now,
                cards=settings.cards,
                draw=drawing.run,
                draw_start=lambda game: starting.run(draw_start, game),
                measure=lambda game: starting.run(measure_setup, game),
                run=starting.run,
                rate_limit=rate_limit,
            )
            try:
                await run_shards(shared, settings, signals, status)
            finally:
                await shared.starts.close()
                await shared.puzzle_pool.close()
                await shared.titles.close()


async def run_shards(shared: Shared, settings: Settings, signals: Signals, status: Status) -> None:
    """Run the shards until a signal comes. If Discord wants another number of them, all begin
    anew."""
    refused: CountRefused | None = None
    while True:
        login = asyncio.create_task(logged_in(shared, settings, refused), name="login")
        if not await ended(login, signals.stop):
            await given_up(login)
            return
        shards = login.result()
        fleet = status.fleet = Fleet(
            shards,
            shared.store.leases,
            shared.lease_guard,
            most=settings.shards_each,
            fixed_count=settings.shards is not None,
            refused_count=refused.count if refused else None,
        )
        try:
            async with connected(shards, fleet, settings, signals.hurry) as connection:
                await ended(connection, signals.stop)
        except CountRefused as anew:
            refused = anew
            LOG.warning("Discord refuses this number of shards", **refused.facts())
        else:
            return


async def logged_in(
    shared: Shared, settings: Settings, refused: CountRefused | None = None
) -> Shards:
    """A machine may be up before its network is."""
    waits = chain(BACKOFF, repeat(60))
    while True:
        http = SharedHttp(shared.recent.answered, shared.lease_guard)
        try:
            return await begun(shared, http, settings, refused)
        except BaseException as error:
            await http.disconnect()
            is_away = isinstance(error, AWAY)
            if not is_away and not out_of_reach(error):
                raise
            wait = next(waits)
            event = DATABASE_AWAY if is_away else DISCORD_AWAY
            LOG.warning(event, failed=cause(error), again_in=wait)
            await asyncio.sleep(wait)


async def begun(
    shared: Shared, http: SharedHttp, settings: Settings, refused: CountRefused | None
) -> Shards:
    """Log in, and return the shards as soon as sessions may begin."""
    gateway = await log_in(http.log_in, http, settings)
    await require_own_database(shared.store.leases, settings.database, http.application_id)
    count = needed_count(gateway, settings, refused)
    limit = IdentifyLimit(gateway, shared.store.leases)
    await limit.room_for(min(count, settings.shards_each or count))
    http.send_quickly()
    return Shards(shared, COMMANDS, count, http, limit.turn)


async def require_own_database(leases: Leases, database: Database, application: str) -> None:
    """Two bots would take each other's shards, and refuse each other's players."""
    owner = await leases.claim(application)
    if owner != application:
        raise Misconfigured(trouble(OtherApplication(database.location, owner, application)))


@asynccontextmanager
async def connected(
    shards: Shards, fleet: Fleet, settings: Settings, hurry: asyncio.Event
) -> AsyncIterator["asyncio.Task[None]"]:
    """Serve shards. At the end they stay connected until their work is finished, so that players
    who press something meanwhile are told that the bot stops."""
    keeping = asyncio.create_task(fleet.run(), name="fleet")
    connection = asyncio.create_task(first_end(shards.ended(), keeping), name="connections")
    try:
        yield connection
    except discord.ConnectionClosed as closed:
        raise reason_for(closed.code, shards.count, settings) from None
    finally:
        fleet.stop()
        await finish(shards, hurry)
        await given_up(connection)
        await given_up(keeping)
        await shards.close()
        await fleet.release()


async def first_end(connections: Awaitable[None], keeping: "asyncio.Task[None]") -> None:
    """Wait until a shard has ended for good, or the leases can't be kept by a mistake of ours."""
    either = (asyncio.ensure_future(connections), keeping)
    try:
        done, _ = await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    finally:
        either[0].cancel()


async def finish(shards: Shards, hurry: asyncio.Event) -> None:
    LOG.info("stopping")
    finishing = asyncio.create_task(shards.finish(), name="finish")
    try:
        if not await ended(finishing, hurry, PATIENCE):
            LOG.warning("stopped before everything was finished")
    except Exception:
        LOG.exception("something couldn't be finished")
    await given_up(finishing)


async def ended(work: "asyncio.Task[Any]", event: asyncio.Event, most: float | None = None) -> bool:
    """Whether the work has ended before the event or the time came. What it failed with is
    raised; if it goes on it is left to itself."""
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait((work, waiting), timeout=most, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if work.done():
        await work
    return work.done()


async def given_up(work: "asyncio.Task[Any]") -> None:
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
