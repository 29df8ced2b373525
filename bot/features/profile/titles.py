"""Titles of players. The wins that may have earned one are judged when somebody asks for titles:
much more is played than looked at."""

import asyncio

import structlog

from bot.worker import Run
from engine.ids import PlayerId
from engine.titles import Title, earned_by
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.store import Store

LOG = structlog.get_logger()

# How many seconds somebody waits for the latest wins to be judged. Each takes a few milliseconds,
# but after an import there may be many.
PATIENCE = 1.0


def title_of(match: Match) -> Title | None:
    """Judge a win, in another process."""
    return earned_by(match.duel, private=match.private)


class Titles:
    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run = run
        self._judging: dict[GuildId, asyncio.Task[None]] = {}
        # A thread for each would leave none for cards.
        self._one_by_one = asyncio.Lock()
        self._closed = False

    async def of(self, guild: GuildId, player: PlayerId) -> tuple[Title, ...]:
        """Return a player's titles, by all wins that could be judged meanwhile."""
        if not self._closed:
            await asyncio.wait({self._judged(guild)}, timeout=PATIENCE)
        return await self._store.titles(guild, player)

    async def close(self) -> None:
        """Judge no more wins."""
        self._closed = True
        tasks = [*self._judging.values()]
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _judged(self, guild: GuildId) -> asyncio.Task[None]:
        """Have a server's wins judged. Those who ask meanwhile wait for the same."""
        if guild not in self._judging:
            judging = self._judging[guild] = asyncio.create_task(self._judge(guild), name="titles")
            judging.add_done_callback(lambda _done: self._judging.pop(guild))
        return self._judging[guild]

    async def _judge(self, guild: GuildId) -> None:
        try:
            while found := await self._store.unjudged(guild):
                earned: dict[DuelId, Title] = {}
                for each in found.wins:
                    if title := await self._title(each):
                        earned[each.id] = title
                await self._store.judge(guild, found, earned)
        except Exception:
            LOG.exception("wins can't be judged", guild=guild)

    async def _title(self, match: Match) -> Title | None:
        """Judge a win, or give up: a game from a package may fail."""
        try:
            async with self._one_by_one:
                return await asyncio.to_thread(self._run, title_of, match)
        except Exception:
            LOG.exception("a win can't be judged", guild=match.guild, duel=match.id)
            return None
