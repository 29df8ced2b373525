"""How late the run comes to what it has to do, where the machine has more to do than it can."""

import asyncio

from tests.e2e.chaos.trouble import Span

# In seconds: how often to look, and what is no more than the usual.
PACE, USUAL = 0.05, 0.01


class Lag:
    def __init__(self) -> None:
        # When it should have looked, and how much later it did.
        self.late: list[Span] = []

    async def is_measured(self) -> None:
        """For as long as there is something to be late for."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PACE
            await asyncio.sleep(PACE)
            if (late := loop.time() - due) > USUAL:
                self.late.append((due, late))
