"""Changes what a player has chosen."""

import asyncio
from dataclasses import replace

from bot.duels.notifications import Notifications
from bot.features.settings.view import settings
from bot.interactions.request import Request
from storage.people import Challenges, Pings


class PlayerSettings:
    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications
        # A change reads the settings first, so there is one at a time.
        self._changing = asyncio.Lock()

    async def change(
        self, request: Request, pings: Pings | None, challenges: Challenges | None
    ) -> None:
        """Change what is given, and show all of it."""
        guild, player = request.guild, request.player
        async with self._changing:
            before = await self._notifications.preferences(guild, player)
            chosen = replace(
                before,
                pings=pings or before.pings,
                challenges=challenges or before.challenges,
            )
            if chosen != before:
                await self._notifications.prefer(guild, player, chosen)
        await request.respond.private(settings(chosen, request.words))
