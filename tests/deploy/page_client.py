"""A client of the page's WebSocket, for one seat."""

import asyncio
from typing import Any

from aiohttp import ClientWebSocketResponse


class PageClient:
    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next frame of this type. Those before it are in `heard`."""
        async with asyncio.timeout(3):
            while True:
                frame: dict[str, Any] = await self.socket.receive_json()
                self.heard.append(frame)
                if frame["type"] == kind:
                    return frame

    async def message(self) -> dict[str, Any]:
        told: dict[str, Any] = (await self.hear("message"))["message"]
        return told

    async def states(self, last: str) -> list[str]:
        """Wait until an interaction is in the `last` state, and return all states heard."""
        while (await self.hear("interaction"))["state"] != last:
            pass
        return [each["state"] for each in self.heard if each["type"] == "interaction"]

    async def leave(self) -> None:
        await self.socket.close()
