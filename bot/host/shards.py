"""The clients of the shards in this process: how they begin, run and end."""

import asyncio
import time
from collections.abc import Iterable, Sequence
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
    """A client for each shard of this process, all with one HTTP client."""

    def __init__(
        self,
        shared: Shared,
        commands: Sequence[Command],
        count: int,
        http: SharedHttp,
        identify_turn: IdentifyTurn,
    ) -> None:
        # How many shards the bot has, in all processes. It changes only while none is here.
        self.count = count
        self.clients: dict[int, Duelhost] = {}
        self._shared = shared
        self._commands = commands
        self._http = http
        self._identify_turn = identify_turn
        self._connections: dict[int, asyncio.Task[None]] = {}
        # Why a connection has ended for good, as soon as one has.
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._begun = time.monotonic()
        self._all_told = False

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(self.clients)

    async def begin(self, numbers: Iterable[int]) -> None:
        """Begin with these shards too."""
        self._begun, self._all_told = time.monotonic(), False
        for number in sorted(numbers):
            shard = Shard(number, self.count)
            client = Duelhost(self._shared, self._commands, shard, self._http, self._settled)
            self.clients[number] = client
            # The HTTP client has logged in, so no token is needed.
            await client.login("")
            connecting = keep_connected(client, self._identify_turn)
            connection = asyncio.create_task(connecting, name="connection")
            connection.add_done_callback(self._connection_ended)
            self._connections[number] = connection

    async def drop(self, numbers: Iterable[int]) -> None:
        """Leave these shards to another process, without another word."""
        dropped = {number: self.clients[number] for number in sorted(numbers)}
        await asyncio.gather(*(each.abandon() for each in dropped.values()))
        # Some may not have been connected yet.
        connections = [self._connections[each] for each in dropped if each in self._connections]
        await self._close(dropped.values(), connections)
        # Not before: if this is cut off, all are closed at the end.
        for number in dropped:
            del self.clients[number]
            self._connections.pop(number, None)

    async def pause(self) -> None:
        """Stop the clocks of all shards here."""
        for each in tuple(self.clients.values()):
            await each.services.scheduler.stop()

    def resume(self) -> None:
        """Let clocks go on. Players get the time back."""
        for each in self.clients.values():
            if each.is_ready():
                each.start_clocks()

    async def ended(self) -> None:
        """Wait until a shard's connection has ended for good, and raise why. The others stay."""
        await asyncio.shield(self._end)

    async def finish(self) -> None:
        """Refuse new work and finish what has begun."""
        clients = tuple(self.clients.values())
        await asyncio.gather(*(each.finish() for each in clients))
        # The last work of one shard may have begun some in the background of another.
        await asyncio.gather(*(each.services.background.finish() for each in clients))

    async def close(self) -> None:
        """Close all connections, but don't wait long for Discord's answers."""
        await self._close(self.clients.values(), self._connections.values())
        await self._http.disconnect()

    async def _close(
        self, clients: Iterable[Duelhost], connections: Iterable["asyncio.Task[None]"]
    ) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*(each.close() for each in clients))
        for each in connections:
            each.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    def _connection_ended(self, connection: "asyncio.Task[None]") -> None:
        if connection.cancelled() or self._end.done():
            return
        if error := connection.exception():
            self._end.set_exception(error)
            self._end.exception()  # it may be that nobody waits for it any more

    def _settled(self) -> None:
        """A shard knows its servers, perhaps anew. Memory is settled once all do, as that takes
        the longer the more servers there are, and after an outage many shards begin anew."""
        clients = self.clients.values()
        if not all(each.is_ready() and each.connected for each in clients):
            return
        settle()
        self._shared.starts.prepare()
        if not self._all_told:
            self._all_told = True
            servers = sum(len(each.guilds) for each in clients)
            seconds = round(time.monotonic() - self._begun, 1)
            LOG.info("all shards are ready", shards=len(clients), servers=servers, seconds=seconds)
