"""Cards that are waited for as long as a test wants."""

import asyncio
from typing import Any

import discord
import pytest

from tests.bot.server.hall import Hall


class Easel:
    """In front of the gallery: whoever wants a picture waits until it is free."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self._hall = hall
        self._free = asyncio.Event()
        self._draw = hall.client.services.drawing.draw
        self.waiting = self.most = 0
        monkeypatch.setattr(hall.client.services.drawing, "draw", self._drawn)
        one_by_one = hall.client.services.end_card._one_by_one
        acquire = one_by_one.acquire

        async def waited() -> Any:
            return await hall.env.external_wait(acquire(), reason="somebody else's card")

        monkeypatch.setattr(one_by_one, "acquire", waited)

    async def _drawn(self, *of: Any) -> Any:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await self._hall.env.external_wait(self._free.wait(), reason="the easel")
        self.waiting -= 1
        return await self._draw(*of)

    async def free(self) -> None:
        self._free.set()
        await self._hall.env.settle()


async def ended(hall: Hall) -> discord.Message:
    """A duel that Ana wins."""
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    return hall.last()
