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

# As many pictures as are remembered, of some 30 KB each.
REMEMBERED = 64
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
        self._drawn: OrderedDict[_Work, Picture] = OrderedDict()
        self._in_work: dict[_Work, asyncio.Task[Picture]] = {}
        self._one_by_one = asyncio.Lock()

    @property
    def is_busy(self) -> bool:
        """Whether a new picture has to wait for others."""
        return bool(self._in_work)

    async def draw(self, paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture | None:
        """As in `draw(finished_card, finish, words)`."""
        if self._closed:
            return None
        work = (paint, *of)
        if work in self._drawn:
            self._drawn.move_to_end(work)
            return self._drawn[work]
        if work not in self._in_work:
            if len(self._in_work) >= WAITING:
                return None
            self._in_work[work] = asyncio.create_task(self._draw_work(work, paint, *of))
        # A caller that is cancelled doesn't cancel it for the others.
        return await asyncio.shield(self._in_work[work])

    async def _draw_work(self, work: _Work, paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture:
        try:
            async with self._one_by_one:
                picture = await asyncio.to_thread(self._draw, paint, *of)
        finally:
            del self._in_work[work]
        self._drawn[work] = picture
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return picture
