"""How messages get to Discord: as answers, by themselves, and as changes of earlier ones."""

from hashlib import blake2s
from typing import Any

import discord
import structlog

from bot.delivery.message import File, Message, Page
from bot.delivery.payload import FAILURES, Elsewhere, enclosed, packed, repacked
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId, MessageId
from storage.match import Match

LOG = structlog.get_logger()

UNKNOWN_INTERACTION = 10062


class Delivery:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def answer(
        self, ask: discord.Interaction[Any], message: Message | Page, ping: PlayerId | None
    ) -> MessageId | None:
        """The message that answers, or None if there is none."""
        try:
            sent = await ask.response.send_message(**packed(message, ping))
        except FAILURES as failed:
            LOG.warning("an answer didn't get through", failed=str(failed), interaction=ask.id)
            return await self._got_through(ask, failed)
        return MessageId(sent.message_id) if sent.message_id else None

    async def _got_through(
        self, ask: discord.Interaction[Any], failed: BaseException
    ) -> MessageId | None:
        """What is told as a failure may have arrived all the same: a second board is worse than a
        question."""
        if isinstance(failed, discord.NotFound) and failed.code == UNKNOWN_INTERACTION:
            return None
        try:
            answer = await ask.original_response()
        except (*FAILURES, discord.ClientException):
            return None
        pressed = ask.message is not None and answer.id == ask.message.id
        return None if answer.flags.ephemeral or pressed else MessageId(answer.id)

    async def _place(self, guild: GuildId, channel: ChannelId) -> discord.PartialMessageable:
        """A duel may have been imported, and its file may say anything: nothing is posted or
        changed but in its own server. What isn't known here, such as an old thread, Discord is
        asked about."""
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
        """Discord takes the same nonce only once within a few minutes, so trying again is safe."""
        place = await self._place(match.guild, channel)
        nonce = blake2s(
            f"{match.guild} {match.id} {match.step} {channel} {what}".encode(), digest_size=12
        ).hexdigest()
        sent = await place.send(**packed(message, ping), nonce=nonce)
        return MessageId(sent.id)

    async def enclose(
        self, guild: GuildId, channel: ChannelId, message: MessageId, *files: File
    ) -> None:
        """Put these under what a message says, in place of those that are there."""
        place = await self._place(guild, channel)
        await place.get_partial_message(message).edit(attachments=enclosed(files))

    async def edit(
        self, guild: GuildId, channel: ChannelId, message: MessageId, now: Message | Page
    ) -> None:
        """All that it said and showed goes, its files too. A page stays a page."""
        place = await self._place(guild, channel)
        await place.get_partial_message(message).edit(**repacked(now))
