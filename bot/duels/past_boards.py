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

# Discord takes about one edit a second in a channel, so this is the first work to put off when it
# slows the bot down.
AT_ONCE = 20
# As many boards as wait for that during an outage. Older ones stay until they are pressed.
PUT_OFF = 1000


class PastBoard(NamedTuple):
    guild: GuildId
    channel: ChannelId
    message: MessageId
    # What is left of it, if anything.
    line: Message | None = None


class PastBoards:
    def __init__(self, sender: Sender, servers: Servers, background: Background) -> None:
        self._sender = sender
        self._servers = servers
        self._background = background
        self._in_flight: Counter[ChannelId] = Counter()
        self._put_off: deque[PastBoard] = deque(maxlen=PUT_OFF)

    def tidy(self, match: Match, old: Board, replaced_by: Board | None) -> None:
        """Tidy a board away in the background. Where the duel has left the channel, and where the
        server wants to see every move, a line stays."""
        if old.message is None:
            return
        if replaced_by and replaced_by.channel == ChannelId(old.message):
            return  # the duel's thread began from it, and it says so
        line, left = None, replaced_by is not None and replaced_by.channel != old.channel
        if match.board_mode is BoardMode.EVERY or left:
            words = self._servers.words(match.guild)
            line = past(match, old.shown or 0, words)
            if replaced_by and left:
                line = moved(line, replace(match, board=replaced_by), words)
        past_board = PastBoard(match.guild, old.channel, old.message, line)
        if line and self._in_flight[old.channel] >= AT_ONCE:
            self._put_off.append(past_board)
        else:
            self._background.start(self._tidy(past_board), "past board")

    async def try_again(self) -> None:
        """Tidy away what could not be tidied before."""
        for _ in range(len(self._put_off)):
            if self._put_off:
                await self._tidy(self._put_off.popleft())

    async def _tidy(self, board: PastBoard) -> None:
        """Delete or reduce a board, or have that tried again if it may work later."""
        guild, channel, message, line = board
        try:
            with counted(self._in_flight, channel):
                await self._sender.tidy(guild, channel, message, line)
        except FAILURES as failed:
            LOG.info("a past board wasn't tidied away", failed=str(failed), message=message)
            if not hopeless(failed):
                self._put_off.append(board)
