"""Facts about servers, as Discord has told them."""

import discord

from bot.text.english import Words
from bot.text.languages import language_for
from storage.ids import ChannelId, GuildId, are_direct_messages


class Servers:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def known(self, guild: GuildId) -> discord.Guild | None:
        """The server as the bot knows it, or None if it isn't a member."""
        return self._client.get_guild(guild)

    def words(self, guild: GuildId) -> Words:
        """The language that a server has chosen."""
        known = self._client.get_guild(guild)
        return language_for(str(known.preferred_locale) if known else None)

    def is_in(self, guild: GuildId) -> bool:
        """Whether the bot is a member and Discord has no outage there. Direct messages are always
        there."""
        if are_direct_messages(guild):
            return True
        known = self._client.get_guild(guild)
        return known is not None and not known.unavailable

    def may_attach(self, guild: GuildId, channel: ChannelId) -> bool:
        """Whether the bot may attach files in a channel. A channel that it doesn't know is a thread
        that has just begun, or that had been archived: there, Discord may say no."""
        known = self._client.get_guild(guild)
        place = known.get_channel_or_thread(channel) if known else None
        if known is None or place is None:
            return True
        try:
            return place.permissions_for(known.me).attach_files
        except discord.ClientException:
            return True  # a thread whose channel isn't known

    def name(self, guild: GuildId) -> str:
        known = self._client.get_guild(guild)
        return known.name if known else ""
