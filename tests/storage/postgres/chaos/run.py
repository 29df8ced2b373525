"""Runs the processes, kills them, and judges what is left."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from storage.people import HouseRules
from storage.postgres.store import open_store
from tests.storage.databases import FEW, PostgresDatabase
from tests.storage.postgres.chaos.player import GUILDS
from tests.storage.postgres.chaos.witness import MOVED, Account, account

ROOT = Path(__file__).parents[4]
# How often the parent looks, and how long it waits for a process to end, in seconds.
LOOK, PATIENCE = 0.05, 60
# How many interactions a process has to itself before the next one's begin.
SPAN = 10**9
# What no transaction may leave behind.
LEFT = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
"""
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


@dataclass(frozen=True)
class Plan:
    moves: int
    kills: int
    seed: int = 1
    processes: int = 3
    unlocked: bool = False


@dataclass
class Report:
    """The figures of a run, and what was wrong."""

    seconds: float
    moves: int
    duels: int
    ends: int
    kills: int
    repeated: int
    refused: Counter[str]
    retried: Counter[str]
    deadlocks: int
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        rate = self.moves / self.seconds
        played = f"{self.moves:,} acknowledged moves in {self.seconds:.0f} s, {rate:,.0f}/s;"
        lines = (
            f"{played} {self.duels:,} duels, {self.ends:,} of them over",
            f"{self.kills} kills, after which {self.repeated} calls were repeated",
            f"refused: {dict(self.refused)}",
            f"run again: {dict(self.retried)}, deadlocks: {self.deadlocks}",
            *(self.troubles or ["nothing lost, nothing doubled, all standings add up"]),
        )
        return "\n".join(lines)


class Processes:
    """The players' processes, each with a file of its own."""

    def __init__(self, url: str, folder: Path, plan: Plan) -> None:
        self.kills = self.repeated = 0
        self._url = url
        self._plan = plan
        self._random = Random(plan.seed)
        self._firsts = count(plan.seed * 10**15, SPAN)
        self.witnesses = [folder / f"{nth}" for nth in range(plan.processes)]
        self._running = [self._begin(path) for path in self.witnesses]

    def kill_one(self) -> None:
        nth = self._random.randrange(len(self._running))
        process = self._running[nth]
        assert process.stdin
        process.send_signal(signal.SIGKILL)
        if process.wait(PATIENCE) != -signal.SIGKILL:
            raise RuntimeError("a process ended by itself")
        process.stdin.close()
        self.kills += 1
        self.repeated += len(account([self.witnesses[nth]]).unanswered)
        self._running[nth] = self._begin(self.witnesses[nth])

    def look(self) -> None:
        if any(each.poll() is not None for each in self._running):
            raise RuntimeError("a process ended by itself")

    def stop(self) -> None:
        """Let all of them finish what they have asked for."""
        for each in self._running:
            assert each.stdin
            each.stdin.close()
        for each in self._running:
            if each.wait(PATIENCE):
                raise RuntimeError("a process failed")

    def close(self) -> None:
        for each in self._running:
            assert each.stdin
            each.kill()
            each.wait()
            each.stdin.close()

    def _begin(self, witness: Path) -> "subprocess.Popen[bytes]":
        args = [self._url, str(witness), str(next(self._firsts))]
        return subprocess.Popen(
            [sys.executable, "-m", "tests.storage.postgres.chaos.player", *args]
            + ["--unlocked"] * self._plan.unlocked,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if not k.startswith("COV")},
        )


def run(
    url: str,
    folder: Path,
    plan: Plan,
    show: Callable[[int, int], None] = lambda _done, _kills: None,
) -> Report:
    """Play until enough moves are acknowledged, with the kills evenly among them."""
    database = PostgresDatabase(url, FEW)
    asyncio.run(_prepare(url))
    began = time.monotonic()
    with closing(Processes(url, folder, plan)) as processes:
        counted = Counted(processes.witnesses)
        done = 0
        while done < plan.moves:
            time.sleep(LOOK)
            processes.look()
            done = counted.moves()
            show(done, processes.kills)
            due = (processes.kills + 1) * plan.moves / (plan.kills + 1)
            if processes.kills < plan.kills and done >= due:
                processes.kill_one()
        processes.stop()
        seconds = time.monotonic() - began
    found = account(processes.witnesses)
    left = [*_left(database)]
    ((deadlocks,),) = database.ask(DEADLOCKS)
    asyncio.run(_catch_up(url))
    ((duels, ends),) = database.ask("SELECT sum(duels), sum(ends) FROM server")
    return Report(
        seconds,
        len(found.moved),
        duels,
        ends,
        processes.kills,
        processes.repeated,
        Counter(each for each in found.told.values() if each != MOVED),
        found.retried,
        deadlocks,
        [
            *left,
            *([f"{deadlocks} deadlocks"] if deadlocks else []),
            *_lost_or_doubled(database, found),
            *map(str, database.check()),
        ],
    )


class Counted:
    """Counts acknowledged moves as they are noted."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._read = [0] * len(paths)
        self._moves = 0

    def moves(self) -> int:
        for nth, path in enumerate(self._paths):
            if path.exists():
                with path.open("rb") as file:
                    file.seek(self._read[nth])
                    new = file.read()
                self._read[nth] += len(new)
                self._moves += new.count(b" moved\n")
        return self._moves


async def _prepare(url: str) -> None:
    async with open_store(url, FEW) as store:
        for guild in GUILDS:
            await store.rule_house(guild, HouseRules(rated_a_day=10_000))


async def _catch_up(url: str) -> None:
    """Recalculate what is waiting."""
    async with open_store(url, FEW) as store:
        for guild in GUILDS:
            while await store.recalculate_some(guild):
                pass


def _lost_or_doubled(database: PostgresDatabase, found: Account) -> Iterator[str]:
    """Compare what processes were told with the duels and receipts in the database."""
    records = {
        (guild, number): record.rpartition("/")[2].split("-") if record[-1] != "/" else []
        for guild, number, record in database.ask("SELECT guild, id, record FROM duel")
    }
    receipts = dict(database.ask("SELECT interaction, step FROM receipt WHERE refusal IS NULL"))
    for move in found.unanswered:
        yield f"never answered: {move}"
    for move in found.moved:
        moves = records.get((move.call.guild, move.number), [])
        if moves[move.ply : move.ply + 1] != [move.text]:
            yield f"lost: {move}"
        if receipts.get(move.call.interaction) != move.ply + 2:
            yield f"without its receipt: {move}"
    for place, times in Counter(move.place for move in found.moved).items():
        if times > 1:
            yield f"acknowledged {times} times: {place}"
    stored = sum(len(each) for each in records.values())
    if stored != len(found.moved):
        yield f"{stored} moves are stored, and {len(found.moved)} were acknowledged"


def _left(database: PostgresDatabase) -> Iterator[str]:
    """Nothing that was killed may hold anything up for long."""
    until = time.monotonic() + PATIENCE
    while (left := database.ask(LEFT)[0][0]) and time.monotonic() < until:
        time.sleep(LOOK)
    if left:
        yield f"{left} transactions are still open"
