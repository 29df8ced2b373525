"""The card of a finished duel. It is posted with the message that tells the end. If it takes too
long to draw, it is put under that message later, which says the same without it."""

import asyncio

import structlog

from bot.background import Background
from bot.boards.finished_card import finish
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import finished_card
from bot.delivery.failures import FAILURES
from bot.delivery.message import File
from bot.delivery.sender import Sender
from bot.guilds.members import Members
from bot.guilds.servers import Servers
from engine.duel import Finished
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Match
from storage.store import Store

LOG = structlog.get_logger()

PICTURE = "duel.png"
# When more duels than this end at once, the others get no card.
WAITING = 20
# How many seconds the message that tells the end waits for its card.
PATIENCE = 0.5
# As many messages as are on their way with a card. More cards might be put there once more.
REMEMBERED = 1000


class EndCard:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        sender: Sender,
        servers: Servers,
        members: Members,
        drawing: DrawingQueue,
        background: Background,
        one_by_one: asyncio.Lock,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._members = members
        self._drawing = drawing
        self._background = background
        # Duels whose card goes out with the message that tells their end.
        self._with_message: set[tuple[GuildId, DuelId]] = set()
        self._waiting = 0
        # A player who asks for a picture waits for one of these at most.
        self._one_by_one = one_by_one

    async def of(self, match: Match, channel: ChannelId) -> File | None:
        """Draw the card of a duel that has ended, if that is done soon. Names that Discord is asked
        for, and a picture that is being drawn, are there when `enclose` needs them."""
        if not isinstance(match.duel, Finished):
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                card = await self._drawn(match, channel)
        except Exception:  # noqa: BLE001  (`enclose` fails in the same way, and is heard)
            return None
        if card:
            if len(self._with_message) >= REMEMBERED:  # of messages that could never be posted
                self._with_message.clear()
            self._with_message.add((match.guild, match.id))
        return card

    def enclose(self, match: Match, channel: ChannelId, message: MessageId) -> None:
        """Put the card of a duel that has ended under its message in the background, unless it was
        posted with it. It is taken away if the result doesn't stand any more."""
        duel, key = match.duel, (match.guild, match.id)
        if not isinstance(duel, Finished) or duel.void or self._waiting >= WAITING:
            return
        self._waiting += 1
        work = self._enclose(match, channel, message, has_card=key in self._with_message)
        self._with_message.discard(key)
        self._background.start(work, "end card")

    async def _enclose(
        self, match: Match, channel: ChannelId, message: MessageId, *, has_card: bool
    ) -> None:
        try:
            if not has_card:
                card = await self._drawn(match, channel)
                if card is None:
                    return
                await self._sender.enclose(match.guild, channel, message, card)
            if not await self._is_current(match):
                # The message was changed, perhaps before the card reached it.
                await self._sender.enclose(match.guild, channel, message)
        except FAILURES as failed:
            LOG.info("a duel has no card", failed=str(failed), duel=match.id)
        finally:
            self._waiting -= 1

    async def _drawn(self, match: Match, channel: ChannelId) -> File | None:
        duel = match.duel
        if not isinstance(duel, Finished) or duel.void:
            return None
        if not self._servers.may_attach(match.guild, channel):
            return None
        words = self._servers.words(match.guild)
        known = await self._members.known(match.guild, duel.seats)
        content = finish(match, duel, known.people, words)
        async with self._one_by_one:
            picture = await self._drawing.draw(finished_card, content, words)
        if picture is None or not await self._is_current(match):
            return None
        return File(PICTURE, picture.data, picture.alt)

    async def _is_current(self, match: Match) -> bool:
        """False if a moderator has removed the result, or a player's data was deleted."""
        return (await self._store.duel(match.guild, match.id)).duel == match.duel
