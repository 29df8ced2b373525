"""The one task that waits: it sleeps until the next deadline of all, reminds and ends."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import structlog

from bot.background import Background
from bot.duels.publisher import Stage
from bot.duels.recalculation import Recounting
from bot.metrics import LATENESS
from engine.duel import Playing
from engine.durations import HOUR
from engine.ids import Instant
from storage.store import Store

LOG = structlog.get_logger()

# How often to note that the bot is running, which is also how exactly time is given back. No
# player gets a clock or an offer shorter than this, so that nothing new can be due sooner.
BEAT = 15_000
# So many beats missed, and the bot wasn't there: its machine was asleep, or stopped.
ASLEEP = 4


class Clock:
    """Runs while Discord can be reached. Nobody can move while it can't, so nobody's time runs."""

    def __init__(
        self,
        store: Store,
        stage: Stage,
        background: Background,
        recounting: Recounting,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._stage = stage
        self._background = background
        self._recounting = recounting
        self._now = now
        self._task: asyncio.Task[None] | None = None
        self._receipts_due = Instant(0)
        self._last_beat: Instant | None = None
        self._giving_back = asyncio.Lock()
        # Whether there may be something to be shown from the time before.
        self._behind = False
        # What the last turn saw coming.
        self._due: Instant | None = None

    def start(self) -> None:
        """Discord can be reached, perhaps again."""
        if self._task is None:
            self._last_beat = None
            self._task = asyncio.create_task(self._run(), name="clock")

    async def stop(self) -> None:
        task, self._task, self._last_beat, self._due = self._task, None, None, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def give_back(self) -> Instant:
        """The time that has been missed, before anybody's can run out, and before anybody is
        served: whoever is there first when the bot is back would be told that theirs is up, and
        whoever has to answer them would be given it too. Returns a moment before which nothing is
        missing; of any later one that isn't known."""
        async with self._giving_back:
            while self._was_away(now := self._now()):
                given = await self._store.give_time_back(now)
                self._last_beat, self._due, self._behind = now, None, True
                LOG.info("clocks go on", given_back_ms=given)
            return now

    async def _run(self) -> None:
        while True:
            wait = BEAT
            try:
                now = await self.give_back()
                await self._catch_up()
                wait = await self._turn(now)
            except Exception:
                # A full disk is no reason to stop for good.
                LOG.exception("the clock missed a turn")
            await asyncio.sleep(wait / 1000)

    def _was_away(self, now: Instant) -> bool:
        return self._last_beat is None or now - self._last_beat > ASLEEP * BEAT

    async def _catch_up(self) -> None:
        if self._behind:
            catching_up = self._stage.catch_up(await self._store.servers(), self._now())
            self._background.start(catching_up, "catch up")
            self._behind = False

    async def _turn(self, now: Instant) -> int:
        """Do what is due. Returns how long nothing will be, in milliseconds."""
        await self._store.beat(now)
        self._last_beat = now
        while struck := await self._store.ring(now, self._stage.is_in):
            for match in struck.reminded:
                playing = cast(Playing, match.duel)  # nobody else is to move
                self._background.start(self._stage.remind(match, playing, now), "remind")
            for match in struck.ended:
                self._background.start(self._stage.show(match, now), "show")
            for guild, number in struck.damaged:
                LOG.error("a damaged duel has no clock any more", guild=guild, duel=number)
        if self._due is not None and self._due <= now:
            LATENESS.observe((now - self._due) / 1000)
        self._background.start(self._stage.try_again(now), "try again")
        self._background.start(self._recounting.go_on(), "recount")
        if now >= self._receipts_due:
            self._receipts_due = Instant(now + HOUR)
            self._background.start(self._forget_receipts(now), "forget receipts")
        self._due = due = await self._store.next_due()
        return BEAT if due is None else min(BEAT, max(1, due - self._now()))

    async def _forget_receipts(self, now: Instant) -> None:
        for guild in await self._store.servers():
            await self._store.forget_receipts(guild, now)
