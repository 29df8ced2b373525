"""Lanes: threads with a connection each that run units of work. A server is always in the same
lane, so its units stay in order and those that wait share a commit."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.answers import Asked, deliver
from storage.postgres.unit_runner import UnitRunner
from storage.postgres.waiting_units import WaitingUnits

# How many units share a commit at most, so that none waits for too many others.
MOST = 100

Make = Callable[[], UnitRunner]


class Lane:
    """One thread, and the units that wait for it."""

    def __init__(self, name: str, runner: UnitRunner, delay: float | None) -> None:
        self._asked: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._runner = runner
        self._waiting: WaitingUnits[GuildId | None, Asked] = WaitingUnits(delay, MOST)
        self._open = True
        # What isn't committed when the program ends hasn't been acknowledged, so the thread needn't
        # keep the program alive.
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def ask(self, asked: Asked) -> None:
        self._asked.put(asked)

    def close(self) -> None:
        """Finish everything that was asked, and end the thread. Blocks."""
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        while self._open or self._waiting:
            self._take_in()
            if due := self._waiting.take(time.monotonic()):
                guild, asked = due
                deliver(asked, self._runner.run(guild, [each.unit for each in asked]))
        self._runner.close()

    def _take_in(self) -> None:
        """Take in what was asked in the meantime. If nothing is due, wait for it."""
        patience = self._waiting.patience(time.monotonic()) if self._open else 0.0
        try:
            asked = self._asked.get(timeout=patience) if patience != 0 else self._asked.get_nowait()
            while True:
                self._note(asked)
                asked = self._asked.get_nowait()
        except queue.Empty:
            pass

    def _note(self, asked: Asked | None) -> None:
        if asked is None:
            self._open = False
            self._waiting.hurry()
        else:
            self._waiting.add(asked.guild, asked, time.monotonic(), soon=asked.soon)


class Lanes:
    """All lanes, and one more for units that are about no server."""

    def __init__(self, make: Make, count: int, delay: float | None) -> None:
        self._lanes = [Lane(f"lane {nth}", make(), delay) for nth in range(count)]
        self._rest = Lane("lane of no server", make(), delay)
        self._unanswered = set[asyncio.Future[Any]]()

    async def run(
        self, guild: GuildId | None, unit: Callable[[DB], Any], *, soon: bool = False
    ) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self._unanswered.add(answer)
        answer.add_done_callback(self._unanswered.discard)
        self._lane_of(guild).ask(Asked(guild, unit, answer, soon))
        return await answer

    async def settle(self) -> None:
        """Wait until every unit that was asked for before is answered."""
        if unanswered := tuple(self._unanswered):
            await asyncio.wait(unanswered)

    def close(self) -> None:
        """Finish everything that was asked. Blocks."""
        for each in (*self._lanes, self._rest):
            each.close()

    def _lane_of(self, guild: GuildId | None) -> Lane:
        if guild is None:
            return self._rest
        # The lowest bits of Discord's IDs are mostly zero, and the others count milliseconds.
        return self._lanes[(guild ^ guild >> 22) % len(self._lanes)]
