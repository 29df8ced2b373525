"""Lists what is waiting for a player."""

from bot.features.duel_list.view import running
from bot.interactions.request import Request
from storage.store import Store


class DuelLists:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(self, request: Request) -> None:
        found = await self._store.running(request.guild, request.player)
        await request.respond.private(running(found, request.player, request.words))
