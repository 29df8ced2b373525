"""Requests that are sent past discord.py, which spends more on each than the bot does on a move.
Only plain successes count: whatever else comes of a request, it is discord.py's to send again, with
its waits and its errors."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from discord.http import Route

from bot.delivery.http_connections import HttpConnections
from bot.delivery.request_metrics import requests
from bot.json_codec import decode, encode

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"


class QuickRequests:
    """For requests that need an interaction's token only, and neither the bot's nor its limits."""

    def __init__(self, user_agent: str, answered: Callable[[int], None]) -> None:
        headers = {"User-Agent": user_agent, "Content-Type": "application/json"}
        self._connections = HttpConnections(Route.BASE, headers)
        self._answered = answered

    async def send(self, route: Route, body: dict[str, Any] | None, params: dict[str, str]) -> Any:
        """Send a request once. Returns what Discord tells, or None if that was no success."""
        data = b"" if body is None else encode(body)
        url = f"{route.url}?{urlencode(params)}" if params else route.url
        try:
            status, told = await self._connections.request(route.method, url, data)
        except OSError:
            requests(0).inc()
            raise
        requests(status).inc()
        if status >= 300:
            return None
        if route.path == CALLBACK:
            self._answered(int(route.webhook_id or 0))
        return decode(told) if told else {}

    def close(self) -> None:
        self._connections.close()
