"""Shows what has happened and wasn't shown: the bot or Discord may have been away."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.duels.unshown import Unshown
from engine.durations import MINUTE
from engine.ids import Instant
from storage.ids import GuildId
from storage.match import Match, Step
from storage.shards import ONLY, Shard
from storage.store import Store
from storage.trouble import Trouble

LOG = structlog.get_logger()

# How many duels of a server are shown at a time, so that no server holds up the others.
AT_ONCE = 100


class CatchUp:
    def __init__(
        self,
        store: Store,
        show: Callable[[Match, Instant], Awaitable[None]],
        unshown: Unshown,
        shard: Shard = ONLY,
    ) -> None:
        self._store = store
        self._shard = shard
        self._show_duel = show
        self._unshown = unshown
        self._running = asyncio.Lock()
        self._stopped = False
        # What wasn't shown at the last look.
        self._overdue = frozenset[Step]()
        self._look_due = Instant(0)

    def stop(self) -> None:
        """Leave the rest for when the bot is back: it has no time for more."""
        self._stopped = True

    async def catch_up(self, guilds: tuple[GuildId, ...], now: Instant) -> None:
        async with self._running:
            self._unshown.behind.update(guilds)
            for guild in guilds:
                self._unshown.behind.discard(guild)
                with self._unshown.or_later(guild):
                    await self._show(guild, now)

    async def try_again(self, now: Instant) -> None:
        if self._unshown.behind and not self._running.locked():
            await self.catch_up(tuple(self._unshown.behind), now)

    async def look(self, now: Instant) -> None:
        """Find what hasn't been shown for a minute: another process may have taken the step, or
        was killed before it showed it."""
        if now < self._look_due:
            return
        self._look_due = Instant(now + MINUTE)
        before, self._overdue = self._overdue, await self._store.behind(self._shard)
        for each in before & self._overdue:
            self._unshown.mark(each.guild)

    async def _show(self, guild: GuildId, now: Instant) -> None:
        found = await self._store.unshown(guild, AT_ONCE)
        for each in found:
            if self._stopped:
                return
            # It may have been shown, or be about to be, since the list was read.
            busy = self._unshown.is_in_flight(each)
            match = await self._store.duel(guild, each.id)
            if busy or self._unshown.is_in_flight(match):
                self._unshown.mark(guild)
            elif match.step != match.board.shown:
                await self._show_one(match, now)
        if len(found) == AT_ONCE:
            self._unshown.mark(guild)

    async def _show_one(self, match: Match, now: Instant) -> None:
        """A board that can't be made must not hold up the others."""
        try:
            await self._show_duel(match, now)
        except Trouble:
            raise
        except Exception:
            LOG.exception("a duel can't be shown", guild=match.guild, duel=match.id)
            self._unshown.mark(match.guild)
