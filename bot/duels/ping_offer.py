"""Asks each player once, after a duel of theirs has ended, when they want to be pinged."""

from dataclasses import replace

import structlog

from bot.duels.notifications import Notifications
from bot.duels.ping_choice import ping_offer
from bot.interactions.request import Request
from engine.duel import Finished
from storage.match import Match
from storage.trouble import Trouble

LOG = structlog.get_logger()


class PingOffer:
    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    async def follow_up(self, request: Request, match: Match) -> None:
        """Follow up the answer to a player who has ended a duel of theirs, or has pressed something
        on its end. That they were asked is noted first: twice would be worse than never. The bot
        pings nobody in duels with itself."""
        duel = match.duel
        if duel.terms.level:
            return
        if match.again or not isinstance(duel, Finished) or request.player not in duel.seats:
            return
        guild, player = request.guild, request.player
        if (await self._notifications.preferences(guild, player)).pings_offered:
            return
        try:
            before, chosen = await self._notifications.change(
                guild, player, lambda now: replace(now, pings_offered=True)
            )
        except Trouble as trouble:
            LOG.warning("the choice of pings isn't offered", trouble=str(trouble), player=player)
            return
        if not before.pings_offered:
            await request.respond.private(ping_offer(chosen.pings, request.words))
