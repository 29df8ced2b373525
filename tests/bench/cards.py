"""What cards take: of CPU time, and of those who play while cards are drawn for others. The same is
played at a bot that draws none, in turns."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeVar

from bot.cards.content import Chain, Finish, Position, Side, Step
from bot.cards.painters import board_card, finished_card
from bot.cards.picture import Picture
from bot.text.english import English
from engine.games import set_up
from engine.record import Record
from storage.match import BoardMode
from tests.bench.contender import BEGINNING, late
from tests.bench.figures import Figure
from tests.bench.players import at_once, watched
from tests.bench.tables import InPlace, Typed, buttons
from tests.bench.venue import TABLES, Venue

T = TypeVar("T")

ROUNDS = 5
# For so many seconds of each round, and so often in each of them: a move that is measured, the end
# of a duel, and a move on a board of a hundred numbers. Both of these have a card drawn.
SECONDS = 3
MOVES, ENDS, BOARDS = 200, 10, 10
# At how many tables such boards are.
LARGE = 10
# The most that p99 may be beside cards, of what it is without.
LATER = 1.5
# The most CPU time of a card, in milliseconds, and how many are drawn to find that out.
CARD = 10
CARDS = 30

FINISH = Finish(
    "{first} wins",
    "Nothing left divides 11 or is a multiple of it.",
    "Divisor Duel",
    "1–20 · 14 moves",
    (Side(("Ana",), "winner", 1507, 9, won=True), Side(("Bo",), "no legal move", 1503, -9)),
    (Chain("", tuple(Step(str(number), number % 2) for number in range(1, 15)), ends=True),),
    "rated · #31",
)


class Long(InPlace):
    """Duels of which none ends while moves are measured."""

    game = "parity"


class Ending(InPlace):
    """Duels that are played until the next move is the last one."""

    async def begin(self) -> None:
        await super().begin()
        while self.moves:
            await self.move()

    async def end(self) -> None:
        assert self._post
        await self.play(next(filter(self.is_move, buttons(self._post))))


class Large(Typed):
    """Boards of a hundred numbers. One duel lasts for all rounds."""

    game, options = "parity", {"size": 100}

    @property
    def moves(self) -> list[str]:
        return [str(each.move) for each in self._record.view.choices]

    async def begin(self) -> None:
        if self._post is None:
            await super().begin()


class Server:
    """One where moves are measured beside ends and large boards."""

    def __init__(self, name: str, folder: Path, *, cards: bool) -> None:
        self.venue = Venue(name, "bot run", folder, BoardMode.ONE, cards=cards)
        # The response times of each round.
        self.p50, self.p99 = list[float](), list[float]()
        ending = ENDS * SECONDS
        self._ending = [Ending(self.venue, nth) for nth in range(ending)]
        self._large = [Large(self.venue, nth) for nth in range(ending, ending + LARGE)]
        self._long = [Long(self.venue, nth) for nth in range(ending + LARGE, TABLES)]

    async def play(self) -> None:
        tables = (*self._ending, *self._large, *self._long)
        await at_once(BEGINNING, lambda table: table.begin(), tables)
        await self.venue.quiet()
        took = list[float]()

        async def move(table: InPlace) -> None:
            took.append(await table.move())

        async with asyncio.TaskGroup() as group:
            group.create_task(_steadily(ENDS, Ending.end, self._ending))
            group.create_task(_steadily(BOARDS, Large.move, self._large))
            group.create_task(_steadily(MOVES, move, self._long))
        await self.venue.quiet()
        self.p50.append(median(took))
        self.p99.append(late(took))


async def beside_cards(folder: Path) -> list[Figure]:
    none, cards = Server("no cards", folder, cards=False), Server("cards", folder, cards=True)
    turns = [none, cards]
    async with AsyncExitStack() as stack:
        for each in turns:
            await stack.enter_async_context(each.venue.open())
            await each.play()  # that is only to get warm
            each.p50.clear()
            each.p99.clear()
        for _ in watched(range(ROUNDS), "moves beside cards"):
            for each in turns:
                await each.play()
            turns.reverse()
    return [
        _times("p50", cards.p50, none.p50, None),
        _times("p99", cards.p99, none.p99, LATER),
    ]


def _times(what: str, some: list[float], none: list[float], gate: float | None) -> Figure:
    times = median(one / other for one, other in zip(some, none, strict=True))
    told = f"{median(some) * 1000:.2f} ms, and {median(none) * 1000:.2f} without"
    return Figure(f"{what} beside {ENDS + BOARDS} cards a second: {told}", times, gate, "times")


def cpu_of_cards() -> Iterator[Figure]:
    ended = _cpu(lambda _: finished_card(FINISH, English))
    yield Figure("CPU of the card of a finished duel", ended, CARD, "ms")
    begun = Record.start(set_up(Large.game, Large.options))
    records = accumulate(range(1, CARDS), Record.play, initial=begun)
    boards = [Position(record, (("Ana",), ("Bo",))) for record in records]
    large = _cpu(lambda nth: board_card(boards[nth], English))
    yield Figure("CPU of the card of a board of 100", large, CARD, "ms")


def _cpu(draw: Callable[[int], Picture]) -> float:
    """Return the median CPU time of drawing a card, in milliseconds."""
    took = []
    for nth in range(CARDS):
        began = process_time()
        draw(nth)
        took.append(process_time() - began)
    return median(took) * 1000


async def _steadily(
    rate: int, do: Callable[[T], Coroutine[Any, Any, object]], tables: Iterable[T]
) -> None:
    """Do so much a second, at random moments, as people do, and at one table after another."""
    random, waiting = Random(rate), asyncio.Queue[T]()

    async def done(table: T) -> None:
        await do(table)
        waiting.put_nowait(table)

    for each in tables:
        waiting.put_nowait(each)
    async with asyncio.TaskGroup() as group:
        for _ in range(rate * SECONDS):
            await asyncio.sleep(random.expovariate(rate))
            group.create_task(done(await waiting.get()))
