"""Starts that the host draws for games. One takes up to half a second of work, so another process
draws them, and a few are ready before anybody asks."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from random import SystemRandom
from typing import Any

import structlog

from bot.interactions.refusals import Crowded
from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.refusal import NoStart

LOG = structlog.get_logger()

# Draws a start for a game that has none yet. Returns None if no good start is found.
DrawStart = Callable[[Game[Any]], Game[Any] | None]

# How many starts are ready for each set-up that was asked for lately, and for how many of these.
READY, SETUPS = 3, 24
# As many challenges as wait for a start. Whoever came after them would wait for seconds.
WAITING = 10


def draw_start(game: Game[Any]) -> Game[Any] | None:
    """Draw a start so that nobody could know it before."""
    # Only another process needs it, where there is one.
    from engine.starts import draw_start as drawn  # noqa: PLC0415

    try:
        return drawn(game, SystemRandom())
    except NoStart:
        return None


class Starts:
    """Gives each start away once. They are numbers and moves: nothing could repeat a draw."""

    def __init__(self, draw: DrawStart = draw_start) -> None:
        self._draw_start = draw
        # By set-up, the one that was asked for last at the end.
        self._ready: OrderedDict[Game[Any], list[Game[Any]]] = OrderedDict()
        self._one_by_one = asyncio.Lock()
        self._waiting = 0
        self._refilling: asyncio.Task[None] | None = None
        self._closed = False

    def prepare(self) -> None:
        """Have starts drawn for all presets that need one."""
        for game in _drawn_presets():
            self._want(game)
        self._refill()

    async def started(self, game: Game[Any]) -> Game[Any]:
        """The game with a start that nobody has seen; a game that needs none as it is."""
        if not game.draws_start:
            return game
        game = game.without_start()
        ready = self._want(game)
        try:
            return ready.pop(0) if ready else await self._drawn_now(game)
        finally:
            self._refill()

    async def close(self) -> None:
        """Draw no more in advance."""
        self._closed = True
        if self._refilling:
            self._refilling.cancel()
            await asyncio.gather(self._refilling, return_exceptions=True)

    def _want(self, game: Game[Any]) -> list[Game[Any]]:
        """The starts that are ready for a set-up. It is kept in mind now, unless it has no start,
        and one that nobody has asked for lately is forgotten."""
        ready = self._ready.setdefault(game, [])
        self._ready.move_to_end(game)
        if len(self._ready) > SETUPS:
            self._ready.popitem(last=False)
        return ready

    async def _drawn_now(self, game: Game[Any]) -> Game[Any]:
        if self._waiting >= WAITING:
            raise Crowded
        self._waiting += 1
        try:
            return await self._draw(game)
        except BaseException:
            self._ready.pop(game, None)
            raise
        finally:
            self._waiting -= 1

    async def _draw(self, game: Game[Any]) -> Game[Any]:
        async with self._one_by_one:
            drawn = await asyncio.to_thread(self._draw_start, game)
        if drawn is None:
            raise NoStart(game.key)
        return drawn

    def _refill(self) -> None:
        is_busy = self._refilling is not None and not self._refilling.done()
        if not (self._closed or is_busy):
            self._refilling = asyncio.create_task(self._fill(), name="starts")

    async def _fill(self) -> None:
        while (game := self._lacking()) is not None:
            try:
                start = await self._draw(game)
            except NoStart:
                self._ready.pop(game, None)
            except Exception:
                # Whoever asks for it next has it tried again, and is told.
                LOG.exception("a start can't be drawn in advance", setup=game.setup)
                self._ready.pop(game, None)
            else:
                if game in self._ready:
                    self._ready[game].append(start)

    def _lacking(self) -> Game[Any] | None:
        """The set-up with the fewest starts, of these the one that was asked for last."""
        last_first = reversed(self._ready.items())
        game, ready = min(last_first, key=lambda each: len(each[1]), default=(None, []))
        return game if len(ready) < READY else None


def _drawn_presets() -> Iterable[Game[Any]]:
    for key, kind in GAMES.items():
        for preset in kind.presets:
            game = set_up(key, preset.options, SystemRandom()).without_start()
            if game.draws_start:
                yield game
