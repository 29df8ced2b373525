"""Changes what a player has chosen."""

from dataclasses import replace

from bot.duels.notifications import Notifications
from bot.features.settings.view import settings
from bot.interactions.request import Request
from storage.people import Challenges, Pings, Preferences


class PlayerSettings:
    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications

    async def change(
        self, request: Request, pings: Pings | None, challenges: Challenges | None
    ) -> None:
        """Change what is given, and show all of it."""
        chosen = await self._changed(request, pings, challenges)
        await request.respond.private(settings(chosen, request.words))

    async def choose_pings(self, request: Request, pings: Pings) -> None:
        chosen = await self._changed(request, pings, None)
        await request.respond.change(settings(chosen, request.words))

    async def _changed(
        self, request: Request, pings: Pings | None, challenges: Challenges | None
    ) -> Preferences:
        _, chosen = await self._notifications.change(
            request.guild,
            request.player,
            lambda before: replace(
                before,
                pings=pings or before.pings,
                challenges=challenges or before.challenges,
                pings_offered=before.pings_offered or pings is not None,
            ),
        )
        return chosen
