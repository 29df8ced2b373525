"""Shows the panel behind [⋯], and changes what is chosen in it."""

from dataclasses import replace

from bot.duels.notifications import Notifications
from bot.features.play.view import player_panel, watching_panel
from bot.interactions.permissions import require_view
from bot.interactions.request import Request
from engine.duel import Duel, Finished, Offered, Playing, Withdrawn
from engine.refusal import AlreadyOver, NotStarted, NotYourDuel
from storage.ids import DuelId
from storage.people import Pings
from storage.store import Store


class Panel:
    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications

    async def show(self, request: Request, number: DuelId) -> None:
        match = await self._store.duel(request.guild, number, request.player)
        plays = request.player in match.duel.terms.players
        if not plays:
            await require_view(request, match)
        duel = _begun(match.duel)
        if isinstance(duel, Finished):
            raise AlreadyOver(duel.reason)
        if not plays:
            await request.respond.private(watching_panel(match, duel, request.words))
            return
        chosen = await self._notifications.preferences(request.guild, request.player)
        panel = player_panel(match, duel, request.player, chosen.pings, request.words)
        await request.respond.private(panel)

    async def choose_pings(self, request: Request, number: DuelId, pings: Pings) -> None:
        """The panel may have been open since before the duel ended."""
        match = await self._store.duel(request.guild, number, request.player)
        duel = _begun(match.duel)
        if request.player not in duel.seats:
            raise NotYourDuel(duel.seats)
        await self._notifications.change(
            request.guild,
            request.player,
            lambda before: replace(before, pings=pings, pings_offered=True),
        )
        panel = player_panel(match, duel, request.player, pings, request.words)
        await request.respond.change(panel)


def _begun(duel: Duel) -> Playing | Finished:
    if isinstance(duel, Offered):
        raise NotStarted(duel.terms.opponent)
    if isinstance(duel, Withdrawn):
        raise AlreadyOver(duel.how)
    return duel
