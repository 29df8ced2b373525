"""Decides whether a player is pinged: what they chose, and whether they are there anyway."""

from collections import OrderedDict
from typing import TypeVar

from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import GuildId
from storage.people import Pings, Preferences
from storage.store import Store

T = TypeVar("T")

Somebody = tuple[GuildId, PlayerId]

# A player who has done something this recently is still there.
PRESENT = 5 * MINUTE
# How many players are remembered. It is a cache: the store knows the rest.
MOST = 10_000


class Notifications:
    """Caches players' preferences and when they were last seen, so that no move reads them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._preferences: OrderedDict[Somebody, Preferences] = OrderedDict()
        self._seen: OrderedDict[Somebody, Instant] = OrderedDict()

    def seen(self, guild: GuildId, player: PlayerId, at: Instant) -> None:
        _remember(self._seen, (guild, player), at)

    async def rings(self, guild: GuildId, player: PlayerId, now: Instant) -> bool:
        """Whether a player wants a ping now."""
        pings = (await self.preferences(guild, player)).pings
        if pings is Pings.AWAY:
            seen = self._seen.get((guild, player))
            return seen is None or now - seen > PRESENT
        return pings is Pings.ALWAYS

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        known = self._preferences.get((guild, player))
        if known is None:
            known = await self._store.preferences(guild, player)
            # They may have chosen anew while that was read.
            known = self._preferences.setdefault((guild, player), known)
            _remember(self._preferences, (guild, player), known)
        return known

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        await self._store.prefer(guild, player, chosen)
        _remember(self._preferences, (guild, player), chosen)

    def forget(self, guild: GuildId, player: PlayerId) -> None:
        self._preferences.pop((guild, player), None)
        self._seen.pop((guild, player), None)


def _remember(memory: OrderedDict[Somebody, T], whom: Somebody, what: T) -> None:
    memory[whom] = what
    memory.move_to_end(whom)
    if len(memory) > MOST:
        memory.popitem(last=False)
