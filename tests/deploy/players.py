"""Ana and Bo, for `deploy/drill.sh`: they have a Discord of their own, wait for a bot to come
there, and do what is told them line by line. Each line is answered by one."""

import asyncio
import sys
from pathlib import Path

from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.tokens import a_dummy
from tests.e2e.duel import Duel, offers
from tests.e2e.message import Message
from tests.e2e.table import Table, seated
from tests.e2e.told import BOARD, listed


class Players:
    """The two players; they remember the moves that they made, and those that were saved."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._duel: Duel
        self._saved: list[tuple[str, str]] = []

    async def begin(self) -> str:
        self._duel = await self._table.duel(self._table.ana, self._table.bo, "parity")
        return str(self._duel)

    async def play(self, count: str = "1") -> str:
        for _ in range(int(count)):
            await self._duel.plays((await self._duel.moves())[0])
        return f"{self._duel}: {_told(self._duel.made)}"

    async def save(self) -> str:
        """Remember the current board as the one that a backup holds."""
        self._saved = [*self._duel.made]
        return str(self._duel)

    async def come_back(self) -> str:
        """Continue after the bot was restored from the backup: make another move than the lost
        one."""
        await self._table.bot_is("online")
        lost = self._duel.made[len(self._saved)]
        self._duel.made = self._saved
        for each in self._duel.players:
            each.screen.messages.clear()
        answer = await self._table.ana.types("/duel board", duel=str(self._duel.number))
        assert _next(answer.message) == len(self._saved) + 1, answer.message.text
        others = [each for each in offers(answer.message) if each != lost[1]]
        await self._duel.plays(others[0])
        return f"{self._duel}, where {lost[0]} had taken {lost[1]}: {_told(self._duel.made)}"

    async def finish(self) -> str:
        shown = (await self._duel.plays_on()).text
        moves = [move for _, move in self._duel.made]
        assert list(listed(shown)) == moves, shown
        return f"{_told(self._duel.made)}: {shown.splitlines()[0]}"


def _next(board: Message) -> int | None:
    found = BOARD.search(board.text)
    return int(found["move"]) if found else None


def _told(made: list[tuple[str, str]]) -> str:
    return " ".join(move for _, move in made)


async def main() -> None:
    sandbox = Sandbox(limited=False, strict=True)
    async with sandbox.open():
        print(sandbox.rest, a_dummy(sandbox.world.application), flush=True)
        await _line()  # the bot is there
        async with seated(sandbox.url, Path()) as table:
            players = Players(table)
            while line := await _line():
                name, *rest = line.split()
                print(await getattr(players, name)(*rest), flush=True)


async def _line() -> str:
    return await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(main())
