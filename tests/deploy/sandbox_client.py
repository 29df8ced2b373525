"""The sandbox on real sockets: a bot and its people, whom the tests move by hand."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientTimeout, FormData

from deploy.sandbox.gateway.gateway import Heartbeat
from deploy.sandbox.gateway.intents import PRIVILEGED, Intent
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import ONE, Scale
from deploy.sandbox.tokens import a_dummy
from tests.deploy import openapi_check
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.page_client import PageClient

SERVER = "100000000000000000"
BOTS, MODERATORS, FRIENDS = (f"10000000000000000{each}" for each in (1, 2, 3))
ANA, BO, CLEO, DAN, EVE = (f"11000000000000000{each}" for each in range(1, 6))
DUELS, LOBBY, NEWS, THREAD = (f"12000000000000000{each}" for each in range(1, 5))
ANAS, BOS = "130000000000000001", "130000000000000002"

MESSAGE, THINKING, LATER, CHANGE, SUGGESTIONS, FORM = 4, 5, 6, 7, 8, 9
EPHEMERAL, LOADING, V2 = 64, 128, 1 << 15

PING = {"name": "ping", "description": "Says whether it is there", "type": 1}
BUTTON = {"type": 2, "style": 1, "label": "Press", "custom_id": "b"}
BUTTONS = [{"type": 1, "components": [BUTTON]}]


def of_server(nth: int, key: str) -> str:
    """Return the ID that the server with this number, counted from 0, has for itself, a role or a
    channel, by that of the first server."""
    return str(int(key) + (nth << 22))


def named(name: str) -> dict[str, Any]:
    """A file that comes with a message, in its form."""
    return {"id": 0, "filename": name}


# Tests send heartbeats to see that nothing comes before the answer.
AT_ONCE = Heartbeat(round_trip=0.0)


class Clock:
    """A clock, in milliseconds, that stands still unless a test waits."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def __call__(self) -> int:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += round(seconds * 1000)


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def complaint(self) -> tuple[int, int]:
        return self.status, self.body["code"]

    @property
    def why(self) -> tuple[int, str]:
        """Return the status and the reason that the page shows."""
        return self.status, self.body["why"]

    @property
    def id(self) -> str:
        return str(self.body["id"])


