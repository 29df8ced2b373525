"""The puzzle of a server's day, which is drawn when the first player asks for it."""

import asyncio

from bot.interactions.refusals import Crowded, DeadButton
from bot.worker import Run
from engine.puzzles.daily import daily_puzzle
from storage.ids import GuildId
from storage.puzzles import Daily
from storage.store import Store

# As many servers as wait for theirs. A player who came after them would wait for seconds.
WAITING = 100
# How many puzzles are drawn that the server may have had. Practically always the first is new.
DRAWS = 5


class DailyPuzzles:
    """Draws each once. The store keeps it, and has the last word where two processes draw."""

    def __init__(self, store: Store, run: Run) -> None:
        self._store = store
        self._run = run
        self._in_work: dict[tuple[GuildId, int], asyncio.Task[Daily]] = {}
        # A thread for each would leave none for cards.
        self._one_by_one = asyncio.Lock()

    @property
    def is_busy(self) -> bool:
        """Whether a puzzle is being drawn."""
        return bool(self._in_work)

    async def of(self, guild: GuildId, day: int) -> Daily:
        """Return the puzzle of a day. Players who ask while it is drawn wait for the same."""
        if found := await self._store.daily(guild, day):
            return found
        key = guild, day
        if key not in self._in_work:
            if len(self._in_work) >= WAITING:
                raise Crowded
            drawing = self._in_work[key] = asyncio.create_task(
                self._drawn(guild, day), name="daily puzzle"
            )
            drawing.add_done_callback(lambda _done: self._in_work.pop(key))
        # A caller that is cancelled doesn't cancel it for the others.
        return await asyncio.shield(self._in_work[key])

    async def _drawn(self, guild: GuildId, day: int) -> Daily:
        secret = await self._store.puzzle_secret()
        async with self._one_by_one:
            for again in range(DRAWS):
                puzzle = await asyncio.to_thread(self._run, daily_puzzle, secret, day, guild, again)
                last = again + 1 == DRAWS
                if taken := await self._store.take_daily(guild, day, puzzle, repeated=last):
                    return taken
        # It is always taken at last, but in direct messages that were erased while it was drawn.
        raise DeadButton
