"""Runs work that nobody waits for, except the end of the program."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

LOG = structlog.get_logger()


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOG.error("background work failed", work=task.get_name(), exc_info=error)

    async def cancel(self) -> None:
        """Cancel what is running."""
        tasks = tuple(self._tasks)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def finish(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)
