"""`/duel profile`, and the same by a click on somebody's name."""

import discord
from discord import app_commands

from bot.interactions.command_texts import described, options_of
from bot.interactions.handlers import FOR_SERVERS, IN_SERVERS, with_context
from bot.interactions.permissions import Person
from bot.services import Context
from engine.ids import PlayerId


@app_commands.command(name="profile", description=described("duel profile"))
@options_of("duel profile")
@with_context
async def profile(
    context: Context,
    player: Person | None = None,
    season: app_commands.Range[int, 1, 1_000_000] | None = None,
) -> None:
    shown = PlayerId(player.id) if player else context.player
    await context.services.profiles.show(context, shown, season)


@with_context
async def show_profile(context: Context, member: Person) -> None:
    await context.services.profiles.show_privately(context, PlayerId(member.id))


profile_menu = app_commands.ContextMenu(
    name="Duel profile",
    callback=show_profile,
    type=discord.AppCommandType.user,
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
