"""A bot that is measured, with all who play there, and what their moves took."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from storage.match import BoardMode
from tests.bench.players import at_once
from tests.bench.tables import Table
from tests.bench.venue import TABLES, Venue

BEGINNING = 20  # games at a time


@dataclass(frozen=True)
class Share:
    """The cost of a move in one round: the bot's CPU time and the response times."""

    cpu: float
    p50: float
    p99: float


class Contender:
    def __init__(
        self,
        name: str,
        module: str,
        table: type[Table],
        folder: Path,
        mode: BoardMode | None = None,
        *,
        database: str | None = None,
    ) -> None:
        self.name = name
        self.venue = Venue(name, module, folder, mode, database=database)
        # The shares of each round, by the number of moves in flight.
        self.shares: dict[int, list[Share]] = defaultdict(list)
        self._table = table
        self._tables = [table(self.venue, nth) for nth in range(TABLES)]

    async def play(self, in_flight: int, moves: int) -> None:
        """Make moves at all tables in turn, after starting a new game wherever the last one is
        over."""
        await self._begin([each for each in self._tables if not each.moves])
        waiting, took = deque(self._tables), list[float]()

        async def move(table: Table) -> None:
            took.append(await table.move())
            if table.moves:
                waiting.append(table)

        used = self.venue.cpu
        self.venue.requests.clear()
        await at_once(in_flight, move, (waiting.popleft() for _ in range(moves) if waiting))
        await self.venue.quiet()
        used = self.venue.cpu - used
        asked = dict.fromkeys(self._table.requests, len(took))
        assert self.venue.requests == asked, f"{self.name} asked for {self.venue.requests}"
        self.shares[in_flight].append(Share(used / len(took), median(took), late(took)))

    async def open(self, number: int) -> int:
        """Open this many more games, make a move in each, and return how much memory the bot then
        uses."""
        tables = [self._table(self.venue, nth) for nth in range(number)]
        await self._begin(tables)
        await at_once(BEGINNING, lambda table: table.move(), tables)
        await self.venue.quiet()
        return self.venue.resident

    async def _begin(self, tables: Sequence[Table]) -> None:
        await at_once(BEGINNING, lambda table: table.begin(), tables)
        # A bot may show a game before it is ready for what is pressed.
        await self.venue.quiet()


def late(took: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(took, n=100)[-1]
