"""How a shard's connection is kept: discord.py's own loop does the same but for turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
from aiohttp.test_utils import unused_port
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from structlog.testing import capture_logs
from yarl import URL

from bot.host.connection import keep_connected
from tests.bot.host.discord_stub import TOKEN, Discord
from tests.bot.host.program import SOON

SHARD = 1


class Shard(discord.Client):
    """Notes what it hears of its connection, and the turns that it took."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), shard_id=SHARD, shard_count=2)
        self.heard = asyncio.Queue[str]()
        self.turns: list[int] = []

    async def turn(self, shard: int) -> None:
        self.turns.append(shard)

    async def on_connect(self) -> None:
        self.heard.put_nowait("connected")

    async def on_resumed(self) -> None:
        self.heard.put_nowait("resumed")

    async def hears(self, what: str) -> None:
        assert await asyncio.wait_for(self.heard.get(), SOON) == what


@asynccontextmanager
async def kept(there: Discord) -> AsyncIterator[Shard]:
    """A client whose connection is kept, with the Discord that it is connected to."""
    async with Shard() as client:
        # discord.py makes its session there.
        await client.http.static_login(TOKEN)
        connection = asyncio.create_task(keep_connected(client, client.turn))
        yield client
        await client.close()
        there.resumable.set()
        await asyncio.wait_for(connection, SOON)


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    async with Discord().reachable() as there:
        monkeypatch.setattr(discord.http.Route, "BASE", there.url)
        gateway = URL(f"ws://127.0.0.1:{there.port}/gateway")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield there


async def test_a_session_that_is_resumed_takes_no_turn(there: Discord) -> None:
    there.resumable.set()
    async with kept(there) as client:
        await client.hears("connected")
        await there.cut_off(SHARD)
        await client.hears("resumed")
    assert client.turns == [SHARD]
    assert there.shards_identified == [(SHARD, 2)]


async def test_a_session_that_begins_anew_takes_a_turn(there: Discord) -> None:
    there.resumable.set()
    there.resumes = False
    async with kept(there) as client:
        await client.hears("connected")
        await there.cut_off(SHARD)
        await client.hears("connected")
    assert client.turns == [SHARD, SHARD]
    assert there.shards_identified == [(SHARD, 2)] * 2


async def test_a_gateway_that_cannot_be_reached_at_first(
    there: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py's own loop fails then, as it has no session to resume yet."""
    gateway = DiscordWebSocket.DEFAULT_GATEWAY

    def delay(_backoff: ExponentialBackoff[bool]) -> float:
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        return 0.0

    nowhere = URL(f"ws://127.0.0.1:{unused_port()}/gateway")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", nowhere)
    monkeypatch.setattr(ExponentialBackoff, "delay", delay)
    with capture_logs() as log:
        async with kept(there) as client:
            await client.hears("connected")
    assert client.turns == [SHARD, SHARD]
    (line,) = log
    assert line["event"] == "the connection to Discord is broken"
    assert line["failed"].startswith("ClientConnectorError: ")


async def test_a_shard_that_discord_refuses_is_not_brought_back(there: Discord) -> None:
    there.refuses = lambda *_: 4010
    async with Shard() as client:
        await client.http.static_login(TOKEN)
        with pytest.raises(discord.ConnectionClosed) as closed:
            await asyncio.wait_for(keep_connected(client, client.turn), SOON)
    assert closed.value.code == 4010
