"""Where cards are drawn: beside the event loop, one after another, and none twice in a row."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVarTuple

from bot.cards.picture import Picture

Ts = TypeVarTuple("Ts")
# Calls a painter with its arguments, here or in another process.
Draw = Callable[..., Picture]
# A painter and its arguments. They are equal if the pictures would be.
_Work = tuple[object, ...]

# Drawing keeps Python's lock most of the time: two at once would be no sooner done, and the event
# loop would have to wait for both.
AT_ONCE = 1
# As many pictures as are remembered, of some 30 KB each.
MOST = 64
# As many as wait to be drawn. Whoever came after them would wait longer than Discord does.
WAITING = 20


def draw_here(paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture:
    return paint(*of)


class DrawingQueue:
    """Remembers what was drawn last. Whoever wants what is being drawn waits for that. One that is
    closed draws nothing, and neither does one that is crowded."""

    def __init__(self, draw: Draw = draw_here, *, closed: bool = False) -> None:
        self._draw = draw
        self._closed = closed
        self._hung: OrderedDict[_Work, Picture] = OrderedDict()
        self._begun: dict[_Work, asyncio.Task[Picture]] = {}
        self._easel = asyncio.Semaphore(AT_ONCE)

    @property
    def is_busy(self) -> bool:
        """Whether a new picture has to wait for others."""
        return bool(self._begun)

    async def draw(self, paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture | None:
        """As in `draw(finished_card, finish, words)`."""
        if self._closed:
            return None
        work = (paint, *of)
        if work in self._hung:
            self._hung.move_to_end(work)
            return self._hung[work]
        if work not in self._begun:
            if len(self._begun) >= WAITING:
                return None
            self._begun[work] = asyncio.create_task(self._paint(work, paint, *of))
        # A caller that is cancelled doesn't cancel it for the others.
        return await asyncio.shield(self._begun[work])

    async def _paint(self, work: _Work, paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture:
        try:
            async with self._easel:
                picture = await asyncio.to_thread(self._draw, paint, *of)
        finally:
            del self._begun[work]
        self._hung[work] = picture
        if len(self._hung) > MOST:
            self._hung.popitem(last=False)
        return picture
