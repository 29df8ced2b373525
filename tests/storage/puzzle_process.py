"""Players who answer puzzles in a process of its own, which says what has been acknowledged: each
answered call is a line on standard output, `decided PLAYER PUZZLE DECISIONS`."""

import asyncio
import os
import sys
from itertools import count
from pathlib import Path

from engine.ids import PlayerId
from storage.ids import InteractionId
from storage.match import Call
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.builders import CY, GUILD, START
from tests.storage.crash_process import say
from tests.storage.puzzle_builders import puzzles, right, wrong

CALLERS = 8


async def answer_all(store: Store, caller: int) -> None:
    """Answer all puzzles as one new player after another, also repeating each call."""
    for nth in count():
        # They must be new after each restart.
        player = PlayerId(CY + int.from_bytes(os.urandom(5), "big") * CALLERS + caller)
        while found := await store.next_puzzle(GUILD, player):
            text = right(found) if nth % 2 else wrong(found)
            call = Call(GUILD, player, InteractionId(nth + 1), START)
            made = len(found.attempt.decisions)
            await store.decide(call, found.number, text, made)
            decided = await store.decide(call, found.number, text, made)
            say("decided", player, decided.number, decided.attempt.text)


async def main(path: Path) -> None:
    async with open_store(path) as store, asyncio.TaskGroup() as callers:
        await store.take_puzzles(GUILD, puzzles())
        for caller in range(CALLERS):
            callers.create_task(answer_all(store, caller))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
