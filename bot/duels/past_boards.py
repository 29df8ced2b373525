"""Boards that have been replaced become a line each: what they announced, and nothing to press."""

from collections import Counter
from dataclasses import replace

import structlog

from bot.background import Background
from bot.boards.past_message import moved, past
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES
from bot.delivery.sender import Delivery
from bot.interactions.in_flight import counted
from bot.text.languages import Words
from storage.ids import ChannelId, MessageId
from storage.match import Board, Match

LOG = structlog.get_logger()

# It is the first thing to drop when Discord slows us down: it takes about one edit a second in a
# channel. Two who play as fast as they can leave no board behind.
UNTIDY = 20


class Tidying:
    def __init__(self, delivery: Delivery, background: Background) -> None:
        self._delivery = delivery
        self._background = background
        self._going_on: Counter[ChannelId] = Counter()

    def tidy(self, match: Match, old: Board, words: Words, now_at: Board | None = None) -> None:
        """Soon, and nobody waits for it."""
        if old.message is None or self._going_on[old.channel] >= UNTIDY:
            return
        line = past(match, old.shown or 0, words)
        if now_at and now_at.channel != old.channel:
            line = moved(line, replace(match, board=now_at), words)
        self._background.start(self._tidied(match, old.channel, old.message, line), "tidy")

    async def _tidied(
        self, match: Match, channel: ChannelId, message: MessageId, line: Message
    ) -> None:
        with counted(self._going_on, channel):
            try:
                await self._delivery.edit(match.guild, channel, message, line)
            except FAILURES as failed:
                LOG.info("a board wasn't tidied", failed=str(failed), duel=match.id)
