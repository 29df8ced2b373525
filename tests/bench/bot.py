"""How fast a move is answered, beside a bot that only echoes what was pressed, one that only sends
the messages of a move, and a game by others, each in a process of its own and connected to a
sandbox of its own. They take turns in one run; figures are medians of its rounds.

What plays at all of them is Discord too, and slower than any of the bots: with many moves in flight
most of the time is spent there. What a move costs is told in the bot's own CPU time, with all that
it does for the move: storing it, logging it, and making a line of the board before.

The card of a finished duel is drawn after its answer and is no part of a move, so that none is
drawn here; what one takes is told by itself.

Twice the echo's is what we want and don't have: the two messages of a move alone, without a game,
take that much in discord.py. What is ours of it is held beside them.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bot.cards.content import Chain, Finish, Step
from bot.cards.content import Side as Player
from bot.cards.finished import finished_card
from bot.text.english import English
from storage.sqlite.file import DB, connect_writing
from tests.bench import processes
from tests.bench.commits import fsync
from tests.bench.contender import Contender, late
from tests.bench.figures import Figure, report
from tests.bench.guest import loop_factory
from tests.bench.players import watched
from tests.bench.tables import DivisorDuel, Echo, Messages, TicTacToe

ROUNDS = 9
IN_FLIGHT = (1, 10, 50)
MOVES = 300  # in each part of a round
COMMITS = 100
# The most that a move may cost, in multiples of the echo's CPU time and response time; the cost of
# a commit is added.
CPU, TIME = 2, 3
# The most CPU time that a move may cost, in multiples of the cost of its messages alone.
ALONE = 3
# Games that are open at the same time, and what each may take of the process's memory. What is of a
# bounded size there has grown to it before: the store remembers the last 2,000 duels.
FEW, MANY = 2_500, 7_000
BYTES = 1024

FINISH = Finish(
    "{first} wins",
    "Nothing left divides 11 or is a multiple of it.",
    "Divisor Duel",
    "1–20 · 14 moves",
    (Player(("Ana",), "winner", 1507, 9, won=True), Player(("Bo",), "no legal move", 1503, -9)),
    (Chain("", tuple(Step(str(number), number % 2) for number in range(1, 15)), ends=True),),
    "rated · #31",
)
MISSING_PEER = (
    "discord-games, the peer, is not installed. Run: uv run --group bench duelhost bench bot"
)
EXCUSE = "" if processes.TOLD else "only Linux tells this of another process"


def measure() -> list[Figure]:
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Figure]:
    ours = Contender("ours", "bot run", DivisorDuel, folder)
    echo = Contender("the echo", "tests.bench.echo", Echo, folder)
    game = Contender("discord-games", "tests.bench.tictactoe", TicTacToe, folder)
    alone = Contender("the messages alone", "tests.bench.messenger", Messages, folder)
    turns, commits = [ours, echo, game, alone], list[float]()
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
        *_moves([echo, alone, game, ours]),
        *_beside(ours, echo, median(commits)),
        *_times(alone, echo, None),
        *_times(ours, alone, ALONE),
        *memory,
        Figure("CPU of the card of a finished duel", _card() * 1000, None, "ms"),
    ]


def _card() -> float:
    """Return the median CPU time of drawing a finished duel's card, in seconds."""
    took = []
    for _ in range(ROUNDS + 1):
        began = process_time()
        finished_card(FINISH, English)
        took.append(process_time() - began)
    return median(took[1:])


def _moves(contenders: list[Contender]) -> Iterator[Figure]:
    for in_flight in IN_FLIGHT:
        for each in contenders:
            shares = each.shares[in_flight]
            p50 = median(share.p50 for share in shares) * 1000
            p99 = median(share.p99 for share in shares) * 1000
            cpu = median(share.cpu for share in shares) * 1e6
            what = f"{in_flight} in flight, {each.name}: {p50:.2f} / {p99:.2f} ms"
            yield Figure(what, cpu, None, "µs", EXCUSE)


def _times(one: Contender, other: Contender, gate: float | None) -> Iterator[Figure]:
    for in_flight in IN_FLIGHT:
        pairs = zip(one.shares[in_flight], other.shares[in_flight], strict=True)
        times = median(each.cpu / beside.cpu for each, beside in pairs)
        what = f"CPU, {in_flight} in flight: {one.name} beside {other.name}"
        yield Figure(what, times, gate, "times", EXCUSE)


def _beside(ours: Contender, echo: Contender, commit: float) -> Iterator[Figure]:
    yield from _times(ours, echo, CPU)
    one, other = (median(share.p99 for share in each.shares[1]) for each in (ours, echo))
    most = round(1000 * (TIME * other + commit), 2)
    yield Figure(f"p99, 1 in flight: {TIME} times the echo's and a commit", one * 1000, most, "ms")


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
    report(f"median of {ROUNDS}; p50 / p99 of a move's answer, CPU time of all it does", measure())


if __name__ == "__main__":
    main()
