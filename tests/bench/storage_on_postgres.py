"""Moves a second at a store on PostgreSQL, beside pgbench with the same statements.

The statements are taken from a move that the store makes. Both take turns on one server, which
waits for its disk as in production; the figure is the median."""

import asyncio
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

from bot.host.memory import settle
from bot.host.process import loop_factory
from engine.duel import Playing
from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.dialect import translated
from storage.postgres.store import open_store as open_postgres
from storage.sqlite.store import open_store as open_sqlite
from storage.store import Store
from tests.bench.commits import fsync
from tests.bench.figures import Figure, report
from tests.bench.players import play, seat, watched
from tests.storage.builders import ANA, GUILD, Table, terms
from tests.storage.postgres.databases import Databases
from tests.storage.postgres.server import PostgresServer

ROUNDS = 9
# A server for each caller, and in each round about so many moves.
CALLERS = (10, 100)
MOVES = 1_500
# Each of pgbench's connections makes so many at least, or preparing would be most of its work.
LEAST = 50
INTERACTIONS = count(1_045_000_000_000_000_000)
PEOPLE = [PlayerId(ANA + nth) for nth in range(500)]
# As production has it, and room for all of pgbench's connections.
DURABLE = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "autovacuum": "on",
    "shared_buffers": "256MB",
    "max_wal_size": "4GB",
}
# Each server's first duel is pgbench's: the step of every client's duel, and the rest of a move.
PGBENCHS = DuelId(1)
RATIO, CPU = 0.5, 300
RATE = re.compile(r"tps = ([0-9.]+) \(without initial connection time\)")
AGAIN = "UPDATE duel SET step = 1 WHERE id = ?"
MADE = "SELECT sum(step - 1) FROM duel WHERE id = ?"


@dataclass(frozen=True)
class Sent:
    """A statement that a unit of work sends, with its values."""

    sql: str
    values: Sequence[Any]


async def traced(store: Store, guild: GuildId) -> tuple[list[Sent], dict[object, str]]:
    """Make a move. Return what was sent for it, and the values that are others in every move."""
    table = Table(store, guild, count(10**18))
    # Its number is no step's.
    match = [await table.start(terms(one, other)) for one, other in pairwise(PEOPLE[:9])][-1]
    match = await table.play(match, "6")
    assert isinstance(match.duel, Playing)
    call, before = table.call(match.duel.waiting_for), match.step
    sent: list[Sent] = []
    execute = Connection.execute

    def noted(self: Connection, sql: str, values: Any = (), /) -> Any:
        if threading.current_thread().name.startswith("lane "):
            statement = translated(sql)
            named = statement.names and [values[name] for name in statement.names]
            sent.append(Sent(statement.text.decode(), named or values))
        return execute(self, sql, values)

    with patch.object(Connection, "execute", noted):
        after = await store.play(call, match.id, "3")
    others: dict[object, str] = {guild: "guild", match.id: "duel", call.interaction: "interaction"}
    return sent, others | {before: "step", after.step: "next"}


@dataclass(frozen=True)
class Script:
    """A script of pgbench's: the statements, with variables for their values."""

    text: str
    facts: dict[str, object]

    @classmethod
    def of(cls, sent: Sequence[Sent], others: dict[object, str]) -> "Script":
        facts: dict[str, object] = {}
        used: set[str] = set()
        lines = [
            "\\set guild :base + :client_id",
            f"\\set duel {PGBENCHS}",
            "\\set next :step + 1",
            "\\set interaction :run * 1000000000000 + :client_id * 1000000 + :step",
        ]
        for each in sent:
            holes = []
            for value in each.values:
                if value is None:
                    holes.append("NULL")
                    continue
                name = None if isinstance(value, str) else others.get(value)
                if name is None:
                    name = f"fact_{len(facts)}"
                    facts[name] = value
                used.add(name)
                holes.append(f":{name}")
            lines.append(_filled(each.sql, holes))
        if missing := set(others.values()) - used:
            raise ValueError(f"a move's statements don't have: {missing}")
        return cls("\n".join([*lines, "\\set step :next", ""]), facts)


def _filled(sql: str, holes: Sequence[str]) -> str:
    """Return the statement in a line of its own, which in psql's language ends with a semicolon."""
    filled = re.sub(r"\$(\d+)", lambda nth: holes[int(nth[1]) - 1], sql)
    return f"{' '.join(filled.split())};"


