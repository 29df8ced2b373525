"""The card of a finished duel. It is put under a board that has been shown already: nobody waits
for a picture, and if it is lost, nothing is."""

import asyncio

import structlog

from bot.background import Background
from bot.boards.finished_card import finish
from bot.cards.drawing_queue import Gallery
from bot.cards.finished import finished_card
from bot.delivery.message import File
from bot.delivery.payload import FAILURES
from bot.delivery.sender import Delivery
from bot.guilds.members import Members
from bot.text.languages import Words
from engine.duel import Finished
from storage.ids import ChannelId, MessageId
from storage.match import Match
from storage.sqlite.store import Store

LOG = structlog.get_logger()

PICTURE = "duel.png"
# So many are drawn one after another when duels end all at once; those that come then have none.
WAITING = 20


class Illustrating:
    def __init__(
        self,
        store: Store,
        delivery: Delivery,
        members: Members,
        gallery: Gallery,
        background: Background,
    ) -> None:
        self._store = store
        self._delivery = delivery
        self._members = members
        self._gallery = gallery
        self._background = background
        self._waiting = 0
        # Whoever has asked to see a picture waits for no more than one of these.
        self._one_by_one = asyncio.Lock()

    def illustrate(
        self, match: Match, channel: ChannelId, message: MessageId, words: Words
    ) -> None:
        """Soon, and nobody waits for it."""
        duel = match.duel
        if not isinstance(duel, Finished) or duel.void or self._waiting >= WAITING:
            return
        self._waiting += 1
        self._background.start(
            self._illustrated(match, duel, channel, message, words), "illustrate"
        )

    async def _illustrated(
        self, match: Match, duel: Finished, channel: ChannelId, message: MessageId, words: Words
    ) -> None:
        try:
            known = await self._members.known(match.guild, duel.seats)
            content = finish(match, duel, known.people, words)
            async with self._one_by_one:
                picture = await self._gallery.draw(finished_card, content, words)
            if picture is None or not await self._stands(match):
                return
            card = File(PICTURE, picture.data, picture.alt)
            await self._delivery.enclose(match.guild, channel, message, card)
            if not await self._stands(match):
                # The message has been changed, perhaps before this came to it.
                await self._delivery.enclose(match.guild, channel, message)
        except FAILURES as failed:
            LOG.info("a duel has no card", failed=str(failed), duel=match.id)
        finally:
            self._waiting -= 1

    async def _stands(self, match: Match) -> bool:
        """Whether it still is what is drawn: a moderator may have taken the result out, or a player
        have had themselves forgotten."""
        return (await self._store.duel(match.guild, match.id)).duel == match.duel
