"""What all commands share: who asks, where, and where commands can be used at all."""

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands

from bot.interactions.refusals import DeadButton
from storage.ids import ChannelId, GuildId

if TYPE_CHECKING:
    from bot.client import Duelhost

Ask: TypeAlias = "discord.Interaction[Duelhost]"

IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
FOR_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


def guild_of(ask: Ask) -> GuildId:
    """Outside of servers there is nothing to press but what `/privacy` has."""
    if ask.guild_id is None:
        raise DeadButton
    return GuildId(ask.guild_id)


def channel_of(ask: Ask) -> ChannelId:
    return ChannelId(ask.channel_id or 0)
