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
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES, hopeless
from bot.delivery.sender import Sender
from bot.duels.board_pictures import BoardPictures
from bot.duels.posts import Posts
from bot.duels.shown_boards import ShownBoards
from bot.duels.threads import Threads
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from engine.duel import Finished, Withdrawn
from engine.ids import Instant, PlayerId
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
        sender: Sender,
        servers: Servers,
        shown: ShownBoards,
        threads: Threads,
        pictures: BoardPictures,
        posts: Posts,
        unshown: Unshown,
        background: Background,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._shown = shown
        self._threads = threads
        self._pictures = pictures
        self._posts = posts
        self._unshown = unshown
        self._background = background

    async def answer_step(self, request: Request, match: Match) -> None:
        """Answer a step with the board, unless the duel is played in another channel. It doesn't
        move here by itself: the opponent might not see it."""
        if match.again:
            return  # the first delivery has been answered, or is about to be
        if request.channel == self._shown.current(match).channel:
            await self.answer(request, match)
            return
        await request.respond.wait()
        await self.show(match, request.now)
        shown = await self._store.duel(match.guild, match.id)
        await request.respond.private(moved_elsewhere(shown, request.words))

    async def answer(self, request: Request, match: Match, *, news: bool = True) -> None:
        """Answer with the board, which from now on is where the answer is. Ping only for news."""
        if match.again:
            return
        with self._unshown.in_flight(match.guild, match.id):
            begins_thread = match.board_mode is BoardMode.THREAD
            if begins_thread and await self._answer_in_thread(request, match):
                return
            channel = request.channel or match.board.channel
            message = await self._posts.message(match, channel)
            ping = await self._posts.ping(match, message, channel, request.now) if news else None
            if match.board_mode is BoardMode.EVERY or not self._is_on_board(request, match):
                await self._answer_with_message(request, match, message, ping, news=news)
            elif ping or not (request.is_last and await self._update(request, match, message)):
                await self._repost(request, match, message, ping)
            self._tell_thread(match)

    async def answer_withdrawal(self, request: Request, match: Match, text: str) -> None:
        """Answer the press of a challenge's button by changing the challenge; otherwise say so
        privately and change it wherever it is."""
        if match.again or await self._change_pressed(request, match):
            return
        await request.respond.private(Message(text))
        await self.show(match, request.now)

    async def show(self, match: Match, now: Instant) -> None:
        """Show a duel in its channel, though nobody waits for an answer."""
        with self._unshown.in_flight(match.guild, match.id):
            if await self._changed_in_place(match):
                pass
            elif thread := await self._threads.begin(match, self._shown.current(match)):
                await self._threads.tell_begun(match, thread)
                await self._post_in_thread(match, thread, now)
            else:
                channel = self._shown.current(match).channel
                message = await self._posts.message(match, channel)
                ping = await self._posts.ping(match, message, channel, now)
                await self._posts.post(match, message, ping, channel, "board")
            self._tell_thread(match)

    async def show_privately(self, request: Request, match: Match) -> None:
        """Show the board to somebody who doesn't play: there is nothing to press."""
        picture = await self._pictures.of(match, request.channel, request.words)
        shown = board(match, request.words, picture)
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
        try:
            await self._sender.post(match, Message(line), None, match.board.channel, "line")
        except FAILURES as failed:
            LOG.warning("a line can't be posted", failed=str(failed), duel=match.id)

    def is_on_old_board(self, request: Request, match: Match) -> bool:
        """Whether an old board was pressed, such as one whose deletion failed."""
        return not self._is_on_board(request, match) and request.is_genuine

    def tidy_pressed(self, request: Request, match: Match, shown: int) -> None:
        self._shown.tidy(match, Board(request.channel, request.pressed, shown))

    # Answers.

    def _is_on_board(self, request: Request, match: Match) -> bool:
        """Whether a button of the newest board was pressed. Any other message stays as it is."""
        pressed = request.pressed
        return pressed is not None and pressed == self._shown.current(match).message

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

    async def _answer_with_message(
        self, request: Request, match: Match, message: Message, ping: PlayerId | None, *, news: bool
    ) -> None:
        """Answer with a message. It has no nonce, so it is noted at once."""
        sent = await request.respond.board(message, ping)
        channel = request.channel or match.board.channel
        if sent is None:
            here = channel == self._shown.current(match).channel and news
            purpose = "board" if here else f"for {request.incoming.id}"
            if not await self._posts.post(match, message, ping, channel, purpose):
                await request.respond.private(Message(request.words.MOVED_NOWHERE))
        else:
            await self._shown.note(match, channel, sent)

    async def _update(self, request: Request, match: Match, message: Message) -> bool:
        """Update the board that was pressed. Returns whether that got through."""
        at = self._shown.current(match)
        if at.message is None or not await request.respond.change_board(message):
            return False
        self._note_update(match, at.channel, at.message, request.now)
        return True

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
            elif self._shown.current(later).message == message:
                await self._change_again(later)

    async def _repost_noted(
        self, match: Match, channel: ChannelId, message: MessageId, deleted: MessageId | None
    ) -> None:
        with self._unshown.or_later(match.guild):
            before = await self._shown.note_soon(match, channel, message, deleted=deleted)
            if before is None:
                await self._post_if_deleted(match, deleted)

    async def _change_again(self, match: Match) -> None:
        """An update was overtaken by a later one of the same message, which may show either now."""
        at = self._shown.current(match)
        await self._posts.change(match, await self._posts.message(match, at.channel), at)

    async def _post_if_deleted(self, match: Match, deleted: MessageId | None) -> None:
        """A later state was shown by changing the message that a new board has replaced."""
        later = await self._store.duel(match.guild, match.id)
        at = self._shown.current(later)
        if at.message == deleted:
            message = await self._posts.message(later, at.channel)
            await self._posts.post(later, message, None, at.channel, "board")

    def _tell_thread(self, match: Match) -> None:
        if match.board_mode is BoardMode.THREAD and isinstance(match.duel, Finished):
            self._background.start(self._tell_end(match), "thread's end")

    async def _tell_end(self, match: Match) -> None:
        """Tell the end above the thread, and again if it has changed meanwhile."""
        await self._threads.tell_end(match)
        now = await self._store.duel(match.guild, match.id)
        if now.duel != match.duel:
            await self._threads.tell_end(now)

    async def _repost(
        self, request: Request, match: Match, message: Message, ping: PlayerId | None
    ) -> None:
        """Acknowledge the press, post the board, and delete the one that was pressed. As an answer
        to the press, it would be shown as a reply to a message that has been deleted."""
        channel = self._shown.current(match).channel
        posting = asyncio.ensure_future(self._posts.send(match, message, ping, channel, "board"))
        acknowledged = await request.respond.acknowledge()
        done, _ = await asyncio.wait({posting}, timeout=SLOW)
        if not done:  # Discord is down, or has us wait: the player sees the move meanwhile
            await request.respond.change_acknowledged(message)
        sent = await posting
        if isinstance(sent, BaseException):
            await self._update_acknowledged(request, match, message, sent)
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
        self, request: Request, match: Match, message: Message, failed: BaseException
    ) -> None:
        """The board can't be posted, but the press can still be answered. If posting may work
        later, it is posted then, with the ping."""
        at = self._shown.current(match)
        updated = await request.respond.change_acknowledged(message)
        if updated and at.message and hopeless(failed):
            self._note_update(match, at.channel, at.message, request.now)
            return
        await self._posts.not_posted(match, message, at.channel, failed)
        if not updated and hopeless(failed):
            await request.respond.private(Message(request.words.MOVED_NOWHERE))

    async def _change_pressed(self, request: Request, match: Match) -> bool:
        pressed = request.pressed
        if pressed is None or not self._is_on_board(request, match):
            return False
        with self._unshown.in_flight(match.guild, match.id):
            message = await self._posts.message(match, match.board.channel)
            if not await request.respond.change_board(message):
                return False
            await self._shown.note(match, match.board.channel, pressed)
        return True

    # Posts.

    async def _post_in_thread(self, match: Match, thread: ChannelId, now: Instant) -> None:
        """Post the first board of a duel into its thread. If that is closed to the bot, the duel
        goes on in the channel."""
        message = await self._posts.message(match, thread)
        ping = await self._posts.ping(match, message, thread, now)
        sent = await self._posts.send(match, message, ping, thread, "board")
        if not isinstance(sent, BaseException):
            await self._shown.note(match, thread, sent)
        elif hopeless(sent):
            LOG.info("a thread is closed to the bot", failed=str(sent), duel=match.id)
            await self._posts.post(match, message, ping, match.board.channel, "board")
        else:
            await self._posts.not_posted(match, message, thread, sent)

    async def _changed_in_place(self, match: Match) -> bool:
        """A challenge that came to nothing and a result that was removed change the message that
        told of them. If the bot was killed before it knew where that is, they are posted anew."""
        duel, at = match.duel, self._shown.current(match)
        if at.shown is None:
            return False
        if not (isinstance(duel, Withdrawn) or (isinstance(duel, Finished) and duel.void)):
            return False
        if at.message is not None:
            message = await self._posts.message(match, at.channel)
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
