"""Logging in to Discord, or to another one that is set in its place."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from yarl import URL

from bot.delivery.failures import FAILURES
from bot.host.misconfigured import Misconfigured
from bot.host.settings import Settings
from bot.text import terminal


@dataclass(frozen=True)
class Gateway:
    """Discord's advice on shards, and its limit on how often their sessions may begin."""

    shards: int
    # How many sessions may begin in a day, how many of these are left, and in how many milliseconds
    # all of them are again.
    total: int
    remaining: int
    reset_after: int
    # How many may begin at the same time.
    at_once: int


async def log_in(
    login: Callable[[str], Awaitable[None]], http: HTTPClient, settings: Settings
) -> Gateway:
    """Log in, and ask for the gateway. discord.py knows one Discord only: where another one is set,
    the addresses of its API and of its gateway replace the usual ones."""
    if settings.rest:
        Route.BASE = settings.rest
    try:
        await login(settings.token)
        shards, url, limit = await http.get_bot_gateway()
    except discord.LoginFailure:
        raise refused(settings) from None
    except discord.NotFound:
        if settings.rest:
            raise Misconfigured(terminal.SETTINGS["no-discord"]) from None
        raise
    if settings.rest:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(url)
    return Gateway(
        shards,
        limit["total"],
        limit["remaining"],
        limit["reset_after"],
        limit["max_concurrency"],
    )


def refused(settings: Settings) -> Misconfigured:
    return Misconfigured(terminal.SETTINGS["token-refused"].format(key=settings.token_key))


def out_of_reach(error: BaseException) -> bool:
    """Such that it may well be gone in a minute."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (*FAILURES, discord.GatewayNotFound))
