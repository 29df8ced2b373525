"""What is kept of somebody, handed out or deleted at their wish, in all servers at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

import discord
import structlog

from bot.bell import Bell
from bot.desk import Asked
from bot.envelope import FAILURES, repacked
from bot.message import Message
from bot.pages.privacy import everything
from bot.referee import words_of
from bot.stage import Stage
from engine.ids import Instant, PlayerId
from storage.match import Match
from storage.sqlite.store import Store

LOG = structlog.get_logger()


class Keeper:
    """Discord waits for three seconds. There may be many servers, so it is told to wait longer."""

    def __init__(self, store: Store, stage: Stage, bell: Bell, now: Callable[[], Instant]) -> None:
        self._store = store
        self._stage = stage
        self._bell = bell
        self._now = now

    async def download(self, ask: Asked) -> None:
        player, words = PlayerId(ask.user.id), words_of(ask)
        with _as_far_as_it_gets(ask):
            await ask.response.defer(ephemeral=True, thinking=True)
        guilds = await self._store.keeping(player)
        found = [(guild, await self._store.kept(guild, player)) for guild in guilds]
        kept = {guild: each for guild, each in found if each}
        with _as_far_as_it_gets(ask):
            if kept:
                file = discord.File(BytesIO(everything(player, kept)), "duelhost.json")
                await ask.followup.send(words.DOWNLOADED, file=file, ephemeral=True)
            else:
                await ask.followup.send(words.NOTHING_KEPT, ephemeral=True)

    async def delete(self, ask: Asked) -> None:
        """Opponents keep their duels; those that were running end and are shown so."""
        player, now = PlayerId(ask.user.id), self._now()
        with _as_far_as_it_gets(ask):
            await ask.response.defer()
        ended: list[Match] = []
        for guild in await self._store.keeping(player):
            ended += await self._store.erase(guild, player, now)
            self._bell.forget(guild, player)
        for match in ended:
            await self._stage.show(match, now)
        with _as_far_as_it_gets(ask):
            await ask.edit_original_response(**repacked(Message(words_of(ask).DELETED)))


@contextmanager
def _as_far_as_it_gets(ask: Asked) -> Iterator[None]:
    """What somebody wished is done whether or not they can be told so."""
    try:
        yield
    except FAILURES as failed:
        LOG.warning("a private answer didn't get through", failed=str(failed), interaction=ask.id)
