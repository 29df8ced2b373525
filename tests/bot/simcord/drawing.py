"""Cards that are waited for as long as a test wants."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import discord
import pytest

from bot.background import Background
from bot.delivery.sender import Sender
from bot.duels.end_card import EndCard
from bot.text.english import English
from storage.ids import MessageId
from storage.match import Match
from tests.bot.simcord.server import Hall


def queue_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, is_meant: Callable[[asyncio.Task[Any]], bool]
) -> None:
    """SimCord doesn't wait for these tasks while they wait for their turn."""
    acquire = asyncio.Lock.acquire

    async def waited(self: asyncio.Lock) -> Any:
        task = asyncio.current_task()
        if task is None or not is_meant(task):
            return await acquire(self)
        return await hall.env.external_wait(acquire(self), reason="somebody else's turn")

    monkeypatch.setattr(asyncio.Lock, "acquire", waited)


class Easel:
    """In front of the gallery: whoever wants a picture waits until it is free."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self._hall = hall
        self._free = asyncio.Event()
        self._draw = hall.client.services.drawing.draw
        self.waiting = self.most = 0
        monkeypatch.setattr(hall.client.services.drawing, "draw", self._drawn)
        queue_up(hall, monkeypatch, lambda task: task.get_name() == "end card")

    async def _drawn(self, *of: Any) -> Any:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await self._hall.env.external_wait(self._free.wait(), reason="the easel")
        self.waiting -= 1
        return await self._draw(*of)

    async def free(self) -> None:
        self._free.set()
        await self._hall.env.settle()


class NotBegun(Background):
    """Says what would have been begun."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        work.close()
        self.names.append(name)


def enclose(hall: Hall, match: Match, background: Background, times: int) -> None:
    """Have the card of a finished duel put under its message so many times."""
    client = hall.client
    members, drawing = client.services.members, client.services.drawing
    end_card = EndCard(hall.store, Sender(client), members, drawing, background)
    for _ in range(times):
        end_card.enclose(match, match.board.channel, MessageId(1), English)


async def ended(hall: Hall) -> discord.Message:
    """A duel that Ana wins."""
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    return hall.last()
