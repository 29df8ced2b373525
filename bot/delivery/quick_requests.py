"""Requests that are sent past discord.py, which spends more on each than Discord's answer takes to
read. Only plain successes count: whatever else comes of a request, it is discord.py's to send
again, with its waits and its errors."""

from collections.abc import Callable
from typing import Any

import aiohttp
from discord.http import HTTPClient, Route
from yarl import URL

from bot.delivery.request_metrics import requests
from bot.json_codec import decode, encode

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"


class QuickRequests:
    """For requests that need an interaction's token only, and neither the bot's nor its limits."""

    def __init__(self, http: HTTPClient, answered: Callable[[int], None]) -> None:
        """Once discord.py has connected: its connections are shared."""
        self._session = aiohttp.ClientSession(
            connector=http.connector,
            connector_owner=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": http.user_agent, "Content-Type": "application/json"},
        )
        self._proxy, self._proxy_auth = http.proxy, http.proxy_auth
        self._answered = answered

    async def send(
        self, route: Route, body: dict[str, Any] | None, params: dict[str, str] | None = None
    ) -> Any:
        """Send a request once. Returns what Discord tells, or None if that was no success."""
        data = None if body is None else encode(body)
        try:
            async with self._session.request(
                route.method,
                URL(route.url, encoded=True),  # discord.py has quoted what is in it
                data=data,
                params=params,
                proxy=self._proxy,
                proxy_auth=self._proxy_auth,
            ) as response:
                status = response.status
                told = await response.read() if status == 200 else b""
        except aiohttp.ClientError:
            requests(0).inc()
            raise
        requests(status).inc()
        if status >= 300:
            return None
        if route.path == CALLBACK:
            self._answered(int(route.webhook_id or 0))
        return decode(told) if told else {}
