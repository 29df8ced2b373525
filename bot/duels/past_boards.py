"""Tidies boards away that have been replaced: deletes them, or reduces each to a line."""

from collections import Counter, deque
from dataclasses import replace
from typing import NamedTuple

import structlog

from bot.background import Background
from bot.boards.past_message import moved, past
from bot.delivery.failures import FAILURES, hopeless
from bot.delivery.message import Message
from bot.delivery.sender import Sender
from bot.duels.unshown import counted
from bot.guilds.servers import Servers
from storage.ids import ChannelId, GuildId, MessageId
from storage.match import Board, BoardMode, Match

LOG = structlog.get_logger()

# Discord takes about one edit a second in a channel, so this is the first work to drop when it
# slows the bot down. Two players who are as fast as they can leave no board behind.
AT_ONCE = 20
# As many boards as wait for their deletion during an outage.
UNDELETED = 1000


class PastBoard(NamedTuple):
    guild: GuildId
    channel: ChannelId
    message: MessageId


class PastBoards:
    def __init__(self, sender: Sender, servers: Servers, background: Background) -> None:
        self._sender = sender
        self._servers = servers
        self._background = background
        self._in_flight: Counter[ChannelId] = Counter()
        self._undeleted: deque[PastBoard] = deque(maxlen=UNDELETED)

    def tidy(self, match: Match, old: Board, replaced_by: Board | None) -> None:
        """Tidy a board away in the background. Where the duel has left the channel, and where the
        server wants to see every move, a line stays."""
        if old.message is None:
            return
        if replaced_by and replaced_by.channel == ChannelId(old.message):
            return  # the duel's thread began from it, and it says so
        left = replaced_by is not None and replaced_by.channel != old.channel
        if match.board_mode is not BoardMode.EVERY and not left:
            past_board = PastBoard(match.guild, old.channel, old.message)
            self._background.start(self._delete(past_board), "past board")
            return
        if self._in_flight[old.channel] >= AT_ONCE:
            return
        words = self._servers.words(match.guild)
        line = past(match, old.shown or 0, words)
        if replaced_by and left:
            line = moved(line, replace(match, board=replaced_by), words)
        self._background.start(self._reduce(match, old.channel, old.message, line), "past board")

    async def try_again(self) -> None:
        """Delete what could not be deleted before."""
        boards = [*self._undeleted]
        self._undeleted.clear()
        for each in boards:
            await self._delete(each)

    async def _reduce(
        self, match: Match, channel: ChannelId, message: MessageId, line: Message
    ) -> None:
        with counted(self._in_flight, channel):
            try:
                await self._sender.edit(match.guild, channel, message, line)
            except FAILURES as failed:
                LOG.info("a past board wasn't reduced", failed=str(failed), duel=match.id)

    async def _delete(self, board: PastBoard) -> None:
        """Delete a board, or have that tried again if it may work later."""
        try:
            await self._sender.delete(*board)
        except FAILURES as failed:
            LOG.info("a past board wasn't deleted", failed=str(failed), message=board.message)
            if not hopeless(failed):
                self._undeleted.append(board)
