"""Lists a player's finished duels."""

from bot.features.history.view import PAGE, history
from bot.interactions.request import Request
from engine.ids import PlayerId
from storage.ids import DuelId
from storage.store import Store


class Histories:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(
        self,
        request: Request,
        player: PlayerId,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
    ) -> None:
        """Answer privately; with `before`, a page of the list that was pressed."""
        mine = player == request.player
        found = await self._store.history(
            request.guild, player, opponent, before, PAGE + 1, private=mine
        )
        page = history(found, player, opponent, request.words)
        await (request.respond.change if before else request.respond.private)(page)
