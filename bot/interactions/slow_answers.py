"""Answers that may take longer than Discord waits for them."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from bot.interactions.request import Request

T = TypeVar("T")

# How many seconds pass before Discord is asked to wait longer than the three that it does: other
# questions may have been asked before.
SLOW = 2.0


async def in_time(
    request: Request, work: Coroutine[Any, Any, T], *, change: bool = False
) -> tuple[T, bool]:
    """Return what the work finds, and whether it was in time for an answer. If it wasn't, Discord
    shows the player that something is coming: a private answer, or a change of the private message
    that was pressed."""
    working = asyncio.ensure_future(work)
    done, _ = await asyncio.wait({working}, timeout=SLOW)
    if not done:
        await request.respond.wait(change=change)
    return await working, bool(done)