class Pgbench:
    """Runs the script with as many connections as there are callers."""

    def __init__(self, server: PostgresServer, url: str, folder: Path, script: Script) -> None:
        self._server = server
        self._url = url
        self._file = folder / "move.sql"
        self._file.write_text(script.text)
        self._facts = script.facts
        self._runs = count(1)

    def moves_per_second(self, callers: int) -> float:
        with closing(connect(server_at(self._url), limit=60)) as db:
            db.execute(AGAIN, (PGBENCHS,))
            db.receive()
        each = max(LEAST, MOVES // callers)
        facts = {"base": GUILD, "step": 1, "run": next(self._runs), **self._facts}
        told = subprocess.run(
            [
                *(self._server.program("pgbench"), "--no-vacuum", "--protocol=prepared"),
                *(f"--client={callers}", "--jobs=2", f"--transactions={each}"),
                *(f"--define={name}={value}" for name, value in facts.items()),
                *("--file", str(self._file), self._url),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if told.returncode:
            raise RuntimeError(told.stderr)
        with closing(connect(server_at(self._url), limit=60)) as db:
            (made,) = db.execute(MADE, (PGBENCHS,)).fetchone()
        assert made == each * callers
        found = RATE.search(told.stdout)
        assert found, told.stdout
        return float(found[1])


@dataclass
class Rounds:
    """How many moves a second the store made, and what a move cost this process."""

    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    async def measure(self, store: Store, callers: int, random: Random) -> None:
        """Let each caller play in a server of its own. The last move of a duel is left out: it
        stores a result besides."""
        tables = [Table(store, GuildId(GUILD + nth), INTERACTIONS) for nth in range(callers)]
        duels = max(1, MOVES // 10 // callers)
        games = await asyncio.gather(*(seat(each, PEOPLE, random, duels) for each in tables))
        left = [[(number, calls[:-1]) for number, calls in scripts] for scripts in games]
        began, used = perf_counter(), process_time()
        made = sum(await asyncio.gather(*(play(store, scripts, 1) for scripts in left)))
        self.costs.append((process_time() - used) / made)
        self.rates.append(made / (perf_counter() - began))


async def measure(server: PostgresServer, url: str, folder: Path) -> list[Figure]:
    ours = {callers: Rounds() for callers in CALLERS}
    sqlites = {callers: Rounds() for callers in CALLERS}
    pgbenchs: dict[int, list[float]] = {callers: [] for callers in CALLERS}
    random = Random(1)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_postgres(url))
        file = await stack.enter_async_context(open_sqlite(folder / "store.db"))
        script = Script.of(*await traced(store, GuildId(GUILD - 1)))
        pgbench = Pgbench(server, url, folder, script)
        for nth in range(max(CALLERS)):
            first = await Table(store, GuildId(GUILD + nth), INTERACTIONS).start()
            assert first.id == PGBENCHS
        for _ in watched(range(ROUNDS), "moves a second"):
            for callers in CALLERS:
                rate = await asyncio.to_thread(pgbench.moves_per_second, callers)
                pgbenchs[callers].append(rate)
                await ours[callers].measure(store, callers, random)
                await sqlites[callers].measure(file, callers, random)
    return [
        Figure("fsync while measuring moves", fsync(folder) * 1000, None, "ms"),
        *(
            figure
            for each in CALLERS
            for figure in _figures(each, ours[each], pgbenchs[each], sqlites[each])
        ),
    ]


def _figures(callers: int, ours: Rounds, pgbench: list[float], sqlite: Rounds) -> Iterator[Figure]:
    ratio = median(our / their for our, their in zip(ours.rates, pgbench, strict=True))
    what = f"{callers} callers: {median(ours.rates):,.0f} moves/s"
    yield Figure(f"{what}, beside pgbench's {median(pgbench):,.0f}", ratio, RATIO, "×")
    yield Figure("  CPU time a move", median(ours.costs) * 1e6, CPU, "µs")
    beside = median(our / their for our, their in zip(ours.rates, sqlite.rates, strict=True))
    yield Figure(f"  beside SQLite's {median(sqlite.rates):,.0f}", beside, None, "×")


def figures() -> list[Figure]:
    with (
        TemporaryDirectory() as folder,
        closing(PostgresServer(**DURABLE)) as server,
        closing(Databases(server.url())) as databases,
        databases.database() as url,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        settle()
        return runner.run(measure(server, url, Path(folder)))


if __name__ == "__main__":
    report(f"median of {ROUNDS}", figures())
