"""The open pages: each subscriber receives the updates that its member may see."""

import asyncio
from collections.abc import Callable

from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.objects import Json

# A page with this many unread frames is disconnected, and begins anew.
BEHIND = 10_000


class Subscriber:
    def __init__(self, person: Person | None, server: Server) -> None:
        self.person = person
        self.server = server
        self.frames: asyncio.Queue[Json | None] = asyncio.Queue()

    def hear(self, frame: Json) -> None:
        if self.frames.qsize() < BEHIND:
            self.frames.put_nowait(frame)
        else:
            self.leave()

    def leave(self) -> None:
        self.frames.put_nowait(None)


class Subscribers:
    def __init__(self) -> None:
        self.all: set[Subscriber] = set()
        # Shows a page everything anew, once there is a page.
        self.greet: Callable[[Subscriber], None] = lambda _: None

    def looking_at(self, server: Server) -> list[Subscriber]:
        """Returns the pages that show a server. Direct messages are seen from all of them."""
        return [each for each in self.all if each.server is server or not server.id]

    def tell(self, server: Server, frame: Json, to: Callable[[Person], bool]) -> None:
        for seat in self.looking_at(server):
            if seat.person is not None and to(seat.person):
                seat.hear(frame)

    def tell_all(self, frame: Json) -> None:
        for seat in self.all:
            seat.hear(frame)
