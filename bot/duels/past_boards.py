"""Reduces boards that have been replaced to one line each, without buttons."""

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
from storage.match import Board, Match

LOG = structlog.get_logger()

# Discord takes about one edit a second in a channel, so this is the first work to drop when it
# slows the bot down. Two players who are as fast as they can leave no board behind.
AT_ONCE = 20


class PastBoards:
    def __init__(self, sender: Sender, background: Background) -> None:
        self._sender = sender
        self._background = background
        self._in_flight: Counter[ChannelId] = Counter()

    def reduce(self, match: Match, old: Board, words: Words, now_at: Board | None = None) -> None:
        """Reduce a board in the background."""
        if old.message is None or self._in_flight[old.channel] >= AT_ONCE:
            return
        line = past(match, old.shown or 0, words)
        if now_at and now_at.channel != old.channel:
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
