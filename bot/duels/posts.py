"""The messages of duels: what they say, whom they ping, and how they are posted."""

from dataclasses import replace
from secrets import token_hex

import structlog

from bot.boards import board
from bot.boards.grid import is_large
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES, Elsewhere, hopeless
from bot.delivery.sender import Sender
from bot.duels.board_pictures import BoardPictures
from bot.duels.end_card import EndCard
from bot.duels.notifications import Notifications
from bot.duels.shown_boards import ShownBoards
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from engine.duel import Finished, Playing
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, MessageId
from storage.match import Board, Match
from storage.store import Store

LOG = structlog.get_logger()

UNKNOWN_MESSAGE = 10008


class Posts:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        sender: Sender,
        servers: Servers,
        notifications: Notifications,
        shown: ShownBoards,
        pictures: BoardPictures,
        end_card: EndCard,
        unshown: Unshown,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._notifications = notifications
        self._shown = shown
        self._pictures = pictures
        self._end_card = end_card
        self._unshown = unshown
        # The mark of the last restore. No restore happens while the bot runs.
        self._restored: str | None = None

    async def message(self, match: Match, channel: ChannelId) -> Message:
        """The message of a duel: with a picture if its board is large, and a card at its end."""
        duel, words = match.duel, self._servers.words(match.guild)
        if isinstance(duel, Playing) and is_large(duel.record.view):
            return board(match, words, await self._pictures.of(match, channel, words))
        message = board(match, words)
        if isinstance(duel, Finished) and (card := await self._end_card.of(match, channel, words)):
            return replace(message, files=(card,))
        return message

    async def ping(
        self, match: Match, message: Message, channel: ChannelId, now: Instant
    ) -> PlayerId | None:
        player = message.ping
        if player is None or player <= 0:
            return None
        rings = await self._notifications.rings(match.guild, player, channel, now)
        return player if rings else None

    async def post(
        self,
        match: Match,
        message: Message,
        ping: PlayerId | None,
        channel: ChannelId,
        purpose: str,
    ) -> bool:
        """Post the board and note where it is. Returns False if it can't be seen now or later."""
        sent = await self.send(match, message, ping, channel, purpose)
        if isinstance(sent, BaseException):
            return await self.not_posted(match, message, channel, sent)
        await self._shown.note(match, channel, sent)
        return True

    async def send(
        self,
        match: Match,
        message: Message,
        ping: PlayerId | None,
        channel: ChannelId,
        purpose: str,
    ) -> MessageId | BaseException:
        """Post a message. For the same step, channel and purpose Discord takes it once. Returns why
        not, if Discord can't or won't have it."""
        try:
            if self._restored is None:
                self._restored = await self._store.restored()
            # A board from before a restore is gone since, so it is posted again.
            key = purpose + self._restored
            return await self._sender.post(match, message, ping, channel, key)
        except FAILURES as failed:
            if getattr(failed, "code", None) == UNKNOWN_MESSAGE:
                # It was posted before, and has been deleted since.
                return await self.send(match, message, ping, channel, token_hex(4))
            if message.files and hopeless(failed):
                # It may be the picture that Discord doesn't take.
                words_only = replace(message, files=())
                return await self.send(match, words_only, ping, channel, purpose)
            return failed

    async def not_posted(
        self, match: Match, message: Message, channel: ChannelId, failed: BaseException
    ) -> bool:
        """Have a board posted later, or changed in place where the bot may not post. Returns False
        if neither can be done: `/duel board` brings such a duel back."""
        LOG.warning("a board wasn't posted", failed=str(failed), duel=match.id)
        at = self._shown.current(match)
        if hopeless(failed) and channel == at.channel:
            unchanged = await self.change(match, message, at)
            if unchanged is None or hopeless(unchanged):
                board_now = Board(channel, None if unchanged else at.message, match.step)
                await self._store.posted(match.guild, match.id, board_now)
                return unchanged is None
        elif hopeless(failed):
            return False
        self._unshown.mark(match.guild)
        return True

    async def change(self, match: Match, message: Message, at: Board) -> BaseException | None:
        """Change the message that shows a duel. Returns why not, if Discord can't or won't."""
        if at.message is None:
            return Elsewhere(at.channel)
        try:
            await self._sender.edit(match.guild, at.channel, at.message, message)
        except FAILURES as failed:
            LOG.warning("a message wasn't changed", failed=str(failed), duel=match.id)
            return failed
        return None
