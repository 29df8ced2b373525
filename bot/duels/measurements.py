"""Measures set-ups of games from packages before they are played. Those of the other games are in a
table."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from bot.interactions.refusals import Crowded
from engine.fairness import Unrated, by_measurement
from engine.games.game import Game
from engine.measure.table import Measured, has_table

# Measures a set-up. Returns None if it is too large.
MeasureSetup = Callable[[Game[Any]], Measured | None]

# How many positions may be looked at: some tenths of a second, or a few seconds in a slow game.
BUDGET = 100_000
# How many set-ups are remembered, each with a word.
REMEMBERED = 500
# As many challenges as wait for a measurement. Whoever came after them would wait for seconds.
WAITING = 10


def measure_setup(game: Game[Any]) -> Measured | None:
    """Measure by playing."""
    # Only another process needs it, where there is one.
    from engine.measure.tally import measure_within  # noqa: PLC0415

    return measure_within(game, SystemRandom(), BUDGET)


class Measurements:
    """Remembers what was measured, the latest last."""

    def __init__(self, measure: MeasureSetup) -> None:
        self._measure = measure
        self._known: OrderedDict[str, Unrated | None] = OrderedDict()
        # A thread for each would leave none for cards.
        self._one_by_one = asyncio.Lock()
        self._waiting = 0

    async def why_unrated(self, game: Game[Any]) -> Unrated | None:
        """Why duels with these options are unrated by what is measured, if they are. Nothing is
        said of a game that has a table: `engine.fairness` goes by that."""
        if has_table(game):
            return None
        if game.setup not in self._known:
            await self._measured_now(game)
        return self._known[game.setup]

    async def _measured_now(self, game: Game[Any]) -> None:
        if self._waiting >= WAITING:
            raise Crowded
        self._waiting += 1
        try:
            async with self._one_by_one:
                if game.setup not in self._known:  # others may have waited for the same
                    await self._measure_anew(game)
        finally:
            self._waiting -= 1

    async def _measure_anew(self, game: Game[Any]) -> None:
        found = await asyncio.to_thread(self._measure, game.without_start())
        self._known[game.setup] = by_measurement(found) if found else Unrated.UNMEASURED
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
