"""`/duel-admin settings`, `/duel-admin variant`, `/duel-admin daily` and `/duel-admin check`."""

import discord
from discord import app_commands

from bot.delivery.payload import PLACES
from bot.interactions.command_texts import described, game_choices, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import game_variants
from bot.services import Context
from storage.ids import ChannelId

Channel = app_commands.AppCommandChannel | app_commands.AppCommandThread
# Posts of a forum are threads.
THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class AnyChannel(app_commands.Transformer):
    """A channel as Discord names it. discord.py by itself looks for it among those that the bot can
    see, and the channel to check may not be one of them."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [*PLACES, *THREADS]

    async def transform(self, _: discord.Interaction, value: Channel, /) -> Channel:
        return value


class TextChannel(AnyChannel):
    """The same, where the bot can post by itself."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news]


@app_commands.command(name="settings", description=described("duel-admin settings"))
@with_context
async def settings(context: Context) -> None:
    await context.services.server_settings.show(context)


@app_commands.command(name="variant", description=described("duel-admin variant"))
@options_of("duel-admin variant")
@app_commands.choices(game=game_choices())
@app_commands.autocomplete(variant=game_variants)
@with_context
async def variant(
    context: Context, game: str, variant: app_commands.Range[str, 1, 100] | None = None
) -> None:
    await context.services.server_settings.choose_variant(context, game, variant)


@app_commands.command(name="daily", description=described("duel-admin daily"))
@options_of("duel-admin daily")
@with_context
async def daily(
    context: Context, channel: app_commands.Transform[Channel, TextChannel] | None = None
) -> None:
    place = ChannelId(channel.id) if channel else None
    await context.services.server_settings.choose_daily_channel(context, place)


@app_commands.command(name="check", description=described("duel-admin check"))
@options_of("duel-admin check")
@with_context
async def check(
    context: Context, channel: app_commands.Transform[Channel, AnyChannel] | None = None
) -> None:
    place = ChannelId(channel.id) if channel else None
    await context.services.server_settings.check(context, place)
