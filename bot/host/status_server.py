"""The status of a running bot for monitoring, on a port of its own: that it is alive, whether
it is ready, and what it has counted."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.host.misconfigured import Misconfigured
from bot.host.settings import Premises
from bot.metrics import BACKUP_AGE, CONNECTED, DUELS, REGISTRY, SERVERS
from bot.system_clock import system_clock
from bot.text import terminal
from engine.durations import SECOND
from storage.files import last_backup
from storage.store import Store
from storage.trouble import Trouble

# In seconds: monitoring waits no longer for an answer, nor does a player.
PATIENCE = 2.0
FAREWELL = 0.5
NOT_CONNECTED, STOPPING, SLOW_DATABASE = "not-connected", "stopping", "slow-database"


class Running(Protocol):
    """The facts about the Discord client."""

    @property
    def connected(self) -> bool: ...

    @property
    def closing(self) -> bool: ...

    @property
    def guilds(self) -> Sequence[object]: ...


class Status:
    """The status of a store, and of a client as soon as there is one."""

    def __init__(self, store: Store, premises: Premises) -> None:
        self._store = store
        self._premises = premises
        self.client: Running | None = None
        self._looking: asyncio.Task[float] | None = None

    @property
    def is_connected(self) -> bool:
        return self.client is not None and self.client.connected

    async def live(self, _request: web.Request) -> web.Response:
        """Any answer shows that the event loop runs."""
        return web.json_response({"alive": True})

    async def ready(self, _request: web.Request) -> web.Response:
        wrong = [each async for each in self._wrong()]
        body = {"ready": not wrong, "wrong": wrong}
        return web.json_response(body, status=503 if wrong else 200)

    async def metrics(self, _request: web.Request) -> web.Response:
        await self._look_around()
        try:
            async with asyncio.timeout(PATIENCE):
                for phase, count in (await self._store.open_duels()).items():
                    DUELS.labels(phase).set(count)
        except (Trouble, TimeoutError):
            DUELS.clear()  # nothing is better than what isn't true any more
        body = generate_latest(REGISTRY)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _wrong(self) -> AsyncIterator[str]:
        """The codes of what keeps moves from being made, if anything does."""
        if not self.is_connected:
            yield NOT_CONNECTED
        elif self.client and self.client.closing:
            yield STOPPING
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.prove(system_clock())
        except TimeoutError:
            yield SLOW_DATABASE
        except Trouble as trouble:
            yield trouble.code

    async def _look_around(self) -> None:
        CONNECTED.set(self.is_connected)
        SERVERS.set(len(self.client.guilds) if self.client else 0)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(asyncio.to_thread(self._backup_age))
        # The folder may be on a disk that doesn't answer: nobody asks it twice at a time.
        await asyncio.wait((self._looking,), timeout=PATIENCE)
        BACKUP_AGE.set(self._looking.result() if self._looking.done() else math.inf)

    def _backup_age(self) -> float:
        now, folder, made = system_clock(), self._premises.backup_dir, None
        if folder:
            with suppress(Trouble, OSError):
                made = last_backup(self._premises.database, folder, now)
        return math.inf if made is None else (now - made) / SECOND


@asynccontextmanager
async def open_status(store: Store, premises: Premises) -> AsyncIterator[Status]:
    """On its port, if one is set."""
    status = Status(store, premises)
    if premises.status_port is None:
        yield status
        return
    app = web.Application()
    for name in ("live", "ready", "metrics"):
        app.router.add_get(f"/{name}", getattr(status, name))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=FAREWELL)
    await runner.setup()
    try:
        await _listen(runner, str(premises.status_address), premises.status_port)
        yield status
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, address: str, port: int) -> None:
    try:
        await web.TCPSite(runner, address, port).start()
    except OSError as error:
        why = terminal.SETTINGS["no-status"]
        raise Misconfigured(why.format(address=address, port=port, failed=error.strerror)) from None
