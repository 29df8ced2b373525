"""Somebody who plays many duels at once: takes note of what they ask, and doesn't wait longer for
an answer than Discord does."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp

from tests.e2e.chaos.album import Album
from tests.e2e.chaos.asked import Asked, meant
from tests.e2e.player import Answer, Player

# Also what is still to come is an answer.
SETTLED = ("answered", "failed", "thinking")


class Guest(Player):
    screen: Album

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        member: dict[str, Any],
        now: Callable[[], float],
    ) -> None:
        super().__init__(http, url, member)
        self.screen = Album(self.name, now)
        self.asked: list[Asked] = []
        self._clock = now

    async def _asks(self, what: str, **asked: Any) -> Answer:
        at, began = self._clock(), asyncio.get_running_loop().time()
        number = (await self._posts(what, **asked))["interaction"]
        mine = Asked(number, self.name, meant(what, asked), at, began)
        self.asked.append(mine)
        mine.state = await self.screen.until(
            lambda: self._settled(number), f"what became of {mine}"
        )
        mine.took = asyncio.get_running_loop().time() - began
        answer = self.screen.answer(number)
        shown = answer or self.screen.messages.get(asked.get("message", ""))
        mine.told = shown.text if shown and shown.private else None
        return Answer(mine.state == "failed", shown)

    def _settled(self, number: str) -> str | None:
        state = self.screen.asked.get(number)
        return state if state in SETTLED else None
