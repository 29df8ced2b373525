"""Another bot in the real one's place, which says what a test has it say: ours has no forms yet,
and doesn't write whatever a page should be able to show."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from deploy.sandbox.files import File
from deploy.sandbox.interactions.interaction import Answer
from deploy.sandbox.messages.post import V2, Post
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.world import World

Json = dict[str, Any]


class Puppet:
    def __init__(self, world: World) -> None:
        self._world = world
        self._heard: asyncio.Queue[Json] = asyncio.Queue()

    def hear(self, interaction: Json) -> None:
        self._heard.put_nowait(interaction)

    async def is_asked(self) -> Json:
        async with asyncio.timeout(20):
            return await self._heard.get()

    def answers(self, asked: Json, kind: Answer, **data: Any) -> None:
        waiting = self._world.interactions.waiting(asked["id"], asked["token"])
        self._world.interactions.answer(waiting, kind, data, {})

    def writes(self, content: str = "", file: File | None = None, **form: Any) -> Post:
        """Write a message of the bot in #duels."""
        server = self._world.servers.first
        place = next(each for each in server.places.values() if each.name == "duels")
        files = {"0": file} if file else {}
        written = {"content": content} | form
        return self._world.messages.write(place, server.bot, written, files)

    def lays_out(self, *components: Json, file: File | None = None) -> Post:
        """Write a message of Components V2."""
        return self.writes(file=file, components=list(components), flags=V2)


@contextmanager
def puppet(sandbox: Sandbox) -> Iterator[Puppet]:
    """The real bot stays, and hears nothing of what is asked."""
    context = sandbox.world.context
    real, made = context.deliver, Puppet(sandbox.world)
    context.deliver = made.hear
    try:
        yield made
    finally:
        context.deliver = real
