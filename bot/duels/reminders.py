"""Reminds players whose time is running out."""

import structlog

from bot.boards import board
from bot.boards.reminder import reminder, reminding
from bot.delivery.failures import hopeless
from bot.delivery.sender import Post
from bot.duels.board_pictures import BoardPictures
from bot.duels.notifications import Notifications
from bot.duels.posts import Posts
from bot.duels.shown_boards import ShownBoards
from bot.guilds.servers import Servers
from engine.duel import Playing
from engine.ids import Instant
from storage.ids import ChannelId
from storage.match import BoardMode, Match
from storage.store import Store

LOG = structlog.get_logger()


class Reminders:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        servers: Servers,
        notifications: Notifications,
        shown: ShownBoards,
        pictures: BoardPictures,
        posts: Posts,
    ) -> None:
        self._store = store
        self._servers = servers
        self._notifications = notifications
        self._shown = shown
        self._pictures = pictures
        self._posts = posts

    async def remind(self, match: Match, duel: Playing, now: Instant) -> None:
        """Remind the player to move once, unless they want no pings."""
        player, channel = duel.waiting_for, self._shown.current(match).channel
        rings = await self._notifications.rings(match.guild, player, channel, now)
        if (await self._store.duel(match.guild, match.id)).step != match.step:
            return  # they have moved since
        if rings and not await self._post(match, duel, channel):
            return
        await self._store.told(match.guild, match.id, match.step)

    async def _post(self, match: Match, duel: Playing, channel: ChannelId) -> bool:
        """Post the board anew with a reminder, or a message that leads to it where every move has
        its own. Returns False if that may work later."""
        words, every = self._servers.words(match.guild), match.board_mode is BoardMode.EVERY
        if every:
            message = reminder(match, duel, words)
        else:
            picture = await self._pictures.of(match, channel, words)
            message = reminding(board(match, words, picture), duel, words)
        post = Post(match, message, channel, duel.waiting_for, "reminder")
        sent = await self._posts.send(post)
        if isinstance(sent, BaseException):
            LOG.warning("a reminder wasn't posted", failed=str(sent), duel=match.id)
            return hopeless(sent)
        if not every:
            await self._shown.note(match, channel, sent)
        return True
