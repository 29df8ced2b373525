"""Tidies boards away that have been replaced: deletes them, or reduces each to a line."""

from collections import Counter
from dataclasses import replace

import structlog

from bot.background import Background
from bot.boards.past_message import moved, past
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES
from bot.delivery.sender import Sender
from bot.duels.unshown import counted
from bot.text.english import Words
from storage.ids import ChannelId, MessageId
from storage.match import Board, BoardMode, Match

LOG = structlog.get_logger()

# Discord takes about one edit a second in a channel, so this is the first work to drop when it
# slows the bot down. Two players who are as fast as they can leave no board behind.
AT_ONCE = 20


class PastBoards:
    def __init__(self, sender: Sender, background: Background) -> None:
        self._sender = sender
        self._background = background
        self._in_flight: Counter[ChannelId] = Counter()

    def tidy(self, match: Match, old: Board, words: Words, now_at: Board | None) -> None:
        """Tidy a board away in the background. Where the duel has left the channel, and where the
        server wants to see every move, a line stays."""
        if old.message is None or self._in_flight[old.channel] >= AT_ONCE:
            return
        if now_at and now_at.channel == ChannelId(old.message):
            return  # the duel's thread began from it, and it says so
        left = now_at is not None and now_at.channel != old.channel
        if match.board_mode is not BoardMode.EVERY and not left:
            self._background.start(self._delete(match, old.channel, old.message), "past board")
            return
        line = past(match, old.shown or 0, words)
        if now_at and left:
            line = moved(line, replace(match, board=now_at), words)
        self._background.start(self._reduce(match, old.channel, old.message, line), "past board")

    async def _reduce(
        self, match: Match, channel: ChannelId, message: MessageId, line: Message
    ) -> None:
        with counted(self._in_flight, channel):
            try:
                await self._sender.edit(match.guild, channel, message, line)
            except FAILURES as failed:
                LOG.info("a past board wasn't reduced", failed=str(failed), duel=match.id)

    async def _delete(self, match: Match, channel: ChannelId, message: MessageId) -> None:
        with counted(self._in_flight, channel):
            try:
                await self._sender.delete(match.guild, channel, message)
            except FAILURES as failed:
                LOG.info("a past board wasn't deleted", failed=str(failed), duel=match.id)
