"""Logging in to Discord, or to another one that is set in its place."""

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.host.misconfigured import Misconfigured
from bot.host.settings import Settings
from bot.text import terminal


async def log_in(client: discord.Client, settings: Settings) -> None:
    """discord.py knows of one Discord only: where another one is set, the addresses of both its
    doors are put in the place of the usual ones."""
    if settings.rest:
        Route.BASE = settings.rest
    try:
        await client.login(settings.token)
        if settings.rest:
            _, gateway, _ = await client.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    except discord.LoginFailure:
        raise refused(settings) from None
    except discord.NotFound:
        if settings.rest:
            raise Misconfigured(terminal.SETTINGS["no-discord"]) from None
        raise


def refused(settings: Settings) -> Misconfigured:
    return Misconfigured(terminal.SETTINGS["token-refused"].format(key=settings.token_key))
