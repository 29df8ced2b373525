"""Measures how late a run comes to what it has to do, as the machine is busy."""

import asyncio

from tests.e2e.chaos.screen import Span

# How often to look, and what is usual. In seconds.
LOOK, USUAL = 0.05, 0.01


async def measure_lateness(late: list[Span]) -> None:
    """Note since when and for how long the run was late, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        if (by := loop.time() - due) > USUAL:
            late.append((due, by))
