"""Other bots, so that ours is measured beside something: how each finds the sandbox. Nothing of
ours is imported, so that they are as light as they can be."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

# The memory-saving options of our own bot.
FRUGAL: dict[str, Any] = {
    "intents": discord.Intents(guilds=True),
    "max_messages": None,
    "member_cache_flags": discord.MemberCacheFlags.none(),
    "chunk_guilds_at_startup": False,
    "allowed_mentions": discord.AllowedMentions.none(),
}


def run(client: discord.Client) -> None:
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_connected(client))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The one that our bot runs on."""
    try:
        import uvloop  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _connected(client: discord.Client) -> None:
    Route.BASE = os.environ["DUELHOST_DISCORD_URL"]
    async with client:
        await client.login(os.environ["DISCORD_TOKEN"])
        _, gateway, _ = await client.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
        await client.connect()
