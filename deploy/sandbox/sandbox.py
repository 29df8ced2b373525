"""The sandbox as a web server on this machine: Discord for a bot on one side, a page for people on
the other."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from html import escape
from pathlib import Path
from secrets import token_urlsafe

from aiohttp import web

from deploy.sandbox.bot_process import Bot
from deploy.sandbox.faults import Aim, Faults, Kind
from deploy.sandbox.gateway.gateway import Gateway, Heartbeat
from deploy.sandbox.gateway.intents import NONE, PRIVILEGED
from deploy.sandbox.guild.template import DUELHOST, Template
from deploy.sandbox.ids import Now, by_the_clock
from deploy.sandbox.journal import Journal
from deploy.sandbox.objects import Json
from deploy.sandbox.origin_check import guard, harden
from deploy.sandbox.page_api.fault_api import FaultApi
from deploy.sandbox.page_api.page_api import PageApi
from deploy.sandbox.rate_limits import RateLimits
from deploy.sandbox.rest import BASE, Heard, Rest
from deploy.sandbox.scale import ONE, Scale
from deploy.sandbox.shortcomings import Shortcomings
from deploy.sandbox.world import World

PAGE = Path(__file__).parent / "page"
LARGEST_REQUEST = 30 << 20
HEARTBEAT = Heartbeat()


class Sandbox:
    """The parts of a sandbox. Nothing is served before it is `open`."""

    def __init__(  # noqa: PLR0913
        self,
        port: int = 0,
        *,
        now: Now = by_the_clock,
        heartbeat: Heartbeat = HEARTBEAT,
        limited: bool = True,
        strict: bool = False,
        privileged: bool = False,
        template: Template = DUELHOST,
        journal: Path | None = None,
        heard: Heard = lambda *_: None,
        scale: Scale = ONE,
    ) -> None:
        """If `strict`, an unknown field in a request is refused, where Discord ignores it. A
        `privileged` bot may have the privileged intents."""
        self._journal = Journal(journal) if journal else None
        # Nobody but this machine can reach it.
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listening.getsockname()[1]
        self._secret = token_urlsafe(16)
        origin = f"http://127.0.0.1:{self.port}"
        self.url = f"{origin}/{self._secret}/"
        self.rest = origin + BASE
        # Without a version, which other people's clients append.
        self.api = f"{origin}/api"
        gateway = f"ws://127.0.0.1:{self.port}/gateway"
        application = ""
        if self._journal:
            application = self._journal.application()
            scale = replace(scale, servers=max(scale.servers, self._journal.servers()))
        self.world = World(
            origin,
            gateway,
            now,
            application=application,
            template=template,
            scale=scale,
            limited=limited,
        )
        self.world.context.privileged = PRIVILEGED if privileged else NONE
        if self._journal:
            self._journal.begin(self.world)
        self.faults = Faults()
        self.limits = RateLimits(lambda: now() / 1000, enforced=limited)
        self.gateway = Gateway(self.world, heartbeat, self.world.starts)
        self.shortcomings = Shortcomings()
        self._rest = Rest(
            self.world, self.faults, self.limits, self.shortcomings, heard, strict=strict
        )
        self._page_api = PageApi(self.world, self._surroundings)
        self.bot: Bot | None = None
        # Told of each thing that the bot has asked for in vain.
        self.fell_short: Callable[[str], None] = lambda _: None
        self.world.context.deliver = self._deliver
        self.world.context.announce = self.gateway.tell
        self.gateway.changed = self._bot_changed
        self.faults.changed = self._faults_changed
        self.shortcomings.found = self._fell_short

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Sandbox"]:
        # Nobody compresses requests; one that can't be unpacked would be an error in the log.
        runner = web.AppRunner(
            self._app(), access_log=None, shutdown_timeout=1.0, auto_decompress=False
        )
        await runner.setup()
        await web.SockSite(runner, self._listening).start()
        try:
            yield self
        finally:
            if self.bot:
                await self.bot.stop()
            for seat in self.world.subscribers.all:
                seat.leave()
            await self.gateway.close()
            await runner.cleanup()
            if self._journal:
                self._journal.close()

    def host(self, bot: Bot) -> None:
        """The bot that the page can stop and start."""
        self.bot = bot
        bot.changed = self._bot_changed

    @property
    def state(self) -> str:
        """Whether the bot is there."""
        if self.gateway.connected:
            return "online"
        return "starting" if self.bot and self.bot.runs else "offline"

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[guard(self.port)], client_max_size=LARGEST_REQUEST)
        app.on_response_prepare.append(harden)
        app.add_routes(self._rest.routes())
        # Clients put a slash before the query, or none.
        app.add_routes([web.get(each, self.gateway.serve) for each in ("/gateway", "/gateway/")])
        app.add_routes([web.get("/attachments/{token}/{name}", self._attachment)])
        page = f"/{self._secret}"
        app.add_routes(self._page_api.routes(page))
        app.add_routes(FaultApi(self.faults, self.gateway, self._handles()).routes(page))
        app.add_routes([web.get(page + each, self._index) for each in ("/", "/index.html")])
        app.router.add_static(page, PAGE)
        return app

    def _handles(self) -> dict[str, Callable[[], Awaitable[None]]]:
        if self.bot is None:
            return {}
        bot = self.bot
        return {"kill": bot.kill, "restart": bot.restart, "stop": bot.stop, "start": bot.start}

    async def _index(self, _: web.Request) -> web.Response:
        text = (PAGE / "index.html").read_text("utf-8")
        bot = escape(self.world.servers.bot.name)
        return web.Response(text=text.replace("{bot}", bot), content_type="text/html")

    async def _attachment(self, request: web.Request) -> web.Response:
        file = self.world.shelf.take(request.match_info["token"])
        if file is None or file.name != request.match_info["name"]:
            raise web.HTTPNotFound
        policy = "sandbox; default-src 'none'"
        headers = {"Content-Type": file.content_type, "Content-Security-Policy": policy}
        return web.Response(body=file.content, headers=headers)

    def _deliver(self, interaction: Json) -> None:
        """Sends an interaction to the bot, delayed or twice if a fault says so."""
        what, server = {"interaction": interaction["id"]}, interaction.get("guild_id")
        fault = self.faults.strike(Aim.INTERACTIONS, what, server)
        late = fault.seconds if fault and fault.kind is Kind.DELAY else 0
        for _ in range(2 if fault and fault.kind is Kind.DUPLICATE else 1):
            if late:
                loop = asyncio.get_running_loop()
                loop.call_later(late, self.gateway.tell, "INTERACTION_CREATE", interaction)
            else:
                self.gateway.tell("INTERACTION_CREATE", interaction)

    def _surroundings(self) -> Json:
        faults = [each.told for each in self.faults.set]
        return {"bot": self.state, "faults": faults, "shortcomings": self.shortcomings.known}

    def _bot_changed(self) -> None:
        self.world.subscribers.tell_all({"type": "bot", "state": self.state})

    def _faults_changed(self) -> None:
        faults = [each.told for each in self.faults.set]
        self.world.subscribers.tell_all({"type": "faults", "faults": faults})

    def _fell_short(self, sentence: str) -> None:
        known = self.shortcomings.known
        self.world.subscribers.tell_all({"type": "shortcomings", "shortcomings": known})
        self.fell_short(sentence)
