"""A bot's side of the gateway, with nothing in between that would be kind to the sandbox."""

import asyncio
import json
import zlib
from typing import Any

from aiohttp import ClientWebSocketResponse, WSMsgType

from tests.deploy import openapi_check

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
GUILDS = 1


class GatewayClient:
    def __init__(self, socket: ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token
        self.session = ""
        self.sequence = 0
        self.raw: list[Any] = []
        self._inflate = zlib.decompressobj()

    async def say(self, op: int, data: Any = None) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, **more: Any) -> None:
        await self.say(IDENTIFY, {"token": self.token, "intents": GUILDS, "properties": {}} | more)

    async def resume(self, session: str, seq: Any, **more: Any) -> None:
        await self.say(RESUME, {"token": self.token, "session_id": session, "seq": seq} | more)

    async def hear(self) -> dict[str, Any]:
        """The next that comes."""
        said = await asyncio.wait_for(self.socket.receive(), 3)
        assert said.type in (WSMsgType.TEXT, WSMsgType.BINARY), said
        self.raw.append(said.data)
        packed = isinstance(said.data, bytes)
        told: dict[str, Any] = json.loads(
            self._inflate.decompress(said.data) if packed else said.data
        )
        if told["op"] == DISPATCH:
            self.sequence = told["s"]
            openapi_check.event(told["t"], told["d"])
        if told["t"] == "READY":
            self.session = told["d"]["session_id"]
        return told

    async def event(self, name: str) -> dict[str, Any]:
        """The next event of this name. Those before it don't matter."""
        while (told := await self.hear())["t"] != name:
            pass
        data: dict[str, Any] = told["d"]
        return data

    async def is_quiet(self) -> bool:
        """Return whether no event arrives before the answer to a heartbeat."""
        await self.say(HEARTBEAT, self.sequence)
        told = await self.hear()
        return bool(told["op"] == ACK)

    async def closed(self) -> int | None:
        """Skip all frames, and return the code with which the connection closes."""
        async with asyncio.timeout(3):
            while (await self.socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                pass
        return self.socket.close_code
