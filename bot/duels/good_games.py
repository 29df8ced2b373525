"""The players of a finished duel say "good game": the message that tells the end shows it."""

from dataclasses import replace

import structlog

from bot.boards import board
from bot.delivery.failures import FAILURES
from bot.delivery.message import Message
from bot.delivery.sender import Sender
from bot.duels.ping_offer import PingOffer
from bot.duels.shown_boards import ShownBoards
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store

LOG = structlog.get_logger()


class GoodGames:
    def __init__(
        self,
        store: Store,
        sender: Sender,
        servers: Servers,
        shown: ShownBoards,
        ping_offer: PingOffer,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._shown = shown
        self._ping_offer = ping_offer

    async def say(self, request: Request, number: DuelId) -> None:
        match = await self._store.good_game(request.call, number)
        if match.again:
            return  # the first delivery has been answered, or is about to be
        if not await self._update_pressed(request, match):
            await request.respond.private(Message(request.words.GOOD_GAME_SAID))
            await self._update(match)
        await self._ping_offer.follow_up(request, match)

    async def _update_pressed(self, request: Request, match: Match) -> bool:
        """Update the message that was pressed, if it is the one that tells the end: a forged press
        may come from any other."""
        pressed = request.pressed
        if pressed is None or pressed != self._shown.current(match).message:
            return False
        if not await request.respond.change_board(self._end(match)):
            return False
        # Answers may overtake each other, so what has changed meanwhile is shown again.
        now = await self._store.duel(match.guild, match.id)
        if (now.duel, now.good_game) != (match.duel, match.good_game):
            await request.respond.change_acknowledged(self._end(now))
        return True

    async def _update(self, match: Match) -> None:
        """Update the message that tells the end, wherever it is."""
        at = self._shown.current(match)
        if at.message is None:
            return
        try:
            await self._sender.edit(match.guild, at.channel, at.message, self._end(match))
        except FAILURES as failed:
            LOG.info("an end wasn't updated", failed=str(failed), duel=match.id)

    def _end(self, match: Match) -> Message:
        """The end. Its card stays where it is."""
        message = board(match, self._servers.words(match.guild))
        return replace(message, keeps_files=True)
