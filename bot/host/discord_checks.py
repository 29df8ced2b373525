"""The doctor's questions to Discord, without starting the bot."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import discord
from discord import app_commands
from discord.http import Route

from bot.delivery.failures import FAILURES
from bot.features.registry import COMMANDS
from bot.host.doctor_checks import Finding, Mark, found
from bot.host.login import Gateway, log_in
from bot.host.misconfigured import Misconfigured
from bot.host.settings import Settings
from bot.interactions.command_sync import fingerprint
from bot.text.format import quoted
from bot.text.troubles import trouble
from engine.durations import MINUTE
from storage.applications import APPLICATION, commands_of
from storage.database import Database
from storage.trouble import OtherApplication

LONGEST = 20.0  # seconds to wait for all of it

INTENTS = discord.Intents(guilds=True)
# Permissions for boards, pictures and threads of duels; nothing else.
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
)


@dataclass
class Told:
    """The findings, and the invite link of the bot, if Discord knows it."""

    findings: list[Finding] = field(default_factory=list)
    link: str = ""


async def ask(settings: Settings) -> Told:
    """No session is begun, so a bot that is running doesn't notice."""
    told = Told()
    try:
        async with asyncio.timeout(LONGEST), discord.Client(intents=INTENTS) as us:
            gateway = await log_in(us.login, us.http, settings)
            async for each in _ask(us, settings, gateway):
                told.findings.append(each)
            told.link = discord.utils.oauth_url(us.application_id or "", permissions=NEEDED)
    except Misconfigured as wrong:
        told.findings += [Finding("discord", Mark.MISCONFIGURED, each) for each in wrong.args]
    except (*FAILURES, discord.GatewayNotFound) as failed:
        why = quoted(str(failed)) or type(failed).__name__
        unreachable = found("discord", Mark.WRONG, "unreachable", failed=why, address=Route.BASE)
        told.findings.append(unreachable)
    return told


async def _ask(us: discord.Client, settings: Settings, gateway: Gateway) -> AsyncIterator[Finding]:
    yield found("discord", Mark.FINE, "connected", name=quoted(str(us.user)))
    application = await us.application_info()
    if application.interactions_endpoint_url:
        yield found("discord", Mark.WRONG, "endpoint")
    if count := application.approximate_guild_count:
        yield found("servers", Mark.FINE, "in-servers", count=count)
    else:
        yield found("servers", Mark.OPEN, "no-servers")
    if other := await _other_application(us, settings.database):
        yield Finding("application", Mark.MISCONFIGURED, trouble(other))
    else:
        yield await _commands(us, settings.database)
    count = settings.shards or gateway.shards
    yield _shards(settings.shards, gateway.shards)
    facts = {"left": gateway.remaining, "total": gateway.total, "shards": count}
    if gateway.remaining >= count:
        yield found("starts", Mark.FINE, "starts-left", **facts)
    else:
        minutes = gateway.reset_after // MINUTE + 1
        yield found("starts", Mark.WRONG, "too-few-starts", minutes=minutes, **facts)


def _shards(chosen: int | None, recommended: int) -> Finding:
    if chosen is None:
        return found("shards", Mark.FINE, "shards-recommended", recommended=recommended)
    mark, code = (Mark.OPEN, "few-shards") if chosen < recommended else (Mark.FINE, "shards-set")
    return found("shards", mark, code, chosen=chosen, recommended=recommended)


async def _other_application(us: discord.Client, database: Database) -> OtherApplication | None:
    noted, ours = await asyncio.to_thread(database.noted, APPLICATION), str(us.application_id)
    return None if noted in (None, ours) else OtherApplication(database.location, noted, ours)


async def _commands(us: discord.Client, database: Database) -> Finding:
    tree = app_commands.CommandTree(us)
    for command in COMMANDS:
        tree.add_command(command)
    noted = await asyncio.to_thread(database.noted, commands_of(us.application_id))
    if noted == await fingerprint(tree):
        return found("commands", Mark.FINE, "commands-current")
    return found("commands", Mark.OPEN, "commands-later")
