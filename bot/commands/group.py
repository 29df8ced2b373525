"""The `/duel` command, and what its subcommands share."""

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands

from storage.ids import ChannelId, GuildId

if TYPE_CHECKING:
    from bot.client import Duelhost

Ask: TypeAlias = "discord.Interaction[Duelhost]"

IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
FOR_SERVERS = app_commands.AppInstallationType(guild=True, user=False)

duel = app_commands.Group(
    name="duel",
    description="Number duels for two",
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)


def guild_of(ask: Ask) -> GuildId:
    return GuildId(ask.guild_id or 0)


def channel_of(ask: Ask) -> ChannelId:
    return ChannelId(ask.channel_id or 0)
