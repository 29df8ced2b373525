"""The clients of all shards in this process: how they begin, run and end together."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import structlog

from bot.client import Command, Duelhost
from bot.delivery.shared_http import SharedHttp
from bot.host.connection import keep_connected
from bot.host.identify_limit import IdentifyTurn
from bot.host.memory import settle
from bot.services import Shared
from storage.shards import Shard

LOG = structlog.get_logger()

# How many seconds Discord has to say good-bye.
FAREWELL = 1.0


class Shards:
    """A client for each shard, all with one HTTP client."""

    def __init__(
        self,
        shared: Shared,
        commands: Sequence[Command],
        count: int,
        http: SharedHttp,
        identify_turn: IdentifyTurn,
    ) -> None:
        self._http = http
        self._identify_turn = identify_turn
        self.clients: Sequence[Duelhost] = [
            Duelhost(shared, commands, Shard(number, count), http, self._settled)
            for number in range(count)
        ]
        self._connections: list[asyncio.Task[None]] = []
        self._begun = time.monotonic()
        self._all_told = False

    @property
    def count(self) -> int:
        return len(self.clients)

    async def log_in(self, token: str) -> None:
        for each in self.clients:
            await each.login(token)
        self._http.send_quickly()

    def connect(self) -> None:
        self._begun = time.monotonic()
        self._connections = [
            asyncio.create_task(keep_connected(each, self._identify_turn), name="connection")
            for each in self.clients
        ]

    async def ended(self) -> None:
        """Wait until a shard's connection has ended for good, and raise why. The others stay."""
        ended, _ = await asyncio.wait(self._connections, return_when=asyncio.FIRST_COMPLETED)
        for each in ended:
            each.result()

    async def finish(self) -> None:
        """Refuse new work and finish what has begun."""
        await asyncio.gather(*(each.finish() for each in self.clients))
        # The last work of one shard may have begun some in the background of another.
        await asyncio.gather(*(each.services.background.finish() for each in self.clients))

    async def close(self) -> None:
        """Close all connections, but don't wait long for Discord's answers."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(each.close() for each in self.clients))
        await self._http.disconnect()
        for each in self._connections:
            each.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _settled(self) -> None:
        """A shard knows its servers, perhaps anew. Memory is settled once all do, as that takes
        the longer the more servers there are, and after an outage many shards begin anew."""
        if not all(each.is_ready() and each.connected for each in self.clients):
            return
        settle()
        if not self._all_told:
            self._all_told = True
            servers = sum(len(each.guilds) for each in self.clients)
            seconds = round(time.monotonic() - self._begun, 1)
            LOG.info("all shards are ready", shards=self.count, servers=servers, seconds=seconds)
