"""discord.py with a client for each shard, all with one token, in one sandbox."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import discord
import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from deploy.sandbox.scale import Scale
from tests.deploy.sandbox_client import ANA, DUELS, PING, SERVER, Club, a_club, of_server, until

COUNT = 3


class Shard(discord.Client):
    def __init__(self, index: int) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_id=index,
            shard_count=COUNT,
            guild_ready_timeout=0.01,
            max_messages=None,
        )
        self.asked: asyncio.Queue[int | None] = asyncio.Queue()

    async def on_interaction(self, asked: "discord.Interaction[Shard]") -> None:
        await asked.response.send_message("pong")
        self.asked.put_nowait(asked.guild_id)


@asynccontextmanager
async def running(club: Club, index: int) -> AsyncIterator[Shard]:
    async with Shard(index) as shard:
        await shard.login(club.token)
        connecting = asyncio.create_task(shard.connect())
        async with asyncio.timeout(10):
            await shard.wait_until_ready()
        yield shard
        await shard.close()
        await connecting


@pytest_asyncio.fixture(loop_scope="module")
async def club(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    async with a_club(limited=True, scale=Scale(40, COUNT, COUNT)) as club:
        monkeypatch.setattr(Route, "BASE", club.sandbox.rest)
        gateway = URL(f"ws://127.0.0.1:{club.sandbox.port}/gateway")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield club


@pytest_asyncio.fixture(loop_scope="module")
async def shards(club: Club) -> AsyncIterator[list[Shard]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(running(club, index)) for index in range(COUNT)]


async def test_the_shards_have_all_servers_between_them(club: Club, shards: list[Shard]) -> None:
    ids = [str(guild.id) for shard in shards for guild in shard.guilds]
    assert sorted(ids) == club.sandbox.world.servers.ids()
    for shard in shards:
        assert {guild.shard_id for guild in shard.guilds} == {shard.shard_id}
    told = (await club.page("GET", "gateway")).body["sessions"]
    assert [each["shard"] for each in told] == [[index, COUNT] for index in range(COUNT)]
    assert all(each["properties"]["browser"] == "discord.py" for each in told)


async def test_a_command_is_answered_by_its_servers_shard(club: Club, shards: list[Shard]) -> None:
    (known,) = (await club.register(PING)).body
    for shard in shards:
        for guild in shard.guilds[:2]:
            nth = (guild.id - int(SERVER)) >> 22
            place = of_server(nth, DUELS)
            seat = await club.sit(ANA, str(guild.id))
            await club.act(ANA, "commands", channel=place, command=known["id"])
            assert (await seat.message())["content"] == "pong"
            assert await asyncio.wait_for(shard.asked.get(), 3) == guild.id
    assert all(shard.asked.empty() for shard in shards)


async def test_a_shard_that_is_cut_off_resumes_while_the_others_stay(
    club: Club, shards: list[Shard]
) -> None:
    sessions = [shard.ws.session_id for shard in shards]
    sockets = [shard.ws for shard in shards]
    await club.page("POST", "gateway/drop", json={"shard": [1, COUNT]})
    await until(
        lambda: shards[1].ws is not sockets[1] and club.sandbox.gateway.told[1]["connected"]
    )
    assert [shard.ws.session_id for shard in shards] == sessions
    assert [shard.ws for shard in shards[::2]] == sockets[::2]
    guild = shards[1].guilds[0]
    (known,) = (await club.register(PING)).body
    place = of_server((guild.id - int(SERVER)) >> 22, DUELS)
    await club.act(ANA, "commands", channel=place, command=known["id"])
    assert await asyncio.wait_for(shards[1].asked.get(), 3) == guild.id
