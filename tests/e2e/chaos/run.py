"""A run: everything that was planned takes place at a table of its own, and is judged then."""

import asyncio
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from engine.games import GAMES
from engine.ledger import EVERY_GAME
from storage.trouble import DamagedDuel
from tests.e2e.chaos.album import Album
from tests.e2e.chaos.alongside import alongside
from tests.e2e.chaos.figures import Figures, figures
from tests.e2e.chaos.gathering import gather
from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.hall import Hall
from tests.e2e.chaos.hands import Hands
from tests.e2e.chaos.lag import Lag
from tests.e2e.chaos.meeting import meet
from tests.e2e.chaos.oracle import judge
from tests.e2e.chaos.persisting import Stuck
from tests.e2e.chaos.plan import MORE, Plan
from tests.e2e.chaos.planned import Planned
from tests.e2e.chaos.storm import Storm
from tests.e2e.chaos.trouble import Trouble
from tests.e2e.chaos.weather import Event
from tests.e2e.conftest import incidents
from tests.e2e.ladder import ladder, profile
from tests.e2e.past import regulars
from tests.e2e.player import NotPossible
from tests.e2e.table import Table, sandbox_for, seated

# As many duels are played at a time.
ROOMS = 48
# After so many steps of the clock nobody has any time left, even if some were given back.
STEPS = 60
# When so many duels are stuck the others are given up: each of them keeps others waiting.
ENOUGH = 5
LIMITS = "Rated duels of the same two in a day"

Progress = Callable[[int, Storm], None]


class Run:
    def __init__(self, plan: Plan, table: Table, storm: Storm, progress: Progress) -> None:
        self._plan = plan
        self._table = table
        self._storm = storm
        self._lag = Lag()
        self._progress = progress
        guests = {each.name: each for each in table.players.values() if isinstance(each, Guest)}
        self._hall = Hall(guests)
        self._noticed: list[tuple[str, str]] = []
        self._over = 0
        self._enough = asyncio.Event()

    async def goes(self) -> Figures:
        begun = time.monotonic()
        await self._is_opened()
        async with alongside(self._lag.is_measured()):
            async with alongside(self._storm.time_passes(self._plan.seed)):
                await self._takes_place()
            await self._comes_to_rest()
            await self._is_looked_up()
        guests, archive = self._hall.guests, self._table.archive
        evidence = gather(guests, archive, self._trouble(), self._noticed)
        lasted = time.monotonic() - begun
        return figures(self._plan, evidence, self._storm, judge(evidence), lasted)

    async def _is_opened(self) -> None:
        """Whoever plays that much wants all of it to count."""
        moderator = self._hall.moderator
        panel = await moderator.types("/duel-admin settings")
        await moderator.chooses("as many as they like", of=LIMITS, on=panel.message)

    async def _takes_place(self) -> None:
        """All of it, unless so much is stuck that everything else would only wait for it."""
        playing = asyncio.create_task(self._is_played())
        async with alongside(self._is_given_up(playing)):
            await asyncio.wait((playing,))
        if not playing.cancelled():
            playing.result()

    async def _is_given_up(self, playing: asyncio.Task[None]) -> None:
        await self._enough.wait()
        self._noticed.append(("stuck", f"the rest was given up after {self._over} duels"))
        playing.cancel()

    async def _is_played(self) -> None:
        rooms = asyncio.Semaphore(ROOMS)
        async with asyncio.TaskGroup() as meetings:
            for step in self._plan.steps:
                if isinstance(step, Planned):
                    await rooms.acquire()
                    meetings.create_task(self._meets(step, rooms))
                else:
                    await self._comes(step)

    async def _comes(self, event: Event) -> None:
        try:
            await self._storm.comes(event)
        except AssertionError as wrong:
            # The bot doesn't come back.
            self._noticed.append(("stuck", f"after {event}: {wrong}"))
            self._enough.set()

    async def _meets(self, planned: Planned, rooms: asyncio.Semaphore) -> None:
        try:
            await meet(self._hall, planned)
        except (Stuck, AssertionError, NotPossible) as wrong:
            self._noticed.append(("stuck", f"planned {planned.nth}: {wrong}"))
            if len(self._noticed) >= ENOUGH:
                self._enough.set()
        finally:
            rooms.release()
            self._over += 1
            self._progress(self._over, self._storm)

    async def _comes_to_rest(self) -> None:
        """Nothing goes wrong any more, and time goes by until nothing is left that it could end."""
        await self._table.mends()
        await self._hall.persisting.settle()
        for _ in range(STEPS):
            if not self._unsettled():
                break
            await self._storm.hurries()

    def _unsettled(self) -> list[int]:
        archive = self._table.archive
        return archive.going_on() or [
            number
            for album in self._albums.values()
            for number, sight in album.sights.items()
            if not sight.over
        ]

    async def _is_looked_up(self) -> None:
        """The ladder is what comes of all ends counted once more, wherever it is read."""
        reader = self._hall.moderator
        try:
            for game in (EVERY_GAME, *GAMES):
                await ladder(self._table, reader, game)
            counted = self._table.archive.recount()
            for player in self._hall.guests.values():
                await profile(self._table, player, counted)
        except (AssertionError, NotPossible, DamagedDuel) as wrong:
            where = traceback.format_tb(wrong.__traceback__)[-1].strip()
            self._noticed.append(("ladder", f"{wrong} {where}"))
        self._noticed += [("ladder", each) for each in self._table.archive.faults()]
        self._noticed += [("incident", str(each)) for each in incidents(self._table.folder)]

    @property
    def _albums(self) -> Mapping[str, Album]:
        return {name: each.screen for name, each in self._hall.guests.items()}

    def _trouble(self) -> Trouble:
        storm, seen = self._storm, self._hall.moderator.screen
        return Trouble(
            {interaction: tuple(each) for interaction, each in storm.hit.items()},
            tuple(storm.elsewhere),
            tuple(seen.absences),
            tuple(seen.away),
            tuple(self._lag.late),
            tuple(storm.hands.behind),
        )


async def run(
    plan: Plan,
    folder: Path,
    progress: Progress = lambda *_: None,
    mistake: str = "none",
) -> Figures:
    """At a sandbox of its own, in a folder that is empty. The bot may be one that makes a
    mistake."""
    hands = Hands(folder / "hands")
    command = (sys.executable, "-m", "tests.e2e.chaos.bot", str(hands.path), mistake)
    sandbox, bot = sandbox_for(folder, command=command)
    regulars(sandbox.world.server, MORE)
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, folder, partial(Guest, now=lambda: hands.played)) as table:
            return await Run(plan, table, Storm(sandbox, table, hands), progress).goes()
