"""Threads of duels: begun from the message of the challenge, which then tells where they are."""

import re
from collections.abc import Iterator

import discord
import structlog

from bot.boards.past_message import thread_line, thread_result
from bot.delivery.failures import FAILURES, THREAD_BEGUN_BEFORE, code_of
from bot.delivery.message import Message
from bot.delivery.sender import Sender
from bot.guilds.servers import Servers
from bot.text.game_texts import title_of
from engine.duel import Playing
from engine.durations import MINUTE
from engine.ids import Span
from storage.ids import ChannelId, MessageId
from storage.match import Board, BoardMode, Match

LOG = structlog.get_logger()

# After so many minutes without news Discord archives a thread: then it isn't listed any more.
ARCHIVED_AFTER = (1440, 4320, 10080)


def missing_for_threads(channel: object, permissions: discord.Permissions) -> Iterator[str]:
    """The permissions that the bot would need to begin threads of duels in a channel. Within a
    thread, and in a forum, none are begun."""
    if isinstance(channel, discord.TextChannel):
        for name in ("create_public_threads", "send_messages_in_threads"):
            if not getattr(permissions, name):
                yield name


class Threads:
    def __init__(self, client: discord.Client, sender: Sender, servers: Servers) -> None:
        self._client = client
        self._sender = sender
        self._servers = servers

    def is_due(self, match: Match, at: Board) -> bool:
        """Whether the duel was just accepted, and is to have a thread and may."""
        begins = isinstance(match.duel, Playing) and at.message is not None and at.shown == 0
        return match.board_mode is BoardMode.THREAD and begins and self._may_begin(match)

    async def begin(self, match: Match, at: Board) -> ChannelId | None:
        """Begin the thread of a duel from the message of its challenge, if it is due. Returns None
        where none can be made: then the duel goes on in the channel."""
        if at.message is None or not self.is_due(match, at):
            return None
        name, minutes = self._name(match), _listed_for(match.duel.terms.clock)
        try:
            await self._sender.begin_thread(match.guild, at.channel, at.message, name, minutes)
        except FAILURES as failed:
            if code_of(failed) != THREAD_BEGUN_BEFORE:
                LOG.info("a duel has no thread", failed=str(failed), duel=match.id)
                return None
        return ChannelId(at.message)

    async def tell_begun(self, match: Match, thread: ChannelId) -> None:
        """Have the message of the challenge tell where the duel is."""
        line = thread_line(match, thread, self._servers.words(match.guild))
        await self._change(match, match.board.channel, thread, line)

    async def tell_end(self, match: Match) -> None:
        """Have the message of the challenge tell how the duel has ended, if that duel began the
        thread."""
        thread = await self._thread(match)
        if thread is None or not await self._began(match, thread):
            return
        words = self._servers.words(match.guild)
        line = thread_result(match, words)
        await self._change(match, ChannelId(thread.parent_id), match.board.channel, line)

    def _may_begin(self, match: Match) -> bool:
        """Whether the channel is one that has threads, and the bot may begin them and write there.
        A thread that it can't write in would stay empty."""
        server = self._client.get_guild(match.guild)
        place = server.get_channel_or_thread(match.board.channel) if server else None
        if server is None or not isinstance(place, discord.TextChannel):
            return False
        return not list(missing_for_threads(place, place.permissions_for(server.me)))

    async def _thread(self, match: Match) -> discord.Thread | None:
        """The thread where a duel's board is. Discord is asked about one that was archived, as the
        message that has just been posted there may not have come back yet."""
        server = self._client.get_guild(match.guild)
        known = server.get_channel_or_thread(match.board.channel) if server else None
        try:
            found = known or await self._client.fetch_channel(match.board.channel)
        except (*FAILURES, discord.InvalidData) as failed:
            LOG.info("a thread can't be found", failed=str(failed), duel=match.id)
            return None
        return found if isinstance(found, discord.Thread) else None

    async def _began(self, match: Match, thread: discord.Thread) -> bool:
        """Whether the thread began from the duel's challenge. Members may have renamed it, or begun
        it themselves: then the message above it has to say the duel's number."""
        if thread.name == self._name(match):
            return True
        if not isinstance(thread.parent, discord.TextChannel):
            return False
        try:
            above = await thread.parent.fetch_message(thread.id)
        except FAILURES as failed:
            LOG.info("a thread's message can't be read", failed=str(failed), duel=match.id)
            return False
        return re.search(rf"(?<!<)#{match.id}\b", above.content) is not None

    def _name(self, match: Match) -> str:
        words = self._servers.words(match.guild)
        title = title_of(match.duel.terms.game, words)
        return words.THREAD_NAME.format(title=title, number=match.id)

    async def _change(
        self, match: Match, channel: ChannelId, thread: ChannelId, line: Message
    ) -> None:
        """A thread has the ID of the message that it began from."""
        try:
            await self._sender.edit(match.guild, channel, MessageId(thread), line)
        except FAILURES as failed:
            LOG.info("a thread's message wasn't changed", failed=str(failed), duel=match.id)


def _listed_for(clock: Span) -> int:
    """The least choice of Discord's that a player has for a move."""
    longest = ARCHIVED_AFTER[-1]
    return next((each for each in ARCHIVED_AFTER if each * MINUTE >= clock), longest)
