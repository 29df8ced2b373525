"""The card of a finished duel. It is put under a board that has been shown already: nobody waits
for it, and the board says the same without it."""

import asyncio

import structlog

from bot.background import Background
from bot.boards.finished_card import finish
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.finished import finished_card
from bot.delivery.message import File
from bot.delivery.payload import FAILURES
from bot.delivery.sender import Sender
from bot.guilds.members import Members
from bot.text.english import Words
from engine.duel import Finished
from storage.ids import ChannelId, MessageId
from storage.match import Match
from storage.store import Store

LOG = structlog.get_logger()

PICTURE = "duel.png"
# When more duels than this end at once, the others get no card.
WAITING = 20


class EndCard:
    def __init__(
        self,
        store: Store,
        sender: Sender,
        members: Members,
        drawing: DrawingQueue,
        background: Background,
    ) -> None:
        self._store = store
        self._sender = sender
        self._members = members
        self._drawing = drawing
        self._background = background
        self._waiting = 0
        # A player who asks for a picture waits for one of these at most.
        self._one_by_one = asyncio.Lock()

    def enclose(self, match: Match, channel: ChannelId, message: MessageId, words: Words) -> None:
        """Put the card under the message in the background, if the duel has ended."""
        duel = match.duel
        if not isinstance(duel, Finished) or duel.void or self._waiting >= WAITING:
            return
        self._waiting += 1
        self._background.start(self._enclose(match, duel, channel, message, words), "end card")

    async def _enclose(
        self, match: Match, duel: Finished, channel: ChannelId, message: MessageId, words: Words
    ) -> None:
        try:
            known = await self._members.known(match.guild, duel.seats)
            content = finish(match, duel, known.people, words)
            async with self._one_by_one:
                picture = await self._drawing.draw(finished_card, content, words)
            if picture is None or not await self._is_current(match):
                return
            card = File(PICTURE, picture.data, picture.alt)
            await self._sender.enclose(match.guild, channel, message, card)
            if not await self._is_current(match):
                # The message was changed, perhaps before the card reached it.
                await self._sender.enclose(match.guild, channel, message)
        except FAILURES as failed:
            LOG.info("a duel has no card", failed=str(failed), duel=match.id)
        finally:
            self._waiting -= 1

    async def _is_current(self, match: Match) -> bool:
        """False if a moderator has removed the result, or a player's data was deleted."""
        return (await self._store.duel(match.guild, match.id)).duel == match.duel
