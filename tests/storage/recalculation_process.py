"""A process that removes a result and recalculates standings in the smallest pieces.

It prints a line after each commit: `begun`, then `counted on`.
"""

import asyncio
import sys
from pathlib import Path

from engine.duel import Finished
from storage.ids import DuelId
from storage.sqlite.store import open_store
from storage.units import apply_results
from tests.storage.builders import DI, GUILD
from tests.storage.copy_process import later_table


async def main(path: Path) -> None:
    """Remove the first result there is."""
    apply_results.SOME = 1
    async with open_store(path) as store:
        number = 1
        while not isinstance(duel := (await store.duel(GUILD, DuelId(number))).duel, Finished) or (
            not duel.has_result
        ):
            number += 1
        await store.void(later_table(store).call(DI), DuelId(number))
        print("begun", flush=True)
        while await store.recalculate_some(GUILD):
            print("counted on", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
