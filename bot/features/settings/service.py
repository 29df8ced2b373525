"""Changes what a player has chosen."""

from dataclasses import replace

from bot.delivery.message import Message
from bot.duels.notifications import Notifications
from bot.features.settings.local_time import meant
from bot.features.settings.view import settings
from bot.interactions.refusals import UnknownTime
from bot.interactions.request import Request
from storage.people import Challenges, Pings
from storage.store import Store


class PlayerSettings:
    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications

    async def change(
        self,
        request: Request,
        pings: Pings | None,
        challenges: Challenges | None,
        time: str | None,
    ) -> None:
        """Change what is given, and show all of it. The time is what it is for the player now."""
        offset = None if time is None else meant(time, request.now)
        if time is not None and offset is None:
            raise UnknownTime(time)
        message = await self._changed(request, pings, challenges, offset)
        await request.respond.private(message)

    async def choose_pings(self, request: Request, pings: Pings) -> None:
        await request.respond.change(await self._changed(request, pings))

    async def _changed(
        self,
        request: Request,
        pings: Pings | None = None,
        challenges: Challenges | None = None,
        offset: int | None = None,
    ) -> Message:
        guild, player, now = request.guild, request.player, request.now
        if offset is None:
            days = await self._store.days(guild, player)
        else:
            days = await self._store.move_days(guild, player, offset, now)
        _, chosen = await self._notifications.change(
            guild,
            player,
            lambda before: replace(
                before,
                pings=pings or before.pings,
                challenges=challenges or before.challenges,
                pings_offered=before.pings_offered or pings is not None,
            ),
        )
        return settings(chosen, days, now, request.words)
