"""Somebody who wants something to happen, and tries again when nothing comes of it, as people do:
when they read that the bot did not respond, or see that it has gone and come again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tests.e2e.chaos.guest import Guest
from tests.e2e.player import Answer, NotPossible

T = TypeVar("T")
Act = Callable[[], Awaitable[Answer]]

# In seconds: how long what was answered may take to be seen, and when somebody gives up.
SOON, PATIENCE = 4.0, 120.0


class Stuck(Exception):
    """Nothing came of it, however often it was tried."""


class Persisting:
    def __init__(self) -> None:
        # Nobody waits for what they have asked when they have seen what came of it.
        self._asking: set[asyncio.Future[bool]] = set()

    async def sees(
        self, who: Guest, look: Callable[[], T | None], what: str, seconds: float = PATIENCE
    ) -> T:
        """What comes without anybody's doing."""
        found = await who.screen.sees(look, seconds)
        if not found:
            raise Stuck(f"{who} never saw {what}")
        return found

    async def until(self, who: Guest, act: Act, look: Callable[[], T | None], what: str) -> T:
        """What comes of something that may have to be done more than once."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while not (found := look()):
            if loop.time() > until:
                raise Stuck(f"{who} tried in vain, and never saw {what}")
            await who.screen.sees(lambda: look() or who.screen.bot_is_there, PATIENCE)
            await self._tries(who, act, look)
        return found

    async def settle(self) -> None:
        """Everything that was asked has been answered, or won't be."""
        while self._asking:
            await asyncio.wait(self._asking)

    async def _tries(self, who: Guest, act: Act, look: Callable[[], object]) -> None:
        album = who.screen
        returns = album.returns

        def goes_on() -> bool:
            return bool(look()) or album.returns > returns

        asking = asyncio.ensure_future(_is_answered(act))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        seeing = asyncio.ensure_future(album.sees(goes_on, PATIENCE))
        await asyncio.wait((asking, seeing), return_when=asyncio.FIRST_COMPLETED)
        seeing.cancel()
        if asking.done() and asking.result():
            await album.sees(goes_on, SOON)


async def _is_answered(act: Act) -> bool:
    """Or what was to be pressed had gone: then there is something else to be seen soon."""
    try:
        return not (await act()).failed
    except NotPossible:
        return True
