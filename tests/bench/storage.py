"""How fast the store is, beside plain sqlite3 with one commit a move, and whether it stays as fast
when a million duels are in it, or a hundred thousand players on a ladder. Who is compared takes
turns in one run; the figure is the median.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from engine.ids import PlayerId
from storage.ids import DuelId
from storage.sqlite.recalculation import recalculate
from storage.sqlite.store import open_store
from storage.store import Store
from tests.bench.commits import fsync
from tests.bench.figures import Figure, report
from tests.bench.filling import LARGEST, Crowd, fill, rank
from tests.bench.players import at_once, play, seat, watched
from tests.storage.builders import Table

ROUNDS = 15
DUELS = 1_000_000
# Enough duels that the regulars' histories fill a page.
FEW = 20_000
# The size of a finished duel of 20 moves, with its part of every index.
BYTES = 1024
# With many duels the speed must be at least this share of the speed with few.
FLAT = 0.7
READS = 300  # of each kind in a round, by so many:
CALLERS = 10
PLAYED = 100  # duels in a round, all at once
REGULARS = 100  # players, who have played the most

# How many have a place on the longest ladder, and how often it is looked at there, in milliseconds.
RANKED = 100_000
PAGE = 10
LOOKS = 101
LOOK = 5
# How many duels are counted again, in so many seconds.
RECOUNTED = 100_000
RECOUNT = 10

T = TypeVar("T")
Pair = tuple[T, T]


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        yield from beside_plain_sqlite(Path(folder))
        yield from full_beside_empty(Path(folder))
        yield from long_ladder(Path(folder))
        yield from counted_again(Path(folder))


def beside_plain_sqlite(folder: Path) -> Iterator[Figure]:
    yield Figure("fsync of this disk", fsync(folder) * 1000, None, "ms")
    shim = slow_fsync(folder)
    # Coverage must not measure the benchmark: it would slow it down.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.commits", folder],
        cwd=Path(__file__).parents[2],
        env=env | ({"LD_PRELOAD": str(shim)} if shim else {}),
        stdout=subprocess.PIPE,
        check=True,
    )
    for figure in json.loads(told.stdout):
        yield Figure(**figure)


def slow_fsync(folder: Path) -> Path | None:
    """Compile and return a library that slows fsync down, or return None if that can't be done
    here."""
    shim = folder / "slow_fsync.so"
    compiler = shutil.which("cc")
    if compiler is None:
        print("There is no C compiler (cc) to make a slower disk with.", file=sys.stderr)
        return None
    source = Path(__file__).with_name("slow_fsync.c")
    made = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O2", "-o", shim, source, "-ldl"], check=False
    )
    return None if made.returncode else shim


def full_beside_empty(folder: Path) -> Iterator[Figure]:
    if shutil.disk_usage(folder).free < 1.1 * BYTES * DUELS:
        sys.exit(f"{DUELS:,} duels of {BYTES:,} bytes have no room in {folder}.")
    paths = folder / "empty.db", folder / "full.db"
    empty, full = (fill(path, duels) for path, duels in zip(paths, (FEW, DUELS), strict=True))
    yield Figure(f"a finished duel, of {DUELS:,}", full.bytes_each, BYTES, "bytes")
    yield from asyncio.run(_compare(paths, (empty, full)))


async def _compare(paths: Pair[Path], crowds: Pair[Crowd]) -> list[Figure]:
    async with AsyncExitStack() as stack:
        empty, full = servers = [
            Server(await stack.enter_async_context(open_store(path)), crowd)
            for path, crowd in zip(paths, crowds, strict=True)
        ]
        for server in servers:
            await server.sit_down()
        for do in (Server.read, Server.write):
            for _ in watched(range(ROUNDS), f"at {FEW:,} and at {DUELS:,} duels"):
                for server in servers:
                    await do(server)
                servers.reverse()
    return [
        Figure(
            f"{what}: {median(rates):,.0f}/s, beside {median(empty.rates[what]):,.0f}",
            median(much / little for much, little in zip(rates, empty.rates[what], strict=True)),
            FLAT,
            "×",
        )
        for what, rates in full.rates.items()
    ]


def long_ladder(folder: Path) -> Iterator[Figure]:
    """Pages of a leaderboard, each with the place of whoever looks at it."""
    path = folder / "ladder.db"
    ranked = rank(path, RANKED)
    yield from asyncio.run(_look_at(path, ranked))


async def _look_at(path: Path, ranked: Sequence[PlayerId]) -> list[Figure]:
    random = Random(1)
    pages = {"first": 0, "middle": RANKED // 2, "last": RANKED - PAGE}
    times: dict[str, list[float]] = {which: [] for which in pages}
    async with open_store(path) as store:
        for _ in watched(range(LOOKS), f"{RANKED:,} players on a ladder"):
            for which, skip in pages.items():
                reader = random.choice(ranked)
                began = perf_counter()
                ladder = await store.leaderboard(LARGEST, skip=skip, most=PAGE)
                place = await store.place(LARGEST, reader)
                times[which].append(perf_counter() - began)
                assert len(ladder.places) == PAGE
                assert place
    return [
        Figure(f"the {which} page of {RANKED:,}, and a place", median(each) * 1000, LOOK, "ms")
        for which, each in times.items()
    ]


def counted_again(folder: Path) -> Iterator[Figure]:
    path = folder / "recount.db"
    fill(path, RECOUNTED)
    began = perf_counter()
    recalculate(path)
    took = perf_counter() - began
    yield Figure(f"counting {RECOUNTED:,} duels again", took, RECOUNT, "s")


class Server:
    """The largest one of a store, and how often a second each thing was done there."""

    def __init__(self, store: Store, crowd: Crowd) -> None:
        self.rates: dict[str, list[float]] = {}
        self._store = store
        self._crowd = crowd
        self._table = Table(store, LARGEST)
        self._random = Random(1)
        self._regulars, self._others = crowd.players[:REGULARS], crowd.players[REGULARS:]

    async def sit_down(self) -> None:
        """Start a duel for each of the regulars; from now on the others play."""
        await seat(self._table, self._regulars, self._random, REGULARS // 2)

    async def read(self) -> None:
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "a duel": lambda: self._store.duel(LARGEST, self._any_duel()),
            "what is running": lambda: self._store.running(LARGEST, self._any(self._regulars)),
            "a history": lambda: self._store.history(LARGEST, self._any(self._regulars)),
            "a profile": lambda: self._store.profile(LARGEST, self._any(self._others)),
            "the leaderboard": lambda: self._store.leaderboard(LARGEST),
        }
        for what, ask in asked.items():
            began = perf_counter()
            await at_once(CALLERS, lambda ask: ask(), repeat(ask, READS))
            self._note(f"reading {what}", READS / (perf_counter() - began))

    async def write(self) -> None:
        began = perf_counter()
        scripts = await seat(self._table, self._others, self._random, PLAYED)
        seated = perf_counter()
        moves = await play(self._store, scripts, PLAYED)
        ended = perf_counter()
        self._note("moves", moves / (ended - seated))
        self._note("whole duels", PLAYED / (ended - began))

    def _any_duel(self) -> DuelId:
        return DuelId(self._random.randint(1, self._crowd.duels))

    def _any(self, players: list[PlayerId]) -> PlayerId:
        return self._random.choice(players)

    def _note(self, what: str, rate: float) -> None:
        self.rates.setdefault(what, []).append(rate)


def main() -> None:
    report(f"median of {ROUNDS}", list(measure()))


if __name__ == "__main__":
    main()
