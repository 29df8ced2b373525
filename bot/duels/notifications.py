"""Who is pinged, and who would rather not be."""

from collections import OrderedDict
from typing import TypeVar

from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import GuildId
from storage.people import Pings, Preferences
from storage.store import Store

T = TypeVar("T")

Somebody = tuple[GuildId, PlayerId]

# Whoever has done something in the last few minutes is still there.
PRESENT = 5 * MINUTE
# As many players as are remembered. It is only a memory: the store knows the rest.
MOST = 10_000


class Bell:
    """Remembers what players chose and when they were last seen, so that no move has to ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._chosen: OrderedDict[Somebody, Preferences] = OrderedDict()
        self._seen: OrderedDict[Somebody, Instant] = OrderedDict()

    def seen(self, guild: GuildId, player: PlayerId, at: Instant) -> None:
        _remember(self._seen, (guild, player), at)

    async def rings(self, guild: GuildId, player: PlayerId, now: Instant) -> bool:
        pings = (await self.preferences(guild, player)).pings
        if pings is Pings.AWAY:
            seen = self._seen.get((guild, player))
            return seen is None or now - seen > PRESENT
        return pings is Pings.ALWAYS

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        known = self._chosen.get((guild, player))
        if known is None:
            known = await self._store.preferences(guild, player)
            # Unless they have chosen anew while that was read.
            known = self._chosen.setdefault((guild, player), known)
            _remember(self._chosen, (guild, player), known)
        return known

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        await self._store.prefer(guild, player, chosen)
        _remember(self._chosen, (guild, player), chosen)

    def forget(self, guild: GuildId, player: PlayerId) -> None:
        self._chosen.pop((guild, player), None)
        self._seen.pop((guild, player), None)


def _remember(memory: OrderedDict[Somebody, T], whom: Somebody, what: T) -> None:
    memory[whom] = what
    memory.move_to_end(whom)
    if len(memory) > MOST:
        memory.popitem(last=False)
