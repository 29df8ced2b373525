"""What goes on beside something else, and for no longer."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager


@asynccontextmanager
async def alongside(task: Coroutine[None, None, None]) -> AsyncIterator[None]:
    going_on = asyncio.create_task(task)
    try:
        yield
    finally:
        going_on.cancel()
        await asyncio.gather(going_on, return_exceptions=True)
