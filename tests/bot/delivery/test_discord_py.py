"""Notice when a new version of discord.py changes what the bot goes around."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from io import BytesIO
from typing import Any
from unittest.mock import patch

import discord
import pytest
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.delivery.discord_api import DiscordApi, replace_session
from bot.delivery.quick_session import QuickSession
from bot.json_codec import Json
from tests.bot.delivery.http_server import Server, answer, serving
from tests.bot.simcord.world import World

JSON, VIA = "Content-Type: application/json", "Via: 1.1 google"
INTERACTION = {"id": "1", "application_id": "2", "token": "token", "type": 3}
LIMITED = answer(429, b'{"retry_after": 2.5, "global": false}', JSON, VIA)
EVERYWHERE = answer(429, b'{"retry_after": 4, "global": true}', JSON, VIA, "X-RateLimit-Global: 1")


def parameters(of: Any) -> set[str]:
    return set(inspect.signature(of).parameters)


def test_requests_take_the_same_arguments() -> None:
    taken = {"route", "session", "payload", "multipart", "files", "params", "proxy", "proxy_auth"}
    assert isinstance(async_context.get(), AsyncWebhookAdapter)
    assert taken <= parameters(async_context.get().request)
    assert {"route", "files", "form", "kwargs"} <= parameters(HTTPClient.request)
    assert {"method", "path", "parameters"} <= parameters(Route)


def test_commands_are_called_by_the_tree() -> None:
    assert parameters(CommandTree._call) == {"self", "interaction"}  # noqa: SLF001


async def test_interactions_come_as_discord_sent_them() -> None:
    """The gateway looks up in a table how each event is read."""
    client, taken = discord.Client(intents=discord.Intents.none()), list[Json]()
    DiscordApi(client).take_interactions(taken.append)
    gateway: Any = DiscordWebSocket(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
    gateway._discord_parsers = client._connection.parsers  # noqa: SLF001  (as it connects)
    gateway.shard_id = None
    gateway._dispatch = client.dispatch  # noqa: SLF001
    event = {"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": {"id": "1", "type": 3}}
    await gateway.received_message(json.dumps(event))
    assert taken == [event["d"]]


async def test_an_interaction_is_built_as_discord_py_does(world: World) -> None:
    await world.duel()
    (raw, *_) = [
        payload
        for _, event, payload in world.env.backend.transcript
        if event == "INTERACTION_CREATE"
    ]
    built = DiscordApi(world.client).interaction(raw)
    assert (built.id, built.guild, built.channel_id) == (
        int(raw["id"]),
        world.client.get_guild(world.guild.id),
        world.games.id,
    )
    assert isinstance(built.user, discord.Member)
    assert built.permissions.value == int(raw["member"]["permissions"])
    assert built.client is world.client


# What discord.py does over the bot's session, and the bot relies on.


@asynccontextmanager
async def connected(*answers: bytes) -> AsyncIterator[tuple[discord.Client, Server, list[float]]]:
    """Yields also how long discord.py has waited between requests."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        if seconds:
            waits.append(seconds)

    client = discord.Client(intents=discord.Intents.none())
    async with serving(answer(200, b"{}", JSON), *answers) as server, client:
        with patch.object(Route, "BASE", server.url), patch.object(asyncio, "sleep", sleep):
            await client.http.static_login("token")
            quick = partial(QuickSession, answered=lambda _: None)
            replace_session(client.http, quick)
            yield client, server, waits


BY_TOKEN: list[tuple[str, tuple[Any, ...]]] = [
    ("answer", ({"type": 4},)),
    ("follow_up", ({},)),
    ("edit_original", ({},)),
    ("original", ()),
    ("delete_original", ()),
]


@pytest.mark.parametrize(("method", "arguments"), BY_TOKEN)
@pytest.mark.parametrize(
    ("refused", "wait"), [(LIMITED, 2.5), (answer(502), 1), (answer(500, b"{}", JSON), 1)]
)
async def test_a_request_that_may_work_later_is_sent_again(
    method: str, arguments: tuple[Any, ...], refused: bytes, wait: float
) -> None:
    async with connected(refused, answer(200, b"{}", JSON)) as (client, server, waits):
        await getattr(DiscordApi(client), method)(INTERACTION, *arguments)
        _, first, second = server.requests
    assert first == second
    assert b"User-Agent: DiscordBot (" in first
    assert b"Authorization" not in first
    assert waits == [wait]


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)],
)
async def test_a_refusal_has_its_code(status: int, error: type[discord.HTTPException]) -> None:
    refused = answer(status, b'{"code": 10062, "message": "Unknown interaction"}', JSON)
    async with connected(refused) as (client, _, _):
        with pytest.raises(error) as raised:
            await DiscordApi(client).answer(INTERACTION, {"type": 6})
    assert (raised.value.status, raised.value.code) == (status, 10062)


async def test_the_bots_own_requests_keep_within_discords_limits() -> None:
    spent = ("X-RateLimit-Limit: 5", "x-ratelimit-remaining: 0", "X-RateLimit-Bucket: posts")
    last = answer(200, b'{"id": "1"}', JSON, *spent, "X-RateLimit-Reset-After: 3.5")
    async with connected(last, answer(200, b'{"id": "2"}', JSON)) as (client, server, waits):
        api = DiscordApi(client)
        assert await api.post(123, {"content": "1"}) == {"id": "1"}
        assert await api.post(123, {"content": "2"}) == {"id": "2"}
        _, *requests = server.requests
    assert all(b"\r\nAuthorization: Bot token\r\n" in each for each in requests)
    assert len(waits) == 1
    assert 3 < waits[0] <= 3.5


@pytest.mark.parametrize(("refused", "wait"), [(LIMITED, 2.5), (EVERYWHERE, 4), (answer(502), 1)])
async def test_and_are_sent_again(refused: bytes, wait: float) -> None:
    async with connected(refused, answer(200, b'{"id": "1"}', JSON)) as (client, _, waits):
        assert await DiscordApi(client).post(123, {"content": "1"}) == {"id": "1"}
    assert waits == [wait]


async def test_files_go_over_the_session_of_discord_py() -> None:
    async with connected(answer(200, b'{"id": "1"}', JSON)) as (client, server, _):
        file = discord.File(BytesIO(b"a picture"), "board.png")
        assert await DiscordApi(client).post(123, {"content": "1"}, [file]) == {"id": "1"}
        _, request = server.requests
    assert b"multipart/form-data" in request
    assert b"a picture" in request


async def test_the_session_is_closed_with_its_client() -> None:
    async with connected(answer(204)) as (client, server, _):
        await DiscordApi(client).delete_original(INTERACTION)
        session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    assert session.closed
    assert len(server.connections) == 2  # discord.py has logged in over one of its own
