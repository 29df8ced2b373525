"""A card that the bot draws waits at a gate for as long as a test wants."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import discord
import pytest

from bot.background import Background
from bot.delivery.sender import Sender
from bot.duels.end_card import EndCard
from bot.guilds.servers import Servers
from storage.ids import MessageId
from storage.match import Match
from tests.bot.simcord.world import World


def queue_up(
    world: World, monkeypatch: pytest.MonkeyPatch, is_meant: Callable[[asyncio.Task[Any]], bool]
) -> None:
    """SimCord doesn't wait for these tasks while they wait for their turn."""
    acquire = asyncio.Lock.acquire

    async def waited(self: asyncio.Lock) -> Any:
        task = asyncio.current_task()
        if task is None or not is_meant(task):
            return await acquire(self)
        return await world.env.external_wait(acquire(self), reason="somebody else's turn")

    monkeypatch.setattr(asyncio.Lock, "acquire", waited)


class DrawingGate:
    """A gate at which every drawing waits until it is opened."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self._world = world
        self._free = asyncio.Event()
        self._draw = world.client.services.drawing.draw
        self.waiting = self.most = 0
        monkeypatch.setattr(world.client.services.drawing, "draw", self._drawn)
        queue_up(world, monkeypatch, lambda task: task.get_name() == "end card")

    async def _drawn(self, *of: Any) -> Any:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await self._world.env.external_wait(self._free.wait(), reason="a card")
        self.waiting -= 1
        return await self._draw(*of)

    async def free(self) -> None:
        self._free.set()
        await self._world.env.settle()


class NotBegun(Background):
    """Says what would have been begun."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        work.close()
        self.names.append(name)


def enclose(world: World, match: Match, background: Background, times: int) -> None:
    """Have the card of a finished duel put under its message so many times."""
    client = world.client
    members, drawing = client.services.members, client.services.drawing
    end_card = EndCard(
        world.store,
        Sender(client),
        Servers(client),
        members,
        drawing,
        background,
        world.shared.end_card,
    )
    for _ in range(times):
        end_card.enclose(match, match.board.channel, MessageId(1))


async def ended(world: World) -> discord.Message:
    """A duel that Ana wins."""
    await world.play(await world.rated(size=3), 2, 1, 3)
    return world.last()
