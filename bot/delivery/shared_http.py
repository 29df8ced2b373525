"""The HTTP client that the clients of all shards share: Discord limits the requests of a bot."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from discord.http import HTTPClient

from bot.delivery.discord_api import replace_session
from bot.delivery.lease_guard import LeaseGuard
from bot.delivery.quick_session import QuickSession
from bot.delivery.request_metrics import watched


class SharedHttp(HTTPClient):
    """It logs in once, and tells each client that logs in what it was told. It stays open when one
    of them is closed."""

    def __init__(self, answered: Callable[[int], None], guard: LeaseGuard | None = None) -> None:
        self._guard = guard or LeaseGuard()
        # To log in takes no lease.
        self._has_logged_in = False
        super().__init__(asyncio.get_running_loop(), http_trace=watched(answered, self._require))
        self._answered = answered
        self._user: Any = None
        self._application: Any = None

    async def log_in(self, token: str) -> None:
        self._user = await super().static_login(token)
        self._application = await super().application_info()

    @property
    def application_id(self) -> str:
        return str(self._application["id"])

    def send_quickly(self) -> None:
        """Spend less on each request, now that Discord can be reached."""
        self._has_logged_in = True
        replace_session(self, partial(QuickSession, answered=self._answered, guard=self._guard))

    async def disconnect(self) -> None:
        await super().close()

    def _require(self) -> None:
        if self._has_logged_in:
            self._guard.require()

    # What clients call as they log in, and as they are closed.

    async def static_login(self, _token: str) -> Any:
        return self._user

    async def application_info(self) -> Any:
        return self._application

    async def close(self) -> None:
        """Others may still need it."""
