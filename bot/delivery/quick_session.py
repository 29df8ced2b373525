"""The HTTP session of discord.py, with quick connections for all requests that have no files.
discord.py still sees to limits, waits and errors."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import urlencode

import aiohttp
from discord.http import Route
from multidict import CIMultiDict

from bot.delivery.http_connections import Answer, HttpConnections
from bot.delivery.lease_guard import LeaseGuard
from bot.delivery.request_metrics import answered_interaction, requests


class QuickSession:
    """Takes the place of aiohttp's session, which stays for everything else: uploads and the
    gateway."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        user_agent: str,
        answered: Callable[[int], None],
        guard: LeaseGuard | None = None,
    ) -> None:
        self._session = session
        self._guard = guard or LeaseGuard()
        self._connections = HttpConnections(Route.BASE, self._guard.require)
        self._user_agent = {"User-Agent": user_agent}
        self._answered = answered

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: dict[str, str],
        data: str | aiohttp.FormData | None = None,
        params: dict[str, str] | None = None,
        **others: Any,
    ) -> AbstractAsyncContextManager[Any]:
        self._guard.require()
        if isinstance(data, aiohttp.FormData) or any(others.values()):
            more = {"headers": headers, "data": data, "params": params, **others}
            return self._session.request(method, url, **more)
        address = f"{url}?{urlencode(params)}" if params else url
        return _Request(self, method, address, headers, (data or "").encode())

    async def send(self, method: str, url: str, headers: dict[str, str], body: bytes) -> Answer:
        """Send a request once, and count it."""
        try:
            answer = await self._connections.request(method, url, self._user_agent | headers, body)
        except OSError:
            requests(0).inc()
            raise
        requests(answer.status).inc()
        if answer.status < 300 and (interaction := answered_interaction(url)):
            self._answered(interaction)
        return answer

    async def close(self) -> None:
        self._connections.close()
        await self._session.close()


class _Request:
    """What discord.py waits for, and then reads the answer from."""

    status: int
    reason: str
    headers: CIMultiDict[str]

    def __init__(
        self, session: QuickSession, method: str, url: str, headers: dict[str, str], body: bytes
    ) -> None:
        self._answer = session.send(method, url, headers, body)

    async def __aenter__(self) -> "_Request":
        self.status, self.reason, headers, self._body = await self._answer
        self.headers = CIMultiDict(headers)
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    async def text(self, encoding: str) -> str:
        return self._body.decode(encoding)
