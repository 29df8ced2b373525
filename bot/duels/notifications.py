"""Decides whether a player is pinged: what they chose, and whether they are there anyway."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId
from storage.people import Pings, Preferences
from storage.store import Store

K = TypeVar("K")
T = TypeVar("T")

Somebody = tuple[GuildId, PlayerId]
Presence = tuple[GuildId, PlayerId, ChannelId]

# A player who has done something in a channel this recently is still looking at it.
PRESENT = 3 * MINUTE
# How many players are remembered. It is a cache: the store knows the rest.
REMEMBERED = 10_000


class Notifications:
    """Caches players' preferences and when they were last seen, so that no move reads them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._preferences: OrderedDict[Somebody, Preferences] = OrderedDict()
        self._seen: OrderedDict[Presence, Instant] = OrderedDict()

    def seen(self, guild: GuildId, player: PlayerId, channel: ChannelId, at: Instant) -> None:
        _remember(self._seen, (guild, player, channel), at)

    async def rings(
        self, guild: GuildId, player: PlayerId, channel: ChannelId, now: Instant
    ) -> bool:
        """Whether a player wants a ping now for something in a channel."""
        pings = (await self.preferences(guild, player)).pings
        if pings is Pings.AWAY:
            seen = self._seen.get((guild, player, channel))
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

    async def change(
        self, guild: GuildId, player: PlayerId, change: Callable[[Preferences], Preferences]
    ) -> tuple[Preferences, Preferences]:
        """Return a player's preferences before a change and after it."""
        before, chosen = await self._store.change_preferences(guild, player, change)
        _remember(self._preferences, (guild, player), chosen)
        return before, chosen

    def forget(self, guild: GuildId, player: PlayerId) -> None:
        self._preferences.pop((guild, player), None)
        for presence in [each for each in self._seen if each[:2] == (guild, player)]:
            del self._seen[presence]


def _remember(memory: OrderedDict[K, T], whom: K, what: T) -> None:
    memory[whom] = what
    memory.move_to_end(whom)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
