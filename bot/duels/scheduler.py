"""The one task of a shard that waits for deadlines: it sleeps until the next of all, reminds and
ends."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, cast

import structlog

from bot.background import Background
from bot.current_shard import SHARD
from bot.duels.catch_up import CatchUp
from bot.duels.past_boards import PastBoards
from bot.duels.publisher import Publisher
from bot.duels.recalculation import Recalculation
from bot.duels.reminders import Reminders
from bot.guilds.servers import Servers
from bot.metrics import LATENESS
from engine.duel import Playing
from engine.durations import HOUR, SECOND
from engine.ids import Instant
from storage.shards import Shard
from storage.store import Store
from storage.trouble import GameFailed

LOG = structlog.get_logger()

# How often to note that the bot is running, and so how exactly time is given back. Every clock and
# every challenge lasts longer, so nothing that begins between two beats is due before the second.
BEAT = 15 * SECOND
# After this many missed beats the bot wasn't there: its machine was asleep, or stopped.
MISSED_BEATS = 4


class Scheduler:
    """Runs while Discord can be reached. Nobody can move while it can't, so no clock runs then."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        publisher: Publisher,
        reminders: Reminders,
        past_boards: PastBoards,
        catch_up: CatchUp,
        servers: Servers,
        background: Background,
        recalculation: Recalculation,
        now: Callable[[], Instant],
        shard: Shard,
        others: Mapping[str, Callable[[Instant], Coroutine[Any, Any, None]]],
    ) -> None:
        """`others` is what features do at each turn, by its name."""
        self._store = store
        self._publisher = publisher
        self._reminders = reminders
        self._past_boards = past_boards
        self._catch_up = catch_up
        self._servers = servers
        self._background = background
        self._recalculation = recalculation
        self._now = now
        self._shard = shard
        self._others = others
        self._task: asyncio.Task[None] | None = None
        self._receipts_due = Instant(0)
        self._last_beat: Instant | None = None
        self._giving_back = asyncio.Lock()
        # Whether something may have happened that wasn't shown.
        self._behind = False
        # The next deadline, as the last turn saw it.
        self._due: Instant | None = None

    def start(self) -> None:
        """Discord can be reached, perhaps again."""
        if self._task is None:
            self._last_beat = None
            self._task = asyncio.create_task(self._run(), name="scheduler")

    async def stop(self) -> None:
        task, self._task, self._last_beat, self._due = self._task, None, None, None
        if task:
            task.cancel()
            # Unlike a `suppress`, this doesn't swallow it when the caller is cancelled.
            await asyncio.gather(task, return_exceptions=True)

    async def give_time_back(self) -> Instant:
        """Give all players the time that the bot was away. This comes before anybody's clock can
        run out and before anybody is answered: otherwise the first player to ask would be out of
        time. Returns a moment up to which no time is missing."""
        async with self._giving_back:
            while self._was_away(now := self._now()):
                given = await self._store.give_time_back(now, self._shard)
                self._last_beat, self._due, self._behind = now, None, True
                LOG.info("clocks go on", given_back_ms=given)
            return now

    async def _run(self) -> None:
        SHARD.set(self._shard.number)
        while True:
            wait = BEAT
            try:
                now = await self.give_time_back()
                await self._show_unshown()
                wait = await self._turn(now)
            except Exception:
                # A full disk is no reason to stop for good.
                LOG.exception("the clock missed a turn")
            await asyncio.sleep(wait / SECOND)

    def _was_away(self, now: Instant) -> bool:
        return self._last_beat is None or now - self._last_beat > MISSED_BEATS * BEAT

    async def _show_unshown(self) -> None:
        if self._behind:
            servers = await self._store.servers(self._shard)
            self._background.start(self._catch_up.catch_up(servers, self._now()), "catch up")
            self._behind = False

    async def _turn(self, now: Instant) -> int:
        """Do what is due. Returns for how many milliseconds nothing will be."""
        await self._store.beat(now, self._shard)
        self._last_beat = now
        while struck := await self._store.ring(now, self._servers.is_in, self._shard):
            for match in struck.reminded:
                playing = cast(Playing, match.duel)  # only a duel in play has a player to move
                self._background.start(self._reminders.remind(match, playing, now), "remind")
            for match in struck.ended:
                self._background.start(self._publisher.show(match, now), "show")
            for each in struck.damaged:
                facts = {"guild": each.guild, "duel": each.number, "reason": each.detail}
                if isinstance(each, GameFailed):
                    LOG.error("a duel waits for its game to be mended", **facts)
                else:
                    LOG.error("a damaged duel has no clock any more", **facts)
        if self._due is not None and self._due <= now:
            LATENESS.observe((now - self._due) / SECOND)
        await self._catch_up.look(now)
        self._background.start(self._catch_up.try_again(now), "try again")
        self._background.start(self._past_boards.try_again(), "delete past boards")
        self._background.start(self._recalculation.run(), "recalculate")
        for name, work in self._others.items():
            self._background.start(work(now), name)
        if now >= self._receipts_due:
            self._receipts_due = Instant(now + HOUR)
            self._background.start(self._forget_receipts(now), "forget receipts")
        self._due = due = await self._store.next_due(self._shard)
        return BEAT if due is None else min(BEAT, max(1, due - self._now()))

    async def _forget_receipts(self, now: Instant) -> None:
        for guild in await self._store.servers(self._shard):
            await self._store.forget_receipts(guild, now)
