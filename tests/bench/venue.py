"""A sandbox in which a bot is measured: it has many tables for two, each in its own channel. The
benchmark acts as their players, and receives the bot's answers."""

import asyncio
import os
import sys
from asyncio import Future
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest.mock import patch

from deploy.sandbox.bot_process import Bot
from deploy.sandbox.guild.guild import Person, Place
from deploy.sandbox.interactions import lifecycle
from deploy.sandbox.interactions.component_input import pressed
from deploy.sandbox.interactions.interaction import Asked
from deploy.sandbox.interactions.lifecycle import Interactions
from deploy.sandbox.messages.message_store import MessageStore
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.tokens import a_dummy
from storage.engines import database_at
from storage.ids import GuildId
from storage.match import BoardMode
from storage.people import HouseRules
from tests.bench import processes

CHECKOUT = Path(__file__).parents[2]
# Each table has its own channel: in a shared one our bot would tidy only some of the boards, and
# have less to do.
TABLES = 100
# A bot that has used less than `STILL` seconds of CPU in `GLANCE` has finished what it had to do.
GLANCE, STILL = 0.05, 0.0005
# A machine may stand still for seconds. Then a figure is missed, and the benchmark goes on.
PATIENCE = 60.0


class Venue:
    def __init__(
        self,
        name: str,
        module: str,
        folder: Path,
        mode: BoardMode | None = None,
        *,
        cards: bool = False,
        database: str | None = None,
    ) -> None:
        """With a mode, the server wants boards so; others' bots know of none. Without a database
        the bot has a file of its own."""
        self._mode = mode
        self._database = database or str(folder / f"{name}.db")
        # What the bot has asked for, and who waits for it: each answer by its interaction, and
        # each message by its channel.
        self.requests = Counter[str]()
        self._awaited: dict[str, Future[float]] = {}
        self.sandbox = Sandbox(limited=False, strict=True, heard=self._hear)
        settings = {
            "DISCORD_TOKEN": a_dummy(self.sandbox.world.application),
            "DUELHOST_DISCORD_URL": self.sandbox.rest,
            "DUELHOST_DATABASE": self._database,
            "DUELHOST_CARDS": "on" if cards else "off",
            # These players are quicker than people.
            "DUELHOST_PLAYER_LIMIT": "1000000",
            "DUELHOST_SERVER_LIMIT": "1000000",
            "PYTHONPATH": os.pathsep.join(filter(None, (str(CHECKOUT), os.getenv("PYTHONPATH")))),
        }
        command = [sys.executable, "-m", *module.split()]
        self._bot = Bot(command, settings, folder, folder / f"{name}.log")
        self.sandbox.host(self._bot)
        self.world = world = self.sandbox.world
        server = world.servers.first
        self.places = [
            Place(f"14{nth:016}", f"table-{nth}", guild=server.id) for nth in range(TABLES)
        ]
        self.people = [
            Person(f"15{nth:016}", f"player{nth}", f"Player {nth}", "#888888")
            for nth in range(2 * TABLES)
        ]
        for each in self.places:
            world.servers.add(each)
        server.people.update({each.id: each for each in self.people})
        world.messages = MessageStore(world.context)
        world.interactions = Interactions(world.context, world.messages)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Venue"]:
        if self._mode:
            async with database_at(self._database).open() as store:
                guild = GuildId(int(self.world.servers.first.id))
                await store.rule_house(guild, HouseRules(board_mode=self._mode))
        with patch.object(lifecycle, "ACKNOWLEDGED_WITHIN", round(1000 * PATIENCE)):
            async with self.sandbox.open():
                await self._bot.start()
                async with asyncio.timeout(PATIENCE):
                    while not self.sandbox.gateway.connected:
                        await asyncio.sleep(0.05)
                yield self

    @property
    def cpu(self) -> float:
        return processes.cpu(self._pid)

    @property
    def resident(self) -> int:
        return processes.resident(self._pid)

    @property
    def _pid(self) -> int:
        assert self._bot.pid
        return self._bot.pid

    async def quiet(self) -> None:
        """Wait until the bot has also done the work that no answer waits for."""
        used, before = self.cpu, -1.0
        while used - before > STILL:
            await asyncio.sleep(GLANCE)
            before, used = used, self.cpu

    async def command(
        self, person: Person, place: Place, path: str, options: Json
    ) -> tuple[Post, float]:
        name, *inner = path.split()
        data = self.world.commands.whole(await self._known(name), inner, options, person, place)
        return await self._ask(Asked.COMMAND, person, place, data, source={"name": path})

    async def _known(self, name: str) -> Json:
        """Return a command, which the bot may register only after it has connected."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for each in self.world.command_store.registered():
                    if each["name"] == name:
                        return each
                await asyncio.sleep(GLANCE)

    async def press(
        self, person: Person, post: Post, custom_id: str, *chosen: str, anew: bool = False
    ) -> tuple[Post, float]:
        """Return the message afterwards and the response time: the answer, or the pressed message
        as changed, or what is posted `anew` in its channel."""
        data = pressed(self.world.servers.first, post, person, custom_id, [*chosen])
        ask = partial(self._ask, Asked.PRESS, person, post.place, data, source={}, pressed=post)
        if not anew:
            return await ask()
        begun = perf_counter()
        posted = self._awaited[post.place.id] = asyncio.get_running_loop().create_future()
        await ask()
        came = await posted
        last = self.world.servers.first.last_messages[post.place.id]
        return self.world.messages.find(post.place.id, last), came - begun

    async def first_in_thread(self, post: Post) -> Post:
        """Wait for the first message in the thread of a message."""
        async with asyncio.timeout(PATIENCE):
            while (last := self.world.servers.first.last_messages.get(post.id)) is None:
                await asyncio.sleep(GLANCE)
        return self.world.messages.find(post.id, last)

    def _hear(self, method: str, path: str, body: Any, _port: int | None) -> None:
        """A request has been read, before anybody looks into it."""
        came = perf_counter()
        _, kind, key, *_ = path.split("/")
        self.requests[
            f"answer {body['type']}" if kind == "interactions" else f"{method} {kind}"
        ] += 1
        if method == "POST" and key in self._awaited:
            self._awaited.pop(key).set_result(came)

    async def _ask(
        self, kind: Asked, person: Person, place: Place, data: Json, **about: Any
    ) -> tuple[Post, float]:
        asked = self.world.interactions.ask(kind, person, place, data, **about)
        begun = perf_counter()
        answered: Future[float] = asyncio.get_running_loop().create_future()
        self._awaited[asked.id] = answered
        try:
            async with asyncio.timeout(PATIENCE):
                came = await answered
        except TimeoutError:
            end_of_log = self._bot.log.read_text("utf-8")[-2000:]
            raise Unanswered(f"{data} wasn't answered. The log ends with\n{end_of_log}") from None
        if asked.original is None or asked.original.reader:
            told = asked.original and asked.original.payload["content"]
            raise Unanswered(f"{data} was only answered with {told}")
        return asked.original, came - begun


class Unanswered(Exception):
    """Such a bot can't be measured."""
