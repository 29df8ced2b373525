"""The open pages: each subscriber receives the updates that its member may see."""

import asyncio
from collections.abc import Callable

from deploy.sandbox.guild.guild import Person
from deploy.sandbox.objects import Json

# A page with this many unread frames is disconnected, and begins anew.
BEHIND = 10_000


class Subscriber:
    def __init__(self, person: Person | None) -> None:
        self.person = person
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

    def tell(self, frame: Json, to: Callable[[Person], bool]) -> None:
        for seat in self.all:
            if seat.person is not None and to(seat.person):
                seat.hear(frame)

    def tell_all(self, frame: Json) -> None:
        for seat in self.all:
            seat.hear(frame)
