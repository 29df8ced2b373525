"""How messages of duels are posted, and what is done when they can't be."""

from dataclasses import replace
from secrets import token_hex

import structlog

from bot.delivery.failures import FAILURES, UNKNOWN_MESSAGE, Elsewhere, code_of, hopeless
from bot.delivery.message import Message
from bot.delivery.sender import Post, Sender
from bot.duels.shown_boards import ShownBoards
from bot.duels.unshown import Unshown
from bot.json_codec import Json
from storage.ids import MessageId
from storage.match import Board, Match
from storage.store import Store

LOG = structlog.get_logger()


class Posts:
    def __init__(self, store: Store, sender: Sender, shown: ShownBoards, unshown: Unshown) -> None:
        self._store = store
        self._sender = sender
        self._shown = shown
        self._unshown = unshown
        # The mark of the last restore. No restore happens while the bot runs.
        self._restored: str | None = None

    def answered(self, interaction: Json, message: MessageId) -> None:
        """An interaction was answered with the board."""
        self._sender.answered(interaction, message)

    async def post(self, post: Post) -> bool:
        """Post the board and note where it is. Returns False if it can't be seen now or later."""
        sent = await self.send(post)
        if isinstance(sent, BaseException):
            return await self.not_posted(post, sent)
        await self._shown.note(post.match, post.channel, sent)
        return True

    async def send(self, post: Post) -> MessageId | BaseException:
        """Post a message. Returns why not, if Discord can't or won't have it."""
        try:
            if self._restored is None:
                self._restored = await self._store.restored()
            # A board from before a restore is gone since, so it is posted again.
            return await self._sender.post(replace(post, purpose=post.purpose + self._restored))
        except FAILURES as failed:
            if code_of(failed) == UNKNOWN_MESSAGE:
                # It was posted before, and has been deleted since.
                return await self.send(replace(post, purpose=token_hex(4)))
            if post.message.files and hopeless(failed):
                # It may be the picture that Discord doesn't take.
                return await self.send(replace(post, message=replace(post.message, files=())))
            return failed

    async def not_posted(self, post: Post, failed: BaseException) -> bool:
        """Have a board posted later, or changed in place where the bot may not post. Returns False
        if neither can be done: `/duel board` brings such a duel back."""
        match = post.match
        LOG.warning("a board wasn't posted", failed=str(failed), duel=match.id)
        at = self._shown.current(match)
        if hopeless(failed) and post.channel == at.channel:
            unchanged = await self.change(match, post.message, at)
            if unchanged is None or hopeless(unchanged):
                board_now = Board(at.channel, None if unchanged else at.message, match.step)
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
