"""Posts messages and edits them by themselves, without an interaction to answer."""

from dataclasses import dataclass
from hashlib import blake2s

import aiohttp
import discord

from bot.delivery.answer_tokens import AnswerTokens
from bot.delivery.discord_api import DiscordApi
from bot.delivery.failures import Elsewhere
from bot.delivery.message import File, Message
from bot.delivery.payload import attached, edit_payload, payload, uploads
from bot.json_codec import Json
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId, MessageId
from storage.match import Match

# How a connection fails, perhaps after a request has arrived.
BROKEN = (aiohttp.ClientConnectionError, OSError)

# The statuses with which Discord refuses a token, or what it is for.
REFUSED = (401, 403, 404)


def nonce(*about: object) -> str:
    """Return what Discord knows a message by: the same for the same facts."""
    told = " ".join(map(str, about))
    return blake2s(told.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Post:
    """A message about a duel, for a channel. Discord takes it once for the same step, channel and
    purpose."""

    match: Match
    message: Message
    channel: ChannelId
    ping: PlayerId | None = None
    purpose: str = "board"

    @property
    def nonce(self) -> str:
        match = self.match
        return nonce(match.guild, match.id, match.step, self.channel, self.purpose)


class Sender:
    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._api = DiscordApi(client)
        self._tokens = AnswerTokens()

    def answered(self, interaction: Json, message: MessageId) -> None:
        """An interaction was answered with a message, and its token can change that for a while."""
        self._tokens.remember(message, interaction)

    async def _require_own(self, guild: GuildId, channel: ChannelId) -> None:
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

    async def post(self, post: Post) -> MessageId:
        """Post a message about a duel."""
        guild, ping = post.match.guild, post.ping
        return await self.post_once(guild, post.channel, post.message, post.nonce, ping)

    async def post_once(
        self,
        guild: GuildId,
        channel: ChannelId,
        message: Message,
        nonce: str,
        ping: PlayerId | None = None,
    ) -> MessageId:
        """Discord takes a nonce only once within a few minutes, so posting again is safe. That is
        done at once where a connection broke: the message may be there, and nobody would know
        which it is."""
        await self._require_own(guild, channel)
        body = payload(message, ping) | {"nonce": nonce, "enforce_nonce": True}
        try:
            sent = await self._api.post(channel, body, uploads(message.files))
        except BROKEN:
            sent = await self._api.post(channel, body, uploads(message.files))
        return MessageId(int(sent["id"]))

    async def enclose(
        self, guild: GuildId, channel: ChannelId, message: MessageId, *files: File
    ) -> None:
        """Replace the files of a message."""
        await self._require_own(guild, channel)
        await self._api.edit(channel, message, {"attachments": attached(files)}, uploads(files))

    async def edit(
        self, guild: GuildId, channel: ChannelId, message: MessageId, now: Message
    ) -> None:
        """Replace a message with its files."""
        await self._require_own(guild, channel)
        await self._api.edit(channel, message, edit_payload(now), uploads(now.files))

    async def delete(self, guild: GuildId, channel: ChannelId, message: MessageId) -> None:
        await self._require_own(guild, channel)
        await self._api.delete(channel, message)

    async def tidy(
        self, guild: GuildId, channel: ChannelId, message: MessageId, line: Message | None
    ) -> None:
        """Reduce a message to a line, or delete it. The token of an answer is used up by that."""
        if (interaction := self._tokens.take(message)) and await self._tidied(interaction, line):
            return
        if line:
            await self.edit(guild, channel, message, line)
        else:
            await self.delete(guild, channel, message)

    async def _tidied(self, interaction: Json, line: Message | None) -> bool:
        """Tidy away the answer to an interaction. Returns False if Discord doesn't take its
        token."""
        try:
            if line:
                await self._api.edit_original(interaction, edit_payload(line))
            else:
                await self._api.delete_original(interaction)
        except discord.HTTPException as refused:
            if refused.status in REFUSED:
                return False
            raise
        return True

    async def begin_thread(
        self, guild: GuildId, channel: ChannelId, message: MessageId, name: str, minutes: int
    ) -> None:
        """Begin a thread from a message. It gets the message's ID, and is archived after so many
        minutes without news."""
        await self._require_own(guild, channel)
        try:
            await self._api.begin_thread(channel, message, name, minutes)
        except BROKEN:
            await self._api.begin_thread(channel, message, name, minutes)
