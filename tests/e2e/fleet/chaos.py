"""A fleet in which processes and the database are lost in every way, one after the other, while
players play and clocks run out: `python -m tests.e2e.fleet.chaos --losses 8 --seed 7`"""

import argparse
import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.e2e.fleet.fleet import Fleet, now, three, until
from tests.e2e.fleet.load import Load, under_load
from tests.e2e.fleet.outage import database_away
from tests.e2e.fleet.processes import Process
from tests.storage.postgres.server import PostgresServer

SHARDS = 4
# Any two processes can serve all shards.
EACH = "2"
NAMES = ("one", "two", "three")
# In seconds: how long players play between two losses, how long a loss lasts that no lease
# notices, and how soon the bot is back after the database is.
BETWEEN, SHORT, BACK = (1.0, 4.0), 2.0, 4.0

Loss = Callable[["Losses"], Awaitable[None]]


@dataclass(frozen=True)
class Found:
    violations: list[str]
    done: Counter[str]
    # How duels have ended.
    how: Counter[str]
    moves: int


class Losses:
    """What happens to a fleet. Two processes are there at any time."""

    def __init__(self, fleet: Fleet, load: Load, server: PostgresServer, random: Random) -> None:
        self._fleet, self._load, self._server, self._random = fleet, load, server, random
        self._begun = len(NAMES)
        self.done = Counter[str]()

    async def happen(self, losses: int) -> None:
        """Every kind once, and then any."""
        kinds = list(KINDS)
        self._random.shuffle(kinds)
        kinds += self._random.choices(list(KINDS), k=max(0, losses - len(kinds)))
        for kind in kinds[:losses]:
            await asyncio.sleep(self._random.uniform(*BETWEEN))
            await KINDS[kind](self)
            self.done[kind] += 1

    async def kill(self) -> None:
        lost = self._one()
        await lost.kill()
        await self._others_serve(lost)
        await self._replace(lost)

    async def restart(self) -> None:
        lost = self._one()
        await lost.stop()
        await self._others_serve(lost)
        await self._replace(lost)

    async def stop_for_long(self) -> None:
        lost = self._one()
        self._fleet.watch.has_fallen_deaf(lost.name)
        lost.freeze()
        await self._others_serve(lost)
        lost.thaw()
        await until(lambda: not self._fleet.connected(lost.name), f"{lost} silent")

    async def stop_for_a_moment(self) -> None:
        lost = self._one()
        self._fleet.watch.has_fallen_deaf(lost.name)
        lost.freeze()
        await asyncio.sleep(SHORT)
        lost.thaw()
        self._fleet.watch.hears_again(lost.name)

    async def cut_off_for_long(self) -> None:
        lost = self._one()
        self._fleet.watch.has_fallen_deaf(lost.name)
        lost.proxy.hold()
        await self._others_serve(lost)
        lost.proxy.let_flow()
        await until(lambda: not self._fleet.connected(lost.name), f"{lost} silent")

    async def cut_off_for_a_moment(self) -> None:
        lost = self._one()
        begun = now()
        lost.proxy.hold()
        await asyncio.sleep(SHORT / 2)
        lost.proxy.let_flow()
        self._load.outages.append((begun, now() + BACK))

    async def restart_database(self) -> None:
        begun = now()
        await asyncio.to_thread(self._server.restart)
        self._load.outages.append((begun, now() + BACK))
        await self._fleet.serves(SHARDS)

    async def stop_database(self) -> None:
        async with database_away(self._fleet, self._server) as begun:
            pass
        self._load.outages.append((begun, now() + BACK))

    def _one(self) -> Process:
        """One of the processes that serve shards now."""
        serving = [each for each in NAMES if self._fleet.connected(each)]
        return self._fleet.processes[self._random.choice(serving)]

    async def _others_serve(self, lost: Process) -> None:
        await self._fleet.serves(SHARDS, *(each for each in NAMES if each != lost.name))

    async def _replace(self, lost: Process) -> None:
        since = now()
        await self._fleet.start(lost.name, DUELHOST_SHARDS_EACH=EACH)
        await self._fleet.has_logged_in(lost.name, since)


KINDS: dict[str, Loss] = {
    "a process is killed": Losses.kill,
    "a process is restarted": Losses.restart,
    "a process is stopped for longer than its leases": Losses.stop_for_long,
    "a process is stopped for a moment": Losses.stop_for_a_moment,
    "a process is cut off for longer than its leases": Losses.cut_off_for_long,
    "a process is cut off for a moment": Losses.cut_off_for_a_moment,
    "the database is restarted": Losses.restart_database,
    "the database is away for longer than leases": Losses.stop_database,
}


async def run(folder: Path, server: PostgresServer, url: str, seed: int, losses: int) -> Found:
    print(f"seed {seed}")
    async with three(folder, url, EACH, shards=SHARDS, pace="stepped") as fleet:
        async with under_load(fleet, seed=seed, stepped=True) as load:
            happened = Losses(fleet, load, server, Random(seed))
            await happened.happen(losses)
        await load.come_to_rest()
        duels = [case.written for each in load.servers for case in load.evidence(each).cases]
        moves = sum(len(each.moves) for each in duels)
        how = Counter(str(each.how) for each in duels)
        return Found(load.violations(), happened.done, how, moves)


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.e2e.fleet.chaos", description=__doc__)
    parser.add_argument("--losses", type=int, default=len(KINDS))
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="drawn")
    parser.add_argument("--folder", type=Path, help="keeps the logs, instead of nothing")
    chosen = parser.parse_args()
    with (
        closing(PostgresServer(synchronous_commit="on")) as server,
        TemporaryDirectory(prefix="fleet-") as temporary,
    ):
        folder = chosen.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        url = server.url()
        found = asyncio.run(run(folder, server, url, chosen.seed, chosen.losses))
    for what, times in (*found.done.items(), *found.how.items(), ("moves", found.moves)):
        print(f"{times:>6}  {what}")
    print(*(found.violations or ["no rule was broken"]), sep="\n")
    return 1 if found.violations else 0


if __name__ == "__main__":
    sys.exit(main())
