"""Notice when a new version of discord.py changes what the bot goes around."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import discord
import pytest
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.delivery.discord_api import DiscordApi, Json
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


# What discord.py makes of the answers that only it sees to, and what the bot relies on.


@asynccontextmanager
async def connected(*answers: bytes) -> AsyncIterator[tuple[DiscordApi, Server, list[float]]]:
    """Yields also how long it has waited between requests."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        if seconds:
            waits.append(seconds)

    client = discord.Client(intents=discord.Intents.none())
    async with serving(answer(200, b"{}", JSON), *answers) as server, client:
        with patch.object(Route, "BASE", server.url), patch.object(asyncio, "sleep", sleep):
            await client.http.static_login("token")
            api = DiscordApi(client)
            api.connect(lambda _: None)
            yield api, server, waits
            api.close()


BY_TOKEN = [
    ("answer", ({"type": 4},), {"told": True}),
    ("follow_up", ({},), {}),
    ("edit_original", ({},), {}),
    ("original", (), {}),
    ("delete_original", (), {}),
]


@pytest.mark.parametrize(("method", "arguments", "how"), BY_TOKEN)
async def test_a_success_is_asked_for_once(
    method: str, arguments: tuple[Any, ...], how: dict[str, Any]
) -> None:
    async with connected(answer(204)) as (api, server, waits):
        await getattr(api, method)(INTERACTION, *arguments, **how)
        assert len(server.requests) == 2  # the first one logs in
    assert waits == []


@pytest.mark.parametrize(("method", "arguments", "how"), BY_TOKEN)
@pytest.mark.parametrize(
    ("refused", "wait"), [(LIMITED, 2.5), (answer(502), 1), (answer(500, b"{}", JSON), 1)]
)
async def test_a_request_that_may_work_later_is_sent_again(
    method: str, arguments: tuple[Any, ...], how: dict[str, Any], refused: bytes, wait: float
) -> None:
    """Once past discord.py, and then as discord.py does."""
    async with connected(refused, refused, answer(204)) as (api, server, waits):
        await getattr(api, method)(INTERACTION, *arguments, **how)
        _, *requests = server.requests
    assert len({request.partition(b" HTTP/1.1")[0] for request in requests}) == 1
    assert len(requests) == 3
    assert waits == [wait]


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)],
)
async def test_a_refusal_has_its_code(status: int, error: type[discord.HTTPException]) -> None:
    refused = answer(status, b'{"code": 10062, "message": "Unknown interaction"}', JSON)
    async with connected(refused, refused) as (api, _, _):
        with pytest.raises(error) as raised:
            await api.answer(INTERACTION, {"type": 6})
    assert (raised.value.status, raised.value.code) == (status, 10062)


async def test_the_bots_own_requests_keep_within_discords_limits() -> None:
    spent = ("X-RateLimit-Limit: 5", "X-RateLimit-Remaining: 0", "X-RateLimit-Bucket: posts")
    last = answer(200, b'{"id": "1"}', JSON, *spent, "X-RateLimit-Reset-After: 3.5")
    async with connected(last, answer(200, b'{"id": "2"}', JSON)) as (api, server, waits):
        assert await api.post(123, {"content": "1"}) == {"id": "1"}
        assert await api.post(123, {"content": "2"}) == {"id": "2"}
        assert len(server.requests) == 3
    assert len(waits) == 1
    assert 3 < waits[0] <= 3.5


@pytest.mark.parametrize(("refused", "wait"), [(LIMITED, 2.5), (EVERYWHERE, 4), (answer(502), 1)])
async def test_and_are_sent_again(refused: bytes, wait: float) -> None:
    async with connected(refused, answer(200, b'{"id": "1"}', JSON)) as (api, _, waits):
        assert await api.post(123, {"content": "1"}) == {"id": "1"}
    assert waits == [wait]
