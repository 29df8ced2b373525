"""Shows duels: boards are posted here, remembered, and reduced to a line when they are replaced.

A step that the store has accepted stands, whether or not it could be shown; what couldn't be shown
is shown later."""

from collections.abc import Callable

import structlog

from bot.boards import board
from bot.boards.answers import moved_elsewhere
from bot.boards.reminder import reminder
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES, hopeless
from bot.delivery.sender import Sender
from bot.duels.notifications import Notifications
from bot.duels.past_boards import PastBoards
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from bot.text.english import Words
from engine.duel import Finished, Playing, Withdrawn
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Match
from storage.store import Store

LOG = structlog.get_logger()
# Puts the card of a duel that has ended under its board, later.
EncloseCard = Callable[[Match, ChannelId, MessageId, Words], None]


class Publisher:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        sender: Sender,
        servers: Servers,
        notifications: Notifications,
        past_boards: PastBoards,
        enclose_card: EncloseCard,
        unshown: Unshown,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._notifications = notifications
        self._past_boards = past_boards
        self._enclose_card = enclose_card
        self._unshown = unshown
        # Boards that were shown while the store couldn't remember them.
        self._unnoted: dict[tuple[GuildId, DuelId], Board] = {}

    async def answer(self, request: Request, match: Match, *, news: bool = True) -> None:
        """Answer with the board, which from now on is where the answer is. Ping only for news."""
        if match.again:
            return  # the first delivery has been answered, or is about to be
        channel = request.channel or match.board.channel
        with self._unshown.in_flight(match.guild, match.id):
            message = board(match, self._servers.words(match.guild))
            ping = await self._ping(match, message, request.now) if news else None
            sent = await request.respond.board(message, ping)
            if sent is None:
                here = channel == match.board.channel and news
                what = "board" if here else f"for {request.interaction.id}"
                await self._post(match, message, ping, channel, what)
            else:
                await self._remember(match, channel, sent)

    async def answer_step(self, request: Request, match: Match) -> None:
        """Answer a step with the board, unless the duel is played in another channel. It doesn't
        move here by itself: the opponent might not see it."""
        if request.channel == match.board.channel:
            await self.answer(request, match)
        elif not match.again:
            await request.respond.wait()
            await self.show(match, request.now)
            shown = await self._store.duel(match.guild, match.id)
            await request.respond.private(moved_elsewhere(shown, request.words))

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
            message = board(match, self._servers.words(match.guild))
            if not await self._changed_in_place(match, message):
                ping = await self._ping(match, message, now)
                await self._post(match, message, ping, match.board.channel, "board")

    async def show_late(self, match: Match, now: Instant) -> None:
        """Show it unless that has been done, and only the store doesn't know."""
        unnoted = self._unnoted.get((match.guild, match.id))
        if unnoted and unnoted.shown == match.step and unnoted.message:
            await self._remember(match, unnoted.channel, unnoted.message)
        else:
            await self.show(match, now)

    async def remind(self, match: Match, duel: Playing, now: Instant) -> None:
        """Once, unless the player to move wants no pings."""
        player, channel = duel.waiting_for, match.board.channel
        rings = await self._notifications.rings(match.guild, player, now)
        if (await self._store.duel(match.guild, match.id)).step != match.step:
            return  # they have moved since
        if rings:
            message = reminder(match, duel, self._servers.words(match.guild))
            try:
                await self._sender.post(match, message, player, channel, "reminder")
            except FAILURES as failed:
                LOG.warning("a reminder wasn't posted", failed=str(failed), duel=match.id)
                if not hopeless(failed):
                    return
        await self._store.told(match.guild, match.id, match.step)

    async def post_line(self, match: Match, line: str) -> None:
        """Post a line in the duel's channel, without a ping. That channel may be gone."""
        try:
            await self._sender.post(match, Message(line), None, match.board.channel, "line")
        except FAILURES as failed:
            LOG.warning("a line can't be posted", failed=str(failed), duel=match.id)

    async def _change_pressed(self, request: Request, match: Match) -> bool:
        pressed = request.respond.pressed()
        if pressed is None or pressed != match.board.message:
            return False
        with self._unshown.in_flight(match.guild, match.id):
            message = board(match, self._servers.words(match.guild))
            if not await request.respond.change_board(message):
                return False
            await self._remember(match, match.board.channel, pressed)
        return True

    async def _ping(self, match: Match, message: Message, now: Instant) -> PlayerId | None:
        player = message.ping
        if player is None or player <= 0:
            return None
        return player if await self._notifications.rings(match.guild, player, now) else None

    async def _post(
        self,
        match: Match,
        message: Message,
        ping: PlayerId | None,
        channel: ChannelId,
        what: str,
    ) -> None:
        try:
            # A board from before a restore has become a line since, so it is posted again.
            anew = what + await self._store.restored()
            sent = await self._sender.post(match, message, ping, channel, anew)
        except FAILURES as failed:
            LOG.warning("a board wasn't posted", failed=str(failed), duel=match.id)
            if not hopeless(failed):
                self._unshown.mark(match.guild)
            elif channel == match.board.channel:
                # The channel is gone, or closed to the bot. `/duel board` brings the duel back.
                given_up = Board(channel, None, match.step)
                await self._store.posted(match.guild, match.id, given_up)
        else:
            await self._remember(match, channel, sent)

    async def _changed_in_place(self, match: Match, message: Message) -> bool:
        """A challenge that came to nothing and a result that was removed change the message that
        told of them. If the bot was killed before it knew where that is, they are posted anew."""
        duel, at = match.duel, match.board
        if at.shown is None:
            return False
        if not (isinstance(duel, Withdrawn) or (isinstance(duel, Finished) and duel.void)):
            return False
        if at.message is not None:
            try:
                await self._sender.edit(match.guild, at.channel, at.message, message)
            except FAILURES as failed:
                LOG.warning("a message wasn't changed", failed=str(failed), duel=match.id)
                if not hopeless(failed):
                    self._unshown.mark(match.guild)
                    return True
        await self._store.posted(match.guild, match.id, Board(at.channel, at.message, match.step))
        return True

    async def _remember(self, match: Match, channel: ChannelId, message: MessageId) -> None:
        """This is the board now and the one before becomes a line, unless a later one was first."""
        key, shown = (match.guild, match.id), Board(channel, message, match.step)
        self._unnoted[key] = shown
        before = await self._store.posted(*key, shown)
        self._unnoted.pop(key, None)
        words = self._servers.words(match.guild)
        if before is None:
            self._past_boards.reduce(match, shown, words)
            return
        if before.message != message:
            self._past_boards.reduce(match, before, words, now_at=shown)
        self._enclose_card(match, channel, message, words)
