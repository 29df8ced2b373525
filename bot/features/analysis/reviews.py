"""Reviews of games. A review may take seconds of work, so another process makes them, one after
another, and the latest are remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar, TypeVarTuple

from bot.interactions.refusals import Crowded
from bot.worker import Run, run_here
from engine.record import Record
from engine.refusal import TooLarge
from engine.review import Ply, Review, review
from engine.review.lines import Line, better_line
from engine.solve.search import BUDGET

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Records = tuple[Record, ...]

# How many duels' reviews are remembered, of some 50 KB each.
REMEMBERED = 50
# How many players may wait for a review at once. More would wait for too long.
WAITING = 10


def reviewed(records: Records) -> tuple[Review, ...] | None:
    """Review the games of a duel. None if one of them is too large."""
    try:
        return tuple(map(review, records))
    except TooLarge:
        return None


def line_instead(review: Review, ply: Ply) -> Line:
    """Return how a game could have gone on in place of a mistake."""
    return better_line(review, ply)


class Reviews:
    """Remembers reviews by their games. Players who ask for the same one at once share it."""

    def __init__(self, run: Run = run_here) -> None:
        self._run = run
        self._known: OrderedDict[tuple[str, ...], tuple[Review, ...]] = OrderedDict()
        # A thread for each would leave none for cards.
        self._one_by_one = asyncio.Lock()
        self._waiting = 0

    async def of(self, records: Records) -> tuple[Review, ...]:
        """Review the games of a duel."""
        key = tuple(each.text for each in records)
        if key not in self._known:
            async with self._in_turn():
                if key not in self._known:  # others may have waited for the same
                    await self._review(key, records)
        self._known.move_to_end(key)
        return self._known[key]

    async def line(self, review: Review, ply: Ply) -> Line:
        """How the game could have gone on in place of a mistake."""
        async with self._in_turn():
            return await asyncio.to_thread(self._run, line_instead, review, ply)

    async def _review(self, key: tuple[str, ...], records: Records) -> None:
        found = await asyncio.to_thread(self._run, reviewed, records)
        if found is None:
            raise TooLarge(records[0].game.key, BUDGET)
        self._known[key] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        if self._waiting >= WAITING:
            raise Crowded
        self._waiting += 1
        try:
            async with self._one_by_one:
                yield
        finally:
            self._waiting -= 1
