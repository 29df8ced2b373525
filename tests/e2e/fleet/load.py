"""Players who play duels in every server of a fleet, one after the other, whatever happens to the
processes. What they were shown is judged by the rules of the chaos run."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count

from tests.bot.simcord.protocol import complaints
from tests.e2e.chaos.evidence import Evidence, Violation, gather
from tests.e2e.chaos.faults import Excuses, Injector
from tests.e2e.chaos.lateness import measure_lateness
from tests.e2e.chaos.oracle import judge
from tests.e2e.chaos.plan import BOT, PlannedDuel, Reply, plan
from tests.e2e.chaos.play import Hall, play
from tests.e2e.chaos.player import Ask, ChaosPlayer, Stuck
from tests.e2e.chaos.run import ask_for_boards, meanwhile
from tests.e2e.chaos.screen import Span
from tests.e2e.fleet.fleet import Fleet, server_of
from tests.e2e.player import NotPossible
from tests.e2e.table import Table

# Plans are made for so many duels at a time.
MANY = 200
# After so many steps of the clock nobody has time left, even if some was given back.
STEPS = 60


@dataclass
class Server:
    """A server with its players, and what was noticed there."""

    table: Table
    hall: Hall
    noticed: list[Violation]
    played: int = 0

    @property
    def asks(self) -> list[Ask]:
        asks = [each for player in self.hall.players.values() for each in player.asks]
        return sorted(asks, key=lambda each: each.real)


class Load:
    def __init__(
        self, fleet: Fleet, tables: Sequence[Table], seed: int, *, stepped: bool = False
    ) -> None:
        """Clocks run out only if time passes in steps."""
        self.fleet = fleet
        self._stepped = stepped
        self.late: list[Span] = []
        # When the database was away, which every player may have noticed.
        self.outages: list[Span] = []
        self.servers = [self._server(each) for each in tables]
        self._seed = seed
        self._stopped = False

    async def run(self, at_once: int) -> None:
        """Have so many duels played at a time in each server, until told to stop."""
        async with asyncio.TaskGroup() as seats:
            for nth, each in enumerate(self.servers):
                numbers, duels = count(), self._duels(self._seed + nth)
                for _ in range(at_once):
                    seats.create_task(self._play(each, numbers, duels))

    def stop(self) -> None:
        """Begin no more duels."""
        self._stopped = True

    @property
    def injector(self) -> Injector:
        """Lets time pass."""
        return self.servers[0].hall.injector

    async def come_to_rest(self) -> None:
        """Let time pass until no clock runs."""
        await self.settle()
        for _ in range(STEPS):
            if not any(map(goes_on, self.servers)):
                break
            await self.injector.hurry()
            for each in self.servers:
                await ask_for_boards(each.hall.players.values(), each.table.archive)
        await self.settle()

    async def settle(self) -> None:
        for server in self.servers:
            for each in server.hall.players.values():
                await each.settles()

    def violations(self) -> list[str]:
        """Return everything that mustn't have happened."""
        found = [
            f"server {nth}: {each}"
            for nth, server in enumerate(self.servers)
            for each in judge(self.evidence(server))
        ]
        return found + sorted(set(complaints(self.fleet.said)))

    def evidence(self, server: Server) -> Evidence:
        players, archive = server.hall.players, server.table.archive
        faults = [Violation("ladder", each) for each in archive.faults()]
        return gather(players, archive, self._excuses(server), [*server.noticed, *faults])

    def first_answer(self, servers: Sequence[str], since: float) -> float:
        """When players in each of these servers had an answer again."""
        asks = [each.asks for each in self.servers if server_of(each.table) in servers]
        return max(
            min(
                each.real + each.took
                for each in some
                if each.state == "answered" and each.real > since
            )
            for some in asks
        )

    @property
    def played(self) -> int:
        return sum(each.played for each in self.servers)

    def _excuses(self, server: Server) -> Excuses:
        unserved = merged(self.fleet.watch.absences(server_of(server.table)))
        away = tuple(self.fleet.clock.surely_away(*each) for each in unserved)
        absences = tuple(merged([*unserved, *self.outages]))
        return Excuses(absences=absences, away=away, late=tuple(self.late))

    def _server(self, table: Table) -> Server:
        players = {
            each.name: each for each in table.players.values() if isinstance(each, ChaosPlayer)
        }
        return Server(
            table, Hall(players, Injector(self.fleet.sandbox, table, self.fleet.clock)), []
        )

    async def _play(self, server: Server, numbers: "count[int]", duels: list[PlannedDuel]) -> None:
        while not self._stopped:
            nth = next(numbers)
            try:
                await play(server.hall, replace(duels[nth % len(duels)], nth=nth))
                server.played += 1
            except (Stuck, AssertionError, NotPossible) as wrong:
                server.noticed.append(Violation("stuck", f"planned {nth}: {wrong}"))

    def _duels(self, seed: int) -> list[PlannedDuel]:
        """Unless clocks can run out, no player walks away, and nobody plays the bot: it may begin
        duels of which no player hears."""
        duels = [replace(each, rematch_of=None) for each in plan(seed, MANY, 0).duels]
        if self._stepped:
            return duels
        between = [each for each in duels if each.opponent != BOT]
        return [replace(each, left_at=None, replies=(Reply.ACCEPTED,)) for each in between]


def goes_on(server: Server) -> bool:
    """Whether a clock runs, or a player hasn't seen an end."""
    seen = [each for who in server.hall.players.values() for each in who.screen.seen.values()]
    return bool(server.table.archive.going_on()) or not all(each.over for each in seen)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same spans of time, of which no two overlap."""
    found: list[Span] = []
    for since, until in sorted(spans):
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((since, until))
    return found


@asynccontextmanager
async def under_load(
    fleet: Fleet,
    tables: Sequence[Table] | None = None,
    *,
    at_once: int = 2,
    seed: int = 1,
    stepped: bool = False,
) -> AsyncIterator[Load]:
    """Players play as long as the block lasts, and then finish what they have begun."""
    load = Load(fleet, tables or fleet.tables, seed, stepped=stepped)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(meanwhile(measure_lateness(load.late)))
        if stepped:
            await stack.enter_async_context(meanwhile(load.injector.time_passes(seed)))
        playing = asyncio.create_task(load.run(at_once))
        try:
            yield load
            load.stop()
            await playing
            await load.settle()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
