"""Shows, hands out and deletes personal data, in all servers at once."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from bot.background import Background
from bot.delivery.message import File, Message
from bot.duels.notifications import Notifications
from bot.duels.publisher import Publisher
from bot.features.privacy.view import delete_sure, everything, privacy
from bot.interactions.one_at_a_time import one_at_a_time
from bot.interactions.request import Request
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.match import Match
from storage.shards import Shard
from storage.store import Store


class Home(Protocol):
    """The services of a shard, as far as they are needed here."""

    @property
    def background(self) -> Background: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def publisher(self) -> Publisher: ...


class PersonalData:
    """Discord waits for three seconds. There may be many servers, so it is asked to wait longer."""

    def __init__(self, store: Store, homes: Mapping[Shard, Home]) -> None:
        self._store = store
        # Direct messages come to the first shard, and the servers may be others'.
        self._homes = homes
        # Players whose file is being made. A veteran's is large, so there is one at a time.
        self._downloading: set[int] = set()
        self._one_file = asyncio.Lock()

    async def show(self, request: Request) -> None:
        await request.respond.wait()
        servers = await self._store.servers_with_data(request.player)
        await request.respond.private(privacy(len(servers), request.words))

    async def download(self, request: Request) -> None:
        words = request.words
        with one_at_a_time(self._downloading, request.player):
            await request.respond.wait()
            async with self._one_file:
                data = await self._everything(request.player)
            if data:
                file = File("duelhost.json", data)
                await request.respond.private(Message(words.DOWNLOADED, files=(file,)))
            else:
                await request.respond.private(Message(words.NOTHING_KEPT))

    async def ask_to_delete(self, request: Request) -> None:
        await request.respond.change(delete_sure(request.words))

    async def delete(self, request: Request) -> None:
        """Delete it. Opponents keep their duels; those that are running end, and show it."""
        player = request.player
        await request.respond.wait(change=True)
        ended: list[Match] = []
        try:
            for guild in await self._store.servers_with_data(player):
                ended += await self._store.erase(guild, player, request.now)
                if home := self._home(guild):
                    home.notifications.forget(guild, player)
        finally:
            for match in ended:
                if home := self._home(match.guild):
                    home.background.start(home.publisher.show(match, request.now), "show")
        await request.respond.change(Message(request.words.DELETED))

    async def keep(self, request: Request) -> None:
        await request.respond.change(Message(request.words.DELETED_NOT))

    def _home(self, guild: GuildId) -> Home | None:
        """The services of the shard that has a server. Another process may have it: that one finds
        in the store what has happened."""
        return next((home for shard, home in self._homes.items() if shard.has(guild)), None)

    async def _everything(self, player: PlayerId) -> bytes | None:
        guilds = await self._store.servers_with_data(player)
        found = [(guild, await self._store.personal_data(guild, player)) for guild in guilds]
        kept = {guild: each for guild, each in found if each}
        return await asyncio.to_thread(everything, player, kept) if kept else None
