"""Keeps the client of a shard connected to Discord."""

import asyncio
from typing import Any

import discord
import structlog
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.current_shard import SHARD
from bot.delivery.failures import FAILURES
from bot.host.identify_limit import IdentifyTurn
from bot.text.troubles import cause

LOG = structlog.get_logger()

# How many seconds Discord may take to open a connection.
PATIENCE = 60.0
# The close code of a connection that ends as it should.
NORMAL_CLOSURE = 1000


async def keep_connected(client: discord.Client, identify_turn: IdentifyTurn) -> None:
    """Connect, and again whenever the connection breaks, until the client is closed. Raises
    `discord.ConnectionClosed` if Discord doesn't want the shard back.

    `discord.Client.connect` does the same, but waits for its turn to identify with an open
    connection, and gives up after a minute: with many shards the last ones would never begin."""
    number = client.shard_id or 0
    SHARD.set(number)
    waits = ExponentialBackoff[bool]()
    session: dict[str, Any] = {}
    while not client.is_closed():
        try:
            if not session:
                await identify_turn(number)
            # As if for the first time: otherwise discord.py waits another five seconds.
            opening = DiscordWebSocket.from_client(client, initial=True, shard_id=number, **session)
            client.ws = await asyncio.wait_for(opening, PATIENCE)
            while True:
                await client.ws.poll_event()
        except ReconnectWebSocket as again:
            if client.is_closed():
                return
            client.dispatch("disconnect")
            session = _resumption(client) if again.resume else {}
        except (*FAILURES, discord.ConnectionClosed) as failed:
            if client.is_closed():
                return
            client.dispatch("disconnect")
            if isinstance(failed, discord.ConnectionClosed) and failed.code != NORMAL_CLOSURE:
                raise
            session, wait = _resumption(client), waits.delay()
            facts = {"failed": cause(failed), "again_in": round(wait, 1)}
            LOG.warning("the connection to Discord is broken", **facts)
            await asyncio.sleep(wait)


def _resumption(client: discord.Client) -> dict[str, Any]:
    """What resumes the client's session, if there is one."""
    # A client that was never connected has none, whatever discord.py's types say.
    socket: DiscordWebSocket | None = client.ws
    if socket is None or socket.session_id is None:
        return {}
    return {
        "resume": True,
        "session": socket.session_id,
        "sequence": socket.sequence,
        "gateway": socket.gateway,
    }
