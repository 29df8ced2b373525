"""What is kept of somebody, handed out or deleted at their wish, in all servers at once."""

from collections.abc import Callable
from io import BytesIO

import discord

from bot.bell import Bell
from bot.desk import Asked, instead
from bot.message import Message
from bot.pages.privacy import everything
from bot.referee import words_of
from bot.stage import Stage
from engine.ids import Instant, PlayerId
from storage.sqlite.store import Store


class Keeper:
    def __init__(self, store: Store, stage: Stage, bell: Bell, now: Callable[[], Instant]) -> None:
        self._store = store
        self._stage = stage
        self._bell = bell
        self._now = now

    async def download(self, ask: Asked) -> None:
        player, words = PlayerId(ask.user.id), words_of(ask)
        await ask.response.defer(ephemeral=True, thinking=True)
        kept = {}
        for guild in await self._store.keeping(player):
            if found := await self._store.kept(guild, player):
                kept[guild] = found
        if not kept:
            await ask.followup.send(words.NOTHING_KEPT, ephemeral=True)
            return
        file = discord.File(BytesIO(everything(player, kept)), "duelhost.json")
        await ask.followup.send(words.DOWNLOADED, file=file, ephemeral=True)

    async def delete(self, ask: Asked) -> None:
        """Opponents keep their duels; those that were running end and are shown so."""
        player, now = PlayerId(ask.user.id), self._now()
        for guild in await self._store.keeping(player):
            self._bell.forget(guild, player)
            for match in await self._store.erase(guild, player, now):
                await self._stage.show(match, now)
        await instead(ask, Message(words_of(ask).DELETED))
