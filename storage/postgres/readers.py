"""Threads with a connection each for units that only read. The next unit goes to the first thread
that is free."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any

from storage.backend import DB
from storage.postgres.answers import Asked, Failed, deliver
from storage.postgres.snapshot_reader import SnapshotReader


class Readers:
    """Reads in any of some threads."""

    def __init__(self, name: str, make: Callable[[], SnapshotReader], count: int) -> None:
        self._asked: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        # A read changes nothing, so the threads needn't keep the program alive.
        self._threads = [
            threading.Thread(target=self._work, args=(make(),), name=f"{name} {nth}", daemon=True)
            for nth in range(count)
        ]
        for each in self._threads:
            each.start()

    async def run(self, unit: Callable[[DB], Any]) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self._asked.put(Asked(None, unit, answer))
        return await answer

    def close(self) -> None:
        """Finish everything that was asked. Blocks."""
        for _ in self._threads:
            self._asked.put(None)
        for each in self._threads:
            each.join()

    def _work(self, reader: SnapshotReader) -> None:
        while asked := self._asked.get():
            try:
                answer = reader.read(asked.unit)
            except BaseException as error:  # noqa: BLE001  (the caller gets it)
                answer = Failed(error)
            deliver([asked], [answer])
            reader.end()
        reader.close()
