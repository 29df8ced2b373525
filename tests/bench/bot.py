"""What a move costs, by how it is shown: on the board in place, on one posted anew, on the answer
to a typed move, or in a thread. Beside it are a bot that only echoes what was pressed, one that
only sends the messages of a move, and a game by others, each in a process of its own and connected
to a sandbox of its own. They take turns in one run; figures are medians of its rounds. The board in
place is also played by a bot whose database is on a PostgreSQL server, which waits for its disk.

What plays at all of them is Discord too, and slower than any of the bots: with many moves in flight
most of the time is spent there. What a move costs is told in the bot's own CPU time, with all that
it does for the move: storing it, logging it, and deleting the board before. Each part of a round
looks whether the bot asked of Discord exactly what its way takes.

The end of a duel is no part of a move, nor is its card; what cards take is told by themselves.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from storage.match import BoardMode
from storage.sqlite.file import DB, connect_writing
from tests.bench import processes
from tests.bench.cards import beside_cards, cpu_of_cards
from tests.bench.commits import fsync
from tests.bench.contender import Contender, Share, late
from tests.bench.figures import Figure, report
from tests.bench.guest import loop_factory
from tests.bench.players import watched
from tests.bench.storage_on_postgres import DURABLE
from tests.bench.tables import (
    AgainstBot,
    Anew,
    Echo,
    InPlace,
    InThread,
    Messages,
    MessagesAnew,
    OfForty,
    TicTacToe,
    Typed,
)
from tests.storage.postgres.databases import Databases
from tests.storage.postgres.server import PostgresServer

BOT = "bot run"
ROUNDS = 9
IN_FLIGHT = (1, 10, 50)
MOVES = 300  # in each part of a round
COMMITS = 100
# The most CPU time of a move beside the echo's, by how many are in flight.
IN_PLACE = {1: 2.2, 50: 1.7}
ANEW = {1: 3.0, 50: 2.2}
# The most that a press in place may take beside discord-games' button, and how late its latest may
# be beside the echo's; there the time of a commit is added.
BUTTON, LATE = 2, 3
# The most CPU time of a move with a database on a server, beside one with a file.
ON_SERVER = 1.4
# The most CPU time of a move that the bot answers at once, beside one between two people.
AGAINST_BOT = 1.3
# Games that are open at the same time, and what each may take of the process's memory. What is of a
# bounded size there has grown to it before: the store remembers the last 2,000 duels.
FEW, MANY = 2_500, 7_000
BYTES = 1024

MISSING_PEER = (
    "discord-games, the peer, is not installed. Run: uv run --group bench duelhost bench bot"
)
EXCUSE = "" if processes.TOLD else "only Linux tells this of another process"


def measure() -> list[Figure]:
    with (
        TemporaryDirectory() as folder,
        closing(PostgresServer(**DURABLE)) as server,
        closing(Databases(server.url())) as databases,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        return runner.run(_measure(Path(folder), databases.create()))


async def _measure(folder: Path, database: str) -> list[Figure]:
    echo = Contender("the echo", "tests.bench.echo", Echo, folder)
    game = Contender("discord-games", "tests.bench.tictactoe", TicTacToe, folder)
    messages = Contender("messages alone, in place", "tests.bench.messenger", Messages, folder)
    messages_anew = Contender(
        "messages alone, anew", "tests.bench.messenger anew", MessagesAnew, folder
    )
    ours = Contender("in place", BOT, InPlace, folder, BoardMode.ONE)
    on_server = Contender(
        "in place, on PostgreSQL", BOT, InPlace, folder, BoardMode.ONE, database=database
    )
    anew = Contender("anew", BOT, Anew, folder, BoardMode.ONE)
    typed = Contender("typed", BOT, Typed, folder, BoardMode.ONE)
    of_forty = Contender("in place, of 40", BOT, OfForty, folder, BoardMode.ONE)
    against_bot = Contender("against the bot, of 40", BOT, AgainstBot, folder, BoardMode.ONE)
    threads = Contender("in a thread", BOT, InThread, folder, BoardMode.THREAD)
    others = [echo, messages, messages_anew, game]
    ways = [ours, on_server, threads, anew, typed, of_forty, against_bot]
    turns, commits = [*others, *ways], list[float]()
    async with AsyncExitStack() as stack:
        for each in turns:
            await stack.enter_async_context(each.venue.open())
        plain = stack.enter_context(closing(_plain(folder / "plain.db")))
        for nth in watched(range(ROUNDS + 1), "moves"):
            for in_flight in IN_FLIGHT:
                for each in turns:
                    await each.play(in_flight, MOVES)
            commits.append(late([*_commits(plain)]))
            turns.reverse()
            if nth == 0:  # that was only to get warm
                for each in turns:
                    each.shares.clear()
        memory = [await _memory(ours, BYTES), await _memory(game, None)]
    return [
        Figure("fsync of this disk", fsync(folder) * 1000, None, "ms"),
        Figure("commit of plain sqlite3, p99", median(commits) * 1000, None, "ms"),
        *_moves([*others, *ways], echo, {ours: IN_PLACE, anew: ANEW}),
        *_beside(on_server, ours, ON_SERVER),
        *_beside(against_bot, of_forty, AGAINST_BOT),
        _button(ours, game),
        _late(ours, echo, median(commits)),
        *memory,
        *await beside_cards(folder),
        *cpu_of_cards(),
    ]


def _moves(
    contenders: list[Contender], echo: Contender, gates: Mapping[Contender, Mapping[int, float]]
) -> Iterator[Figure]:
    for in_flight in IN_FLIGHT:
        for each in contenders:
            shares = each.shares[in_flight]
            p50 = median(share.p50 for share in shares) * 1000
            p99 = median(share.p99 for share in shares) * 1000
            cpu = median(share.cpu for share in shares) * 1e6
            what = f"{in_flight} in flight, {each.name}: {p50:.2f} / {p99:.2f} ms, {cpu:,.0f} µs"
            times = _times(each, echo, in_flight, lambda share: share.cpu)
            yield Figure(what, times, gates.get(each, {}).get(in_flight), "times", EXCUSE)


def _beside(one: Contender, other: Contender, gate: float) -> Iterator[Figure]:
    for in_flight in IN_FLIGHT:
        times = _times(one, other, in_flight, lambda share: share.cpu)
        what = f"CPU, {in_flight} in flight: {one.name}, beside {other.name}"
        yield Figure(what, times, gate, "times", EXCUSE)


def _button(ours: Contender, game: Contender) -> Figure:
    times = _times(ours, game, 1, lambda share: share.p50)
    return Figure(f"p50, 1 in flight: {ours.name} beside {game.name}", times, BUTTON, "times")


def _times(one: Contender, other: Contender, in_flight: int, of: Callable[[Share], float]) -> float:
    pairs = zip(one.shares[in_flight], other.shares[in_flight], strict=True)
    return median(of(each) / of(beside) for each, beside in pairs)


def _late(ours: Contender, echo: Contender, commit: float) -> Figure:
    one, other = (median(share.p99 for share in each.shares[1]) for each in (ours, echo))
    most = round(1000 * (LATE * other + commit), 2)
    return Figure(f"p99, 1 in flight: {LATE} times the echo's and a commit", one * 1000, most, "ms")


async def _memory(contender: Contender, gate: float | None) -> Figure:
    few = await contender.open(FEW)
    many = few
    for _ in watched(range(9), f"open games, {contender.name}"):
        many = await contender.open((MANY - FEW) // 9)
    each = max(0, many - few) / (MANY - FEW)
    return Figure(f"memory of an open game, {contender.name}", each, gate, "bytes", EXCUSE)


def _plain(path: Path) -> DB:
    db = connect_writing(path)
    db.execute("CREATE TABLE move (record BLOB)")
    return db


def _commits(db: DB) -> Iterator[float]:
    """How long each takes, in seconds, if nothing else is to be done."""
    for _ in range(COMMITS):
        began = perf_counter()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO move VALUES (zeroblob(200))")
        db.execute("COMMIT")
        yield perf_counter() - began


def main() -> None:
    if find_spec("discord_games") is None:
        sys.exit(MISSING_PEER)
    report(
        f"median of {ROUNDS}: p50 / p99 of a move's answer, CPU time beside the echo's", measure()
    )


if __name__ == "__main__":
    main()
