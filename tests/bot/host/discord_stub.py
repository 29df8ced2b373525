"""A stub of the parts of Discord that a bot needs in order to start, over real sockets: REST and
gateway."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSCloseCode, web
from aiohttp.test_utils import unused_port

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.a_secret-that.nobody+must/see"  # noqa: S105
BOT = {"id": "111", "username": "Duelhost", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "222",
    "name": "Duelhost",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": {"id": "333", "username": "host", "discriminator": "0", "avatar": None},
}
# A command that nobody has: it needs an answer like any other.
ASKED: dict[str, Any] = {
    "id": "444",
    "application_id": "222",
    "type": 2,
    "token": "of-the-interaction",
    "version": 1,
    "attachment_size_limit": 0,
    "channel": {"id": "555", "type": 1},
    "user": {"id": "666", "username": "ada", "discriminator": "0", "avatar": None},
    "data": {"id": "777", "name": "nope", "type": 1},
}


def answer(data: object, status: int = 200) -> web.Response:
    """Without a charset, which discord.py doesn't expect."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, content_type="application/json")


class Discord:
    """A stub of Discord: its answers can be set beforehand, and it notes each request."""

    def __init__(self) -> None:
        self.port = unused_port()
        self.token = TOKEN
        self.application: dict[str, Any] = dict(APPLICATION)
        self.starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        # The number of shards that it recommends, and the servers that the bot is in.
        self.shards = 1
        self.servers: list[int] = []
        self.commands: list[dict[str, Any]] = []
        self.logins = 0
        # Each shard that has identified, as its number and the count of all.
        self.shards_identified: list[tuple[int, int]] = []
        self.registered = 0
        self.registers = asyncio.Event()  # and until then it keeps whoever registers waiting
        self.registers.set()
        self.identified = asyncio.Event()
        self.left = asyncio.Event()  # with a word of good-bye
        self.farewells = 0
        self.close_with = 0  # the code with which the gateway turns everybody away
        # The code with which it turns a shard away, by its number and the count of all.
        self.refuses: Callable[[int, int], int] = lambda _number, _count: 0
        self.asked = asyncio.Event()  # an interaction is being answered
        self.waiting: set[str] = set()  # interactions that are being answered
        self.answerable = asyncio.Event()
        self.answered = asyncio.Event()
        self.resumable = asyncio.Event()
        self.resumes = True  # and otherwise every session has to begin anew
        self._of_shard: dict[int, web.WebSocketResponse] = {}

    async def cut_off(self, shard: int) -> None:
        """Break the connection of a shard. It gets no further than that until `resumable` is
        set."""
        await self._of_shard[shard].close(code=4000)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    async def ask(self, number: str = ASKED["id"], shard: int = 0) -> None:
        """Send an interaction to a shard."""
        asked = ASKED | {"id": number}
        event = {"op": 0, "t": "INTERACTION_CREATE", "s": 9, "d": asked}
        await self._of_shard[shard].send_json(event)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        public = request.path.startswith(("/gateway", "/api/v10/interactions"))
        if not public and request.headers["Authorization"] != f"Bot {self.token}":
            return answer({"message": "401: Unauthorized", "code": 0}, status=401)
        served: web.StreamResponse = await handler(request)
        return served

    async def _me(self, _request: web.Request) -> web.Response:
        self.logins += 1
        return answer(BOT)

    async def _application(self, _request: web.Request) -> web.Response:
        return answer(self.application)

    async def _register(self, request: web.Request) -> web.Response:
        await self.registers.wait()
        self.registered += 1
        made: dict[str, Any] = {
            "id": "1",
            "application_id": "222",
            "version": "1",
            "description": "",
        }
        made["default_member_permissions"] = None
        return answer([made | each for each in await request.json()])

    async def _doors(self, _request: web.Request) -> web.Response:
        url = f"ws://127.0.0.1:{self.port}/gateway"
        return answer({"url": url, "shards": self.shards, "session_start_limit": self.starts})

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.set()
        self.waiting.add(request.match_info["id"])
        await self.answerable.wait()
        self.waiting.discard(request.match_info["id"])
        self.answered.set()
        return web.Response(status=204)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            await self._told(socket, message.json())
        if socket.close_code != WSCloseCode.ABNORMAL_CLOSURE:
            self.left.set()
            self.farewells += 1
        return socket

    async def _told(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        if said["op"] == 1:
            await socket.send_json({"op": 11})
        elif said["op"] == 2:
            await self._identified(socket, said["d"])
        elif said["op"] == 6:
            await self.resumable.wait()
            resumed = {"op": 0, "t": "RESUMED", "s": 2, "d": {}}
            await socket.send_json(resumed if self.resumes else {"op": 9, "d": False})

    async def _identified(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        number, count = said["shard"]
        known = said["token"] == self.token
        if code := self.close_with or (self.refuses(number, count) if known else 4004):
            await socket.close(code=code)
            return
        self.shards_identified.append((number, count))
        self._of_shard[number] = socket
        servers = [each for each in self.servers if (each >> 22) % count == number]
        here = f"ws://127.0.0.1:{self.port}/gateway"
        ready = {"v": 10, "user": BOT, "session_id": "888", "resume_gateway_url": here}
        ready |= {"guilds": [{"id": str(each), "unavailable": True} for each in servers]}
        ready |= {"application": {"id": "222", "flags": 0}}
        await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
        for each in servers:
            guild = {"id": str(each), "name": "Hall", "member_count": 1, "owner_id": "333"}
            await socket.send_json({"op": 0, "t": "GUILD_CREATE", "s": 1, "d": guild})
        self.identified.set()

    @asynccontextmanager
    async def reachable(self) -> AsyncIterator["Discord"]:
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/api/v10/users/@me", self._me),
                web.get("/api/v10/oauth2/applications/@me", self._application),
                web.put("/api/v10/applications/222/commands", self._register),
                web.get("/api/v10/gateway/bot", self._doors),
                web.post("/api/v10/interactions/{id}/{token}/callback", self._answer),
                web.get("/gateway", self._gateway),
            ]
        )
        runner = web.AppRunner(app, shutdown_timeout=0.01)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port).start()
        try:
            yield self
        finally:
            await runner.cleanup()
