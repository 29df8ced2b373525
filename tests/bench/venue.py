"""A sandbox in which a bot is measured: it has many tables for two, each in its own channel. The
benchmark acts as their players, and receives the bot's answers."""

import asyncio
import os
import sys
from asyncio import Future
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from deploy.sandbox.bot_process import Bot
from deploy.sandbox.component_input import pressed
from deploy.sandbox.context import Context
from deploy.sandbox.files import File
from deploy.sandbox.guild import Person, Place
from deploy.sandbox.interaction import Asked, Interaction
from deploy.sandbox.lifecycle import Interactions
from deploy.sandbox.message_store import MessageStore
from deploy.sandbox.objects import Json
from deploy.sandbox.post import Post
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.tokens import a_dummy
from tests.bench import processes

CHECKOUT = Path(__file__).parents[2]
# Each table has its own channel: in a shared one our bot would tidy only some of the boards, and
# have less to do.
TABLES = 100
# A bot that has used less than `STILL` seconds of CPU in `GLANCE` has finished what it had to do.
GLANCE, STILL = 0.05, 0.0005
PATIENCE = 10.0


class Heard(Interactions):
    """Tells when an answer came: when its request had been read, before anybody looks into it."""

    def __init__(self, context: Context, messages: MessageStore) -> None:
        super().__init__(context, messages)
        self.answers: dict[str, Future[float]] = {}
        self._came = 0.0

    def waiting(self, interaction: str, token: str) -> Interaction:
        self._came = perf_counter()
        return super().waiting(interaction, token)

    def answer(self, asked: Interaction, kind: int, data: Any, files: Mapping[str, File]) -> Json:
        told = super().answer(asked, kind, data, files)
        self.answers.pop(asked.id).set_result(self._came)
        return told


class Venue:
    def __init__(self, module: str, folder: Path) -> None:
        self.sandbox = Sandbox(limited=False)
        settings = {
            "DISCORD_TOKEN": a_dummy(),
            "DUELHOST_DISCORD_URL": self.sandbox.rest,
            "DUELHOST_DATABASE": str(folder / f"{module}.db"),
            "DUELHOST_CARDS": "off",
            # These players are quicker than people.
            "DUELHOST_PLAYER_LIMIT": "1000000",
            "DUELHOST_SERVER_LIMIT": "1000000",
            "PYTHONPATH": os.pathsep.join(filter(None, (str(CHECKOUT), os.getenv("PYTHONPATH")))),
        }
        command = [sys.executable, "-m", *module.split()]
        self._bot = Bot(command, settings, folder, folder / f"{module}.log")
        self.sandbox.host(self._bot)
        self.world = world = self.sandbox.world
        self.places = [Place(f"14{nth:016}", f"table-{nth}") for nth in range(TABLES)]
        self.people = [
            Person(f"15{nth:016}", f"player{nth}", f"Player {nth}", "#888888")
            for nth in range(2 * TABLES)
        ]
        world.server.places.update({each.id: each for each in self.places})
        world.server.people.update({each.id: each for each in self.people})
        world.messages = MessageStore(world.context)
        world.interactions = self._heard = Heard(world.context, world.messages)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Venue"]:
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
        commands = self.world.commands
        found = next(each for each in commands.registered if each["name"] == name)
        data = commands.whole(found, inner, options, person, place)
        return await self._ask(Asked.COMMAND, person, place, data, source={"name": path})

    async def press(self, person: Person, post: Post, custom_id: str) -> tuple[Post, float]:
        """Return the message afterwards: a new one, or the pressed one as changed; and the response
        time."""
        data = pressed(self.world.server, post, person, custom_id, [])
        return await self._ask(Asked.PRESS, person, post.place, data, source={}, pressed=post)

    async def _ask(
        self, kind: Asked, person: Person, place: Place, data: Json, **about: Any
    ) -> tuple[Post, float]:
        asked = self._heard.ask(kind, person, place, data, **about)
        begun = perf_counter()
        answered: Future[float] = asyncio.get_running_loop().create_future()
        self._heard.answers[asked.id] = answered
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
