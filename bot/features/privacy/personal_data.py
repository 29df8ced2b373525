"""What is kept of somebody, handed out or deleted at their wish, in all servers at once."""

import asyncio
from collections.abc import Callable

from bot.background import Background
from bot.delivery.message import File, Message
from bot.duels.notifications import Bell
from bot.duels.publisher import Stage
from bot.duels.service import words_of
from bot.features.privacy.view import everything
from bot.interactions.dispatch import Asked, hold, instead, privately
from engine.ids import Instant, PlayerId
from storage.match import Match
from storage.store import Store


class Keeper:
    """Discord waits for three seconds. There may be many servers, so it is told to wait longer."""

    def __init__(
        self,
        store: Store,
        stage: Stage,
        bell: Bell,
        background: Background,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._stage = stage
        self._bell = bell
        self._background = background
        self._now = now
        # Who has played for years has a lot: there is only one such file in the making.
        self._one_at_a_time = asyncio.Lock()

    async def download(self, ask: Asked) -> None:
        player, words = PlayerId(ask.user.id), words_of(ask)
        await hold(ask)
        async with self._one_at_a_time:
            data = await self._everything(player)
        if data:
            file = File("duelhost.json", data)
            await privately(ask, Message(words.DOWNLOADED, files=(file,)))
        else:
            await privately(ask, Message(words.NOTHING_KEPT))

    async def _everything(self, player: PlayerId) -> bytes | None:
        guilds = await self._store.keeping(player)
        found = [(guild, await self._store.kept(guild, player)) for guild in guilds]
        kept = {guild: each for guild, each in found if each}
        return await asyncio.to_thread(everything, player, kept) if kept else None

    async def delete(self, ask: Asked) -> None:
        """Opponents keep their duels; those that were running end and are shown so."""
        player, now = PlayerId(ask.user.id), self._now()
        await hold(ask, anew=False)
        ended: list[Match] = []
        try:
            for guild in await self._store.keeping(player):
                ended += await self._store.erase(guild, player, now)
                self._bell.forget(guild, player)
        finally:
            for match in ended:
                self._background.start(self._stage.show(match, now), "show")
        await instead(ask, Message(words_of(ask).DELETED))