class Club:
    def __init__(self, sandbox: Sandbox, web: ClientSession, clock: Clock) -> None:
        self.sandbox = sandbox
        self.web = web
        self.clock = clock
        self.application = sandbox.world.application
        self.token = a_dummy(self.application)
        self._registered: list[Any] = []

    async def fetch(self, method: str, url: str, **more: Any) -> Reply:
        async with self.web.request(method, url, **more) as response:
            text = await response.text()
            is_json = response.content_type == "application/json" and text
            body = json.loads(text) if is_json else text or None
        if "/api/" in url:
            openapi_check.answer(method, url, response.status, body)
        return Reply(response.status, body, response.headers)

    # Requests of the bot.

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        more.setdefault("headers", {"Authorization": f"Bot {self.token}"})
        if body is not None:
            more["json"] = body
        return await self.fetch(method, self.sandbox.rest + path, **more)

    async def upload(
        self, method: str, path: str, body: Any, *files: tuple[str, str, str, bytes]
    ) -> Reply:
        """Each file is the name of its part, its own name, its type and what is in it."""
        form = FormData(quote_fields=False, default_to_multipart=True)
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for part, name, kind, content in files:
            form.add_field(part, content, filename=name, content_type=kind)
        return await self.ask(method, path, data=form)

    async def post(self, place: str = DUELS, **body: Any) -> Reply:
        return await self.ask("POST", f"/channels/{place}/messages", body or {"content": "hi"})

    async def line(
        self, query: str = "?v=10&encoding=json", path: str = "gateway"
    ) -> GatewayClient:
        url = f"ws://127.0.0.1:{self.sandbox.port}/{path}{query}"
        return GatewayClient(await self.web.ws_connect(url, max_msg_size=0), self.token)

    async def shard(self, index: int, count: int, intents: int = 1) -> GatewayClient:
        """The line of one shard, which has been told READY."""
        line = await self.line()
        await line.hear()
        await line.identify(shard=[index, count], intents=intents)
        await line.event("READY")
        return line

    async def online(self, intents: Intent = Intent.GUILDS) -> GatewayClient:
        """A bot's line, on which it has been greeted. Its owner allows it whatever it asks for."""
        self.sandbox.world.context.privileged = intents & PRIVILEGED
        line = await self.line()
        await line.hear()
        await line.identify(intents=intents | Intent.GUILDS)
        await line.event("GUILD_CREATE")
        return line

    def grant(self, permissions: May) -> None:
        """Let the bot do more than it is invited for."""
        roles = self.sandbox.world.servers.first.roles
        roles[BOTS] = replace(roles[BOTS], permissions=roles[BOTS].permissions | permissions)

    def deny(self, permissions: May, place: str = DUELS, whom: str = "") -> None:
        """Deny the bot, or somebody else, these permissions in a channel."""
        places = self.sandbox.world.servers.first.places
        places[place] = replace(places[place], closed={whom or self.application: permissions})

    async def register(self, *commands: Any) -> Reply:
        return await self.ask("PUT", f"/applications/{self.application}/commands", list(commands))

    async def answer(self, asked: Any, kind: int, data: Any = None, query: str = "") -> Reply:
        body = {"type": kind} | ({} if data is None else {"data": data})
        path = f"/interactions/{asked['id']}/{asked['token']}/callback{query}"
        return await self.ask("POST", path, body, headers={})

    async def follow_up(self, asked: Any, **body: Any) -> Reply:
        path = f"/webhooks/{self.application}/{asked['token']}"
        return await self.ask("POST", path, body, headers={})

    async def original(
        self, method: str, asked: Any, body: Any = None, message: str = "@original"
    ) -> Reply:
        path = f"/webhooks/{self.application}/{asked['token']}/messages/{message}"
        return await self.ask(method, path, body, headers={})

    # Requests of people.

    async def page(self, method: str, path: str, **more: Any) -> Reply:
        return await self.fetch(method, self.sandbox.url + path, **more)

    async def act(self, person: str, act: str, **asked: Any) -> Reply:
        return await self.page("POST", f"seats/{person}/{act}", json=asked)

    async def say(self, person: str, content: str, place: str = DUELS) -> Reply:
        return await self.act(person, "messages", channel=place, content=content)

    async def press(self, person: str, message: str, custom_id: str = "b", **more: Any) -> Reply:
        return await self.act(person, "presses", message=message, custom_id=custom_id, **more)

    async def sit(self, person: str | None = ANA, server: str = SERVER) -> PageClient:
        """Open the page as this person."""
        asked = f"&member={person}" if person else ""
        url = f"{self.sandbox.url}live?server={server}{asked}".replace("http", "ws", 1)
        return PageClient(await self.web.ws_connect(url, max_msg_size=0))

    async def set(self, kind: str, **more: Any) -> Reply:
        """A fault."""
        return await self.page("POST", "faults", json={"kind": kind} | more)

    # Requests of people, and their events at the bot.

    async def asked(
        self, line: GatewayClient, person: str = ANA, place: str = DUELS, **command: Any
    ) -> dict[str, Any]:
        """Send a command, and return the interaction that the bot receives."""
        (known,) = (await self.register(PING | command)).body
        sent = await self.act(person, "commands", channel=place, command=known["id"])
        told = await line.event("INTERACTION_CREATE")
        assert sent.body == {"interaction": told["id"]}
        return told

    async def pressed(
        self, line: GatewayClient, person: str = ANA, place: str = DUELS
    ) -> dict[str, Any]:
        """Press a button on the bot's message, and return the interaction that the bot receives."""
        post = await self.post(place, content="Press it", components=BUTTONS)
        assert (await self.press(person, post.id)).status == 200
        return await line.event("INTERACTION_CREATE")

    async def private_answer(self, line: GatewayClient, **data: Any) -> str:
        """Send a command, answer it with a message that only its sender sees, and return its id."""
        asked = await self.asked(line)
        data = {"content": "psst", "flags": EPHEMERAL} | data
        told = await self.answer(asked, MESSAGE, data, "?with_response=true")
        return str(told.body["resource"]["message"]["id"])


@asynccontextmanager
async def a_club(
    *,
    limited: bool = False,
    strict: bool = True,
    heartbeat: Heartbeat = AT_ONCE,
    privileged: bool = False,
    journal: Path | None = None,
    clock: Clock | None = None,
    scale: Scale = ONE,
) -> AsyncIterator[Club]:
    clock = clock or Clock()
    sandbox = Sandbox(
        now=clock,
        heartbeat=heartbeat,
        limited=limited,
        strict=strict,
        privileged=privileged,
        journal=journal,
        scale=scale,
    )
    async with (
        sandbox.open(),
        ClientSession(timeout=ClientTimeout(total=5)) as web,
    ):
        yield Club(sandbox, web, clock)


async def until(condition: Any) -> None:
    """Wait until the condition holds, for at most three seconds."""
    async with asyncio.timeout(3):
        while not condition():
            await asyncio.sleep(0.001)
