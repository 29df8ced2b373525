"""Notice when a new version of discord.py changes what the bot goes around."""

import asyncio
import inspect
import json
from typing import Any

import discord
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.delivery.discord_api import DiscordApi, Json
from tests.bot.simcord.world import World


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
