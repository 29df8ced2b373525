"""Posts messages and edits them by themselves, without an interaction to answer."""

from hashlib import blake2s

import discord

from bot.delivery.message import File, Message, Page
from bot.delivery.payload import Elsewhere, attachments, edit_payload, payload
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId, MessageId
from storage.match import Match


class Sender:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def _place(self, guild: GuildId, channel: ChannelId) -> discord.PartialMessageable:
        """A duel may have been imported from a forged file, so nothing is posted or changed outside
        of its own server. Discord is asked about a channel that isn't known, such as an old
        thread."""
        known = self._client.get_guild(guild)
        if known is None or known.get_channel_or_thread(channel) is None:
            try:
                found = await self._client.fetch_channel(channel)
            except discord.InvalidData as unknown:
                raise Elsewhere(channel) from unknown
            if getattr(getattr(found, "guild", None), "id", None) != guild:
                raise Elsewhere(channel)
        return self._client.get_partial_messageable(channel, guild_id=guild)

    async def post(
        self,
        match: Match,
        message: Message | Page,
        ping: PlayerId | None,
        channel: ChannelId,
        what: str,
    ) -> MessageId:
        """Discord takes a nonce only once within a few minutes, so posting again is safe."""
        place = await self._place(match.guild, channel)
        nonce = blake2s(
            f"{match.guild} {match.id} {match.step} {channel} {what}".encode(), digest_size=12
        ).hexdigest()
        sent = await place.send(**payload(message, ping), nonce=nonce)
        return MessageId(sent.id)

    async def enclose(
        self, guild: GuildId, channel: ChannelId, message: MessageId, *files: File
    ) -> None:
        """Replace the files of a message."""
        place = await self._place(guild, channel)
        await place.get_partial_message(message).edit(attachments=attachments(files))

    async def edit(
        self, guild: GuildId, channel: ChannelId, message: MessageId, now: Message | Page
    ) -> None:
        """Replace a message with its files. A page stays a page."""
        place = await self._place(guild, channel)
        await place.get_partial_message(message).edit(**edit_payload(now))

    async def delete(self, guild: GuildId, channel: ChannelId, message: MessageId) -> None:
        place = await self._place(guild, channel)
        await place.get_partial_message(message).delete()

    async def begin_thread(
        self, guild: GuildId, channel: ChannelId, message: MessageId, name: str
    ) -> None:
        """Begin a thread from a message. It gets the message's ID."""
        place = await self._place(guild, channel)
        await place.get_partial_message(message).create_thread(name=name)
