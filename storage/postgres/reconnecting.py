"""A connection that is made anew after it broke, and not too often."""

import time
from collections.abc import Callable
from copy import copy
from random import random

from storage.postgres.connection import Connection
from storage.trouble import Trouble

# Seconds to wait after the first failure; each further one doubles them, up to the most.
FIRST, MOST = 0.1, 3.0


class Reconnecting:
    """Holds one connection for one thread. While the server can't be reached, most calls fail at
    once, and now and then one tries again."""

    def __init__(
        self,
        connector: Callable[[], Connection],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connector = connector
        self._clock = clock
        self._connection: Connection | None = None
        self._failures = 0
        self._not_before = 0.0
        self._why: Trouble | None = None

    def connection(self) -> Connection:
        """Return the connection, made anew if it is lost."""
        if self._connection and not self._connection.is_lost:
            return self._connection
        self.drop()
        if self._why and self._clock() < self._not_before:
            # The same exception, raised again and again, would collect tracebacks.
            raise copy(self._why)
        try:
            self._connection = self._connector()
        except Trouble as trouble:
            self._failures += 1
            pause = min(MOST, FIRST * 2 ** min(self._failures - 1, 10))
            # Many processes that lost their server together don't come back together.
            self._not_before = self._clock() + pause * (0.5 + random() / 2)
            self._why = trouble
            raise
        self._failures, self._why = 0, None
        return self._connection

    def drop(self) -> None:
        """Close the connection, if there is one."""
        if self._connection:
            self._connection.close()
            self._connection = None
