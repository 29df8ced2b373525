"""Shows duels: decides whether a board is updated in place or posted anew, and remembers where.

A step that the store has accepted stands, whether or not it could be shown; what couldn't be shown
is shown later."""

import asyncio
from dataclasses import replace

import structlog

from bot.background import Background
from bot.boards import board
from bot.boards.answers import moved_elsewhere
from bot.boards.past_message import thread_line
from bot.delivery.failures import hopeless
from bot.delivery.message import Message
from bot.delivery.sender import Post
from bot.duels.board_pictures import BoardPictures
from bot.duels.end_card import EndCard
from bot.duels.notifications import Notifications
from bot.duels.posts import Posts
from bot.duels.shown_boards import ShownBoards
from bot.duels.threads import Threads
from bot.duels.turning_points import turning_point_of
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from bot.text.english import Words
from engine.duel import Finished, Withdrawn
from engine.ids import Instant
from storage.ids import ChannelId, MessageId
from storage.match import Board, BoardMode, Match
from storage.store import Store

LOG = structlog.get_logger()

# How many seconds a player waits for a board to be posted before the one that is there changes.
SLOW = 2.0


class Publisher:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        servers: Servers,
        notifications: Notifications,
        shown: ShownBoards,
        threads: Threads,
        pictures: BoardPictures,
        end_card: EndCard,
        posts: Posts,
        unshown: Unshown,
        background: Background,
    ) -> None:
        self._store = store
        self._servers = servers
        self._notifications = notifications
        self._shown = shown
        self._threads = threads
        self._pictures = pictures
        self._end_card = end_card
        self._posts = posts
        self._unshown = unshown
        self._background = background

    async def answer_step(self, request: Request, match: Match) -> None:
        """Answer a step with the board, unless the duel is played in another channel. It doesn't
        move here by itself: the opponent might not see it."""
        if match.again:
            return  # the first delivery has been answered, or is about to be
        if match.private or request.channel == self._shown.current(match).channel:
            await self.answer(request, match)
            return
        await request.respond.wait()
        await self.answer_elsewhere(request, match)

    async def answer_elsewhere(self, request: Request, match: Match) -> None:
        """Post the board as a message of its own, and answer a player who waits with a link."""
        if match.again:
            return
        await self.show(match, request.now)
        shown = await self._store.duel(match.guild, match.id)
        await request.respond.private(moved_elsewhere(shown, request.words))

    async def answer(self, request: Request, match: Match, *, news: bool = True) -> None:
        """Answer with the board, which from now on is where the answer is. Ping only for news."""
        if match.again:
            return
        if match.private:
            await request.respond.change(await self._message(match, request.channel, request.words))
            return
        with self._unshown.in_flight(match.guild, match.id):
            if await self._answer_in_thread(request, match):
                return
            post = await self._prepare(match, request.channel, request.now if news else None)
            if match.board_mode is BoardMode.EVERY or not self._is_on_board(request, match):
                await self._answer_with_message(request, post, news=news)
            elif post.ping or not (_may_stay(request, match) and await self._update(request, post)):
                await self._repost(request, post)
            self._tell_thread(match)

    async def lead_to(self, request: Request, match: Match) -> None:
        """Answer with the board of a private duel, otherwise with a link to the board."""
        if match.private:
            await self.answer(request, match)
        else:
            await request.respond.private(moved_elsewhere(match, request.words))

    async def answer_withdrawal(self, request: Request, match: Match, text: str) -> None:
        """Answer the press of a challenge's button by changing the challenge; otherwise say so
        privately and change it wherever it is."""
        if match.again or await self._change_pressed(request, match):
            return
        await request.respond.private(Message(text))
        await self.show(match, request.now)

    async def show(self, match: Match, now: Instant) -> None:
        """Show a duel in its channel, though nobody waits for an answer."""
        if match.private:
            return
        with self._unshown.in_flight(match.guild, match.id):
            if await self._changed_in_place(match):
                pass
            elif thread := await self._threads.begin(match, self._shown.current(match)):
                await self._threads.tell_begun(match, thread)
                await self._post_in_thread(match, thread, now)
            else:
                channel = self._shown.current(match).channel
                await self._posts.post(await self._prepare(match, channel, now))
            self._tell_thread(match)

    async def show_privately(self, request: Request, match: Match) -> None:
        """Show the board to somebody who doesn't play: there is nothing to press."""
        picture = await self._pictures.of(match, request.channel, request.words)
        shown = board(match, request.words, picture, await turning_point_of(match.duel))
        await request.respond.private(Message(shown.content, files=shown.files))

    async def show_late(self, match: Match, now: Instant) -> None:
        """Show it unless that has been done, and only the store doesn't know."""
        at = self._shown.current(match)
        if at.shown == match.step and at.message:
            await self._shown.note(match, at.channel, at.message)
        else:
            await self.show(match, now)

    async def post_line(self, match: Match, line: str) -> None:
        """Post a line in the duel's channel, without a ping. That channel may be gone."""
        post = Post(match, Message(line), match.board.channel, purpose="line")
        sent = await self._posts.send(post)
        if isinstance(sent, BaseException):
            LOG.warning("a line can't be posted", failed=str(sent), duel=match.id)

    def is_on_old_board(self, request: Request, match: Match) -> bool:
        """Whether an old board was pressed, such as one whose deletion failed. A private duel has
        none: its board is in answers, which only the next answer changes."""
        return not (match.private or self._is_on_board(request, match)) and request.is_genuine

    def tidy_pressed(self, request: Request, match: Match, shown: int) -> None:
        self._shown.tidy(match, Board(request.channel, request.pressed, shown))

    # Answers.

    def _is_on_board(self, request: Request, match: Match) -> bool:
        """Whether a button of the newest board was pressed. Any other message stays as it is."""
        return self._shown.is_current(match, request.pressed)

    async def _answer_in_thread(self, request: Request, match: Match) -> bool:
        """Begin the duel's thread, if it is to have one and can: the challenge says where it is."""
        at = self._shown.current(match)
        if not self._threads.is_due(match, at):
            return False
        is_on_board = self._is_on_board(request, match)
        if is_on_board:  # Discord may have threads begin slowly
            await request.respond.acknowledge()
        thread = await self._threads.begin(match, at)
        if thread is None:
            return False
        line = thread_line(match, thread, self._servers.words(match.guild))
        if not (is_on_board and await request.respond.change_board(line)):
            told = request.words.MOVED_ELSEWHERE.format(link=f"<#{thread}>")
            await request.respond.private(Message(told))
            await self._threads.tell_begun(match, thread)
        await self._post_in_thread(match, thread, request.now)
        return True

    async def _answer_with_message(self, request: Request, post: Post, *, news: bool) -> None:
        """Answer with a message. It has no nonce, so it is noted at once."""
        match = post.match
        sent = await request.respond.board(post.message, post.ping)
        if sent is not None:
            self._posts.answered(request.incoming.raw, sent)
            await self._shown.note(match, post.channel, sent)
            return
        if not (news and post.channel == self._shown.current(match).channel):
            post = replace(post, purpose=f"for {request.incoming.id}")
        if not await self._posts.post(post):
            await request.respond.private(Message(request.words.MOVED_NOWHERE))

    async def _update(self, request: Request, post: Post) -> bool:
        """Update the board that was pressed. Returns whether that got through."""
        at = self._shown.current(post.match)
        if at.message is None or not await request.respond.change_board(post.message):
            return False
        self._note_update(post.match, at.channel, at.message, request.now)
        return True

    async def _repost(self, request: Request, post: Post) -> None:
        """Acknowledge the press, post the board, and delete the one that was pressed. As an answer
        to the press, it would be shown as a reply to a message that has been deleted."""
        match, channel = post.match, post.channel
        posting = asyncio.ensure_future(self._posts.send(post))
        acknowledged = await request.respond.acknowledge()
        done, _ = await asyncio.wait({posting}, timeout=SLOW)
        if not done:  # Discord is down, or has us wait: the player sees the move meanwhile
            await request.respond.change_acknowledged(post.message)
        sent = await posting
        if isinstance(sent, BaseException):
            await self._update_acknowledged(request, post, sent)
            return
        self._background.start(
            self._repost_noted(match, channel, sent, request.pressed), "note of a board"
        )
        if not acknowledged:
            posted = replace(match, board=Board(channel, sent, match.step))
            await request.respond.private(moved_elsewhere(posted, request.words))
            return
        if request.pressed and not await request.respond.delete_acknowledged():
            self._shown.tidy(match, Board(channel, request.pressed, match.board.shown))

    async def _update_acknowledged(
        self, request: Request, post: Post, failed: BaseException
    ) -> None:
        """The board can't be posted, but the press can still be answered. If posting may work
        later, it is posted then, with the ping."""
        at = self._shown.current(post.match)
        updated = await request.respond.change_acknowledged(post.message)
        if updated and at.message and hopeless(failed):
            self._note_update(post.match, at.channel, at.message, request.now)
            return
        await self._posts.not_posted(post, failed)
        if not updated and hopeless(failed):
            await request.respond.private(Message(request.words.MOVED_NOWHERE))

    async def _change_pressed(self, request: Request, match: Match) -> bool:
        pressed = request.pressed
        if pressed is None or not self._is_on_board(request, match):
            return False
        with self._unshown.in_flight(match.guild, match.id):
            message = await self._message(match, match.board.channel)
            if not await request.respond.change_board(message):
                return False
            await self._shown.note(match, match.board.channel, pressed)
        return True

    # What follows an answer.

    def _note_update(
        self, match: Match, channel: ChannelId, message: MessageId, now: Instant
    ) -> None:
        noted = self._update_noted(match, channel, message, now)
        self._background.start(noted, "note of a board")

    async def _update_noted(
        self, match: Match, channel: ChannelId, message: MessageId, now: Instant
    ) -> None:
        """Note that a board was updated. If another message was posted at the same time, the board
        that was updated is being deleted, and so is the other one after this note."""
        with self._unshown.or_later(match.guild):
            before = await self._shown.note_soon(match, channel, message)
            if before and before.message == message:
                return
            later = await self._store.duel(match.guild, match.id)
            if before:
                await self.show(later, now)
            elif (at := self._shown.current(later)).message == message:
                # A later update of the same message was noted first. It may show either now.
                await self._posts.change(later, await self._message(later, at.channel), at)

    async def _repost_noted(
        self, match: Match, channel: ChannelId, message: MessageId, deleted: MessageId | None
    ) -> None:
        """Note that a board was posted in the place of one that is deleted. If a later state was
        shown there meanwhile, that is posted again."""
        with self._unshown.or_later(match.guild):
            before = await self._shown.note_soon(match, channel, message, deleted=deleted)
            if before:
                return
            later = await self._store.duel(match.guild, match.id)
            at = self._shown.current(later)
            if at.message == deleted:
                await self._posts.post(await self._prepare(later, at.channel, None))

    def _tell_thread(self, match: Match) -> None:
        if match.board_mode is BoardMode.THREAD and isinstance(match.duel, Finished):
            self._background.start(self._tell_end(match), "thread's end")

    async def _tell_end(self, match: Match) -> None:
        """Tell the end above the thread, and again if it has changed meanwhile."""
        await self._threads.tell_end(match)
        now = await self._store.duel(match.guild, match.id)
        if now.duel != match.duel:
            await self._threads.tell_end(now)

    # Posts.

    async def _message(
        self, match: Match, channel: ChannelId, words: Words | None = None
    ) -> Message:
        """The message of a duel: with a picture if its board is large, and a card at its end."""
        words = words or self._servers.words(match.guild)
        duel = match.duel
        turning_point = await turning_point_of(duel) if isinstance(duel, Finished) else None
        picture = await self._pictures.of(match, channel, words)
        picture = picture or await self._end_card.of(match, channel)
        return board(match, words, picture, turning_point)

    async def _prepare(self, match: Match, channel: ChannelId, now: Instant | None) -> Post:
        """The message of a duel for a channel. With a time, it has the ping that is due then."""
        message = await self._message(match, channel)
        player = message.ping
        if now is None or player is None or player <= 0:
            return Post(match, message, channel)
        rings = await self._notifications.rings(match.guild, player, channel, now)
        return Post(match, message, channel, player if rings else None)

    async def _post_in_thread(self, match: Match, thread: ChannelId, now: Instant) -> None:
        """Post the first board of a duel into its thread. If that is closed to the bot, the duel
        goes on in the channel."""
        post = await self._prepare(match, thread, now)
        if not await self._posts.post(post):
            await self._posts.post(replace(post, channel=match.board.channel))

    async def _changed_in_place(self, match: Match) -> bool:
        """A challenge that came to nothing and a result that was removed change the message that
        told of them. If the bot was killed before it knew where that is, they are posted anew."""
        duel, at = match.duel, self._shown.current(match)
        if at.shown is None:
            return False
        if not (isinstance(duel, Withdrawn) or (isinstance(duel, Finished) and duel.void)):
            return False
        if at.message is not None:
            message = await self._message(match, at.channel)
            failed = await self._posts.change(match, message, at)
            if failed and not hopeless(failed):
                self._unshown.mark(match.guild)
                return True
        changed = Board(at.channel, at.message, match.step)
        before = await self._store.posted(match.guild, match.id, changed)
        if before and before.message != at.message:
            # It was posted anew meanwhile, so the message that was changed is being deleted.
            self._shown.tidy(match, before)
            return False
        return True


def _may_stay(request: Request, match: Match) -> bool:
    """Whether the board needn't move to the end of the channel. In a duel with the bot nobody waits
    for it but the player, who has just pressed it."""
    return request.is_last or match.duel.terms.level is not None
