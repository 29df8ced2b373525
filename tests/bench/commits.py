"""Moves a second at a store, beside plain sqlite3 with one commit a move. This is a program of its
own, so that the disk can be slowed down for both of them; it tells its figures as JSON."""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bot.host.memory import settle
from bot.host.process import loop_factory
from engine.duel import Playing
from engine.duel import play as move_on
from engine.ids import Instant, PlayerId
from engine.record import Record
from storage.ids import DuelId
from storage.match import Board, Match
from storage.sqlite.file import connect_writing
from storage.sqlite.migrate import migrate
from storage.sqlite.store import open_store
from storage.store import Store
from tests.bench.figures import Figure
from tests.bench.filling import inserting, row_of
from tests.bench.players import play, play_out, seat, watched
from tests.storage.builders import ANA, BO, CHANNEL, DAY, GUILD, START, Table, terms

ROUNDS = 15
SOON = Instant(START + DAY)
PEOPLE = [PlayerId(ANA + nth) for nth in range(5_000)]
# The fsync time, in seconds, of a disk that doesn't lie. A much quicker disk gains little from
# writing several moves at once.
SLOW = 0.001


def fsync(folder: Path) -> float:
    """Return the median time of an fsync here, in seconds."""
    times = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(bytes(4096))
            began = perf_counter()
            os.fsync(file)
            times.append(perf_counter() - began)
    return median(times)


class Plain:
    """sqlite3 in a loop, with the store's tables and settings, and without any rules."""

    def __init__(self, path: Path) -> None:
        self._db = connect_writing(path)
        self._random = Random(1)
        self._count = count(1)
        migrate(self._db, path)

    def close(self) -> None:
        self._db.close()

    def moves_per_second(self) -> float:
        moves = list(chain.from_iterable(self._duel() for _ in range(10)))
        began = perf_counter()
        for move in moves:
            self._db.execute("BEGIN IMMEDIATE")
            changed = self._db.execute(
                "UPDATE duel SET record = :record, deadline = :deadline, due = :due, step = :step"
                " WHERE guild = :guild AND id = :id AND step = :step - 1",
                move,
            ).rowcount
            assert changed
            self._db.execute(
                "INSERT INTO receipt (guild, interaction, at, player, duel, step, deadline)"
                " VALUES (:guild, :interaction, :at, :player, :id, :step, :deadline)",
                move,
            )
            self._db.execute("COMMIT")
        return len(moves) / (perf_counter() - began)

    def _duel(self) -> Iterator[dict[str, Any]]:
        """A new one, and what is to be written for each of its moves but the last."""
        played = play_out(self._random, "parity")
        number, board = DuelId(next(self._count)), Board(CHANNEL)
        duel = Playing(terms(game=played.game), (ANA, BO), Record.start(played.game), SOON)
        row = row_of(Match(GUILD, number, duel, board))
        self._db.execute(inserting(row), row)
        for move in played.moves[:-1]:
            asked = {"player": duel.waiting_for, "at": START, "interaction": next(self._count)}
            after = move_on(duel, duel.waiting_for, str(move), now=START)
            assert isinstance(after, Playing)
            duel = after
            yield {**asked, **row_of(Match(GUILD, number, duel, board))}


@dataclass(frozen=True)
class Callers:
    """A number of concurrent callers, and how many times faster than with one commit per move they
    have to be."""

    number: int
    gate: float
    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    async def measure(self, store: Store, table: Table, random: Random) -> None:
        scripts = await seat(table, PEOPLE, random, 2 * self.number)
        began, used = perf_counter(), process_time()
        moves = await play(store, scripts, self.number)
        self.costs.append((process_time() - used) / moves)
        self.rates.append(moves / (perf_counter() - began))

    def figures(self, plain: list[float], excuse: str) -> Iterator[Figure]:
        multiple = median(ours / theirs for ours, theirs in zip(self.rates, plain, strict=True))
        what = f"{self.number} callers: {median(self.rates):,.0f} moves/s"
        yield Figure(f"{what}, beside {median(plain):,.0f}", multiple, self.gate, "×", excuse)


async def measure(folder: Path) -> list[Figure]:
    plain: list[float] = []
    few, many = Callers(10, 4), Callers(100, 20)
    random = Random(1)
    async with open_store(folder / "store.db") as store:
        with closing(Plain(folder / "plain.db")) as floor:
            table = Table(store)
            for _ in watched(range(ROUNDS), "moves a second"):
                plain.append(floor.moves_per_second())
                for callers in (few, many):
                    await callers.measure(store, table, random)
    latency = fsync(folder)
    excuse = "" if latency >= SLOW else "fsync is too quick"
    return [
        Figure("fsync while measuring moves", latency * 1000, None, "ms"),
        *few.figures(plain, excuse),
        *many.figures(plain, excuse),
        Figure("  CPU time a move", median(many.costs) * 1e6, 40, "µs"),
    ]


if __name__ == "__main__":
    # As the bot runs.
    settle()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        figures = runner.run(measure(Path(sys.argv[1])))
    json.dump([vars(figure) for figure in figures], sys.stdout)
