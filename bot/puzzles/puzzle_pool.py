"""Fills the pools of servers, from which players get their next puzzles, after they have asked for
some: puzzles are drawn near the player's rating, and found in duels of long ago."""

import asyncio
from collections.abc import Callable
from random import SystemRandom

import structlog

from bot.puzzles.drawing import draw_some, find_in, hardness_near
from bot.worker import Run
from engine.durations import DAY
from engine.ids import Instant, PlayerId
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.rating import start_rating
from storage.ids import GuildId
from storage.puzzles import NEAR
from storage.shards import Shard
from storage.store import Store

LOG = structlog.get_logger()

# How many unseen puzzles a player should have, and how often some are drawn for that.
READY, DRAWS = 10, 20
# How old a duel must be so that its players have forgotten it, and how many are searched at once.
OLD, DUELS = 7 * DAY, 20
# For as many players at once pools are filled. Others are when they ask again.
WANTED = 200
# After a start, pools are filled for players who have begun puzzles within this time.
LATELY = 2 * DAY
# How many seconds a player without a puzzle waits for one.
PATIENCE = 5.0


class PuzzlePool:
    def __init__(self, store: Store, now: Callable[[], Instant], run: Run) -> None:
        self._store = store
        self._now = now
        self._run = run
        self._filling: dict[tuple[GuildId, PlayerId], asyncio.Task[None]] = {}
        # Servers whose duels are being searched.
        self._searching: dict[GuildId, asyncio.Task[None]] = {}
        self._one_by_one = asyncio.Lock()
        self._closed = False

    async def prepare(self, shard: Shard) -> None:
        """Fill the pools for players who have begun puzzles lately."""
        since = Instant(self._now() - LATELY)
        for guild, player in await self._store.solvers_since(since, shard, WANTED):
            self.fill(guild, player)

    def fill(self, guild: GuildId, player: PlayerId) -> None:
        """Have a pool filled for a player."""
        key = guild, player
        if self._closed or key in self._filling or len(self._filling) >= WANTED:
            return
        filling = self._filling[key] = asyncio.create_task(
            self._filled(guild, player), name="puzzle pool"
        )
        filling.add_done_callback(lambda _done: self._filling.pop(key))

    async def wait(self, guild: GuildId, player: PlayerId) -> None:
        """Wait until the pool is filled for a player, or for so long that it won't be soon."""
        self.fill(guild, player)
        if filling := self._filling.get((guild, player)):
            await asyncio.wait({filling}, timeout=PATIENCE)

    async def close(self) -> None:
        """Fill none any more."""
        self._closed = True
        tasks = (*self._filling.values(), *self._searching.values())
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _filled(self, guild: GuildId, player: PlayerId) -> None:
        try:
            await self._draw(guild, player)
        except Exception:
            LOG.exception("puzzles can't be drawn", guild=guild)
        if not self._closed and guild not in self._searching:
            searching = self._searching[guild] = asyncio.create_task(
                self._searched(guild), name="puzzles of duels"
            )
            searching.add_done_callback(lambda _done: self._searching.pop(guild))

    async def _draw(self, guild: GuildId, player: PlayerId) -> None:
        """Draw until the player has enough. Some that are drawn, the server may have had."""
        rating = (await self._store.solver(guild, player)).rating.value
        hardness = hardness_near(rating)
        # There are none near a very low or high rating: then the next ones count.
        within = abs(rating - start_rating(hardness).value) + NEAR / 2
        for _ in range(DRAWS):
            if await self._store.unseen(guild, player, within, READY) >= READY:
                return
            seed = SystemRandom().getrandbits(64)
            async with self._one_by_one:
                drawn = await asyncio.to_thread(self._run, draw_some, seed, hardness)
            await self._store.take_puzzles(guild, drawn)

    async def _searched(self, guild: GuildId) -> None:
        """Search the server's next old duels. One that fails is searched for the last time."""
        found = await self._store.to_mine(guild, Instant(self._now() - OLD), DUELS)
        if found is None:
            return
        puzzles: list[Puzzle] = []
        for record in found.records:
            try:
                async with self._one_by_one:
                    puzzles += await asyncio.to_thread(self._run, find_in, record)
            except Exception:
                LOG.exception("a duel can't be searched for puzzles", guild=guild)
        await self._store.take_mined(guild, found.nth, puzzles)
