"""Shows games move by move."""

from bot.duels.ping_offer import PingOffer
from bot.features.replay.view import of_match, of_text, records_in, replay
from bot.interactions.permissions import require_view
from bot.interactions.refusals import DeadButton, NothingToReplay
from bot.interactions.request import Request
from engine.duel import Finished
from engine.refusal import NotOver
from storage.ids import DuelId
from storage.store import Store


class Replays:
    def __init__(self, store: Store, ping_offer: PingOffer) -> None:
        self._store = store
        self._ping_offer = ping_offer

    async def show(
        self, request: Request, number: DuelId | None, ply: int = 0, *, turned: bool = False
    ) -> None:
        """A finished duel after some of its moves; without a number, the player's last one. Whoever
        has turned a page of it gets another one in its place."""
        if number is None:
            last = await self._store.history(request.guild, request.player, most=1)
            if not last:
                raise NothingToReplay
            number = last[0].id
        match = await self._store.duel(request.guild, number, request.player)
        if not isinstance(match.duel, Finished):
            raise NotOver
        if request.player not in match.duel.seats:
            await require_view(request, match)
        page = replay(of_match(match, match.duel, request.words), ply, request.words)
        if not turned and self._carried(request) is None:
            await request.respond.private(page)
            await self._ping_offer.follow_up(request, match)
        else:
            await request.respond.change(page)

    async def show_record(self, request: Request, text: str) -> None:
        """A record as text, which the rules judge again."""
        await request.respond.private(replay(of_text(text, request.words), 0, request.words))

    async def turn_record(self, request: Request, ply: int) -> None:
        """Another position of the records that the pressed message carries along."""
        text = self._carried(request)
        if text is None:
            raise DeadButton
        await request.respond.change(replay(of_text(text, request.words), ply, request.words))

    def _carried(self, request: Request) -> str | None:
        message = request.incoming.message
        return records_in(message["content"]) if message else None
