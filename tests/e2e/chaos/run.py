"""A run: the plan is carried out at a sandbox of its own, and then judged."""

import asyncio
import os
import secrets
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.ledger import EVERY_GAME
from storage.match import BoardMode
from storage.people import HouseRules
from storage.trouble import DamagedDuel
from tests.bot.simcord.protocol import Said, complaints
from tests.e2e.archive import Archive
from tests.e2e.chaos.clock import Clock
from tests.e2e.chaos.evidence import Violation, gather
from tests.e2e.chaos.faults import NEWS, Excuses, Injector
from tests.e2e.chaos.lateness import measure_lateness
from tests.e2e.chaos.mistakes import MISTAKES, Middlebox
from tests.e2e.chaos.oracle import judge
from tests.e2e.chaos.plan import (
    MORE_PEOPLE,
    Event,
    Fault,
    Kill,
    Plan,
    PlannedDuel,
    PlannedPuzzle,
    plan,
)
from tests.e2e.chaos.play import Hall, play
from tests.e2e.chaos.player import ChaosPlayer, Stuck
from tests.e2e.chaos.puzzles import Told, answer_puzzle, wrong_answers
from tests.e2e.chaos.report import Report, report
from tests.e2e.chaos.screen import Span
from tests.e2e.conftest import incidents
from tests.e2e.ladder import ladder, profile
from tests.e2e.past import regulars, rule
from tests.e2e.player import NotPossible
from tests.e2e.table import Table, sandbox_for, seated

# Duels that are played at the same time.
AT_ONCE = 48
# After so many steps of the clock nobody has time left, even if some was given back.
STEPS = 60
# When so many duels are stuck the rest is given up.
ENOUGH = 5
# How long a player waits for something to happen, in seconds.
PATIENCE = 120.0

Progress = Callable[[int, Injector], None]


def seeded(duels: int, kills: int, mode: BoardMode, nth: int = 0) -> Plan:
    """A plan of another seed each time, unless CHAOS_SEED is set."""
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10_000)) + nth
    print(f"seed {seed}: to play the same again, set CHAOS_SEED to it")
    return plan(seed, duels, kills, mode)


async def run(
    plan: Plan,
    folder: Path,
    progress: Progress = lambda *_: None,
    mistake: str = "",
    patience: float = PATIENCE,
) -> Report:
    """Run the plan in an empty folder, perhaps with a bot that makes a mistake."""
    clock = Clock(folder / "clock")
    command = (sys.executable, "-m", "tests.e2e.chaos.bot", str(clock.path), mistake)
    async with AsyncExitStack() as stack:
        middlebox = Middlebox(MISTAKES[mistake].change) if mistake else None
        said: list[Said] = []

        def heard(method: str, path: str, body: Any, _port: int | None) -> None:
            said.append((method, path, body))

        settings: dict[str, Any] = {}
        if middlebox:
            settings["DUELHOST_DISCORD_URL"] = await middlebox.open(stack)
        sandbox, bot = sandbox_for(folder, command=command, heard=heard, **settings)
        if middlebox:
            middlebox.target = sandbox.rest
        regulars(sandbox.world.servers, MORE_PEOPLE)
        # All duels are rated, however many there are.
        rules = HouseRules(rated_a_day=1000, board_mode=plan.mode)
        await rule(folder, sandbox.world.servers.first, rules)
        await stack.enter_async_context(sandbox.open())
        await bot.start()
        seat = partial(ChaosPlayer, now=lambda: clock.played, patience=patience)
        table = await stack.enter_async_context(seated(sandbox.url, folder, seat))
        injector = Injector(sandbox, table, clock)
        return await _Run(plan, table, injector, progress, said).goes()


class _Run:
    def __init__(
        self, plan: Plan, table: Table, injector: Injector, progress: Progress, said: list[Said]
    ) -> None:
        self._plan = plan
        self._said = said
        self._table = table
        self._injector = injector
        self._progress = progress
        players = {
            each.name: each for each in table.players.values() if isinstance(each, ChaosPlayer)
        }
        self._hall = Hall(players, injector)
        self._noticed: list[Violation] = []
        # What players were told of their puzzles.
        self._answers: list[Told] = []
        self._late: list[Span] = []
        self._over = 0
        self._enough = asyncio.Event()

    async def goes(self) -> Report:
        begun = time.monotonic()
        async with meanwhile(measure_lateness(self._late)):
            async with meanwhile(self._injector.time_passes(self._plan.seed)):
                await self._play()
            await self._come_to_rest()
            await self._look_up()
        evidence = gather(self._hall.players, self._table.archive, self._excuses(), self._noticed)
        lasted = time.monotonic() - begun
        return report(self._plan, evidence, self._injector, judge(evidence), lasted)

    async def _play(self) -> None:
        """Play the whole plan, unless too much of it is stuck."""
        playing = asyncio.create_task(self._steps())
        enough = asyncio.create_task(self._enough.wait())
        await asyncio.wait((playing, enough), return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()
        if not playing.done():
            self._notice("stuck", f"the rest was given up after {self._over} duels")
            playing.cancel()
            await asyncio.wait((playing,))
        if not playing.cancelled():
            playing.result()

    async def _steps(self) -> None:
        rooms = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as duels:
            for step in self._plan.steps:
                if isinstance(step, PlannedDuel):
                    await rooms.acquire()
                    duels.create_task(self._duel(step, rooms))
                elif isinstance(step, PlannedPuzzle):
                    duels.create_task(self._puzzle(step))
                else:
                    await self._inject(step)

    async def _inject(self, event: Fault | Kill | Event) -> None:
        try:
            await self._injector.inject(event)
        except AssertionError as wrong:
            # The bot doesn't come back.
            self._notice("stuck", f"after {event}: {wrong}")
            self._enough.set()

    async def _duel(self, planned: PlannedDuel, rooms: asyncio.Semaphore) -> None:
        try:
            await play(self._hall, planned)
        except (Stuck, AssertionError, NotPossible) as wrong:
            self._notice("stuck", f"planned {planned.nth}: {wrong}")
            if len(self._noticed) >= ENOUGH:
                self._enough.set()
        finally:
            rooms.release()
            self._over += 1
            self._progress(self._over, self._injector)

    async def _puzzle(self, planned: PlannedPuzzle) -> None:
        try:
            self._answers += await answer_puzzle(self._hall.players[planned.who], planned)
        except AssertionError as wrong:
            self._notice("stuck", f"{planned}: {wrong}")

    async def _come_to_rest(self) -> None:
        """Stop all faults, and let time pass until no clock runs."""
        await self._table.mends()
        for each in self._hall.players.values():
            await each.settles()
        for _ in range(STEPS):
            if not self._goes_on():
                break
            await self._injector.hurry()
            await ask_for_boards(self._hall.players.values(), self._table.archive)

    def _goes_on(self) -> bool:
        return bool(self._table.archive.going_on()) or not all(
            seen.over for each in self._hall.players.values() for seen in each.screen.seen.values()
        )

    async def _look_up(self) -> None:
        """The leaderboard is what comes of entering all results again, wherever it is read."""
        archive = self._table.archive
        try:
            for game in (EVERY_GAME, *GAMES):
                await ladder(self._table, self._hall.moderator, game)
            counted = archive.recount()
            for player in self._hall.players.values():
                await profile(self._table, player, counted)
        except (AssertionError, NotPossible, DamagedDuel) as wrong:
            where = traceback.format_tb(wrong.__traceback__)[-1].strip()
            self._notice("ladder", f"{wrong} {where}")
        asks = [ask for player in self._hall.players.values() for ask in player.asks]
        for each in wrong_answers(self._answers, asks, archive.attempts()):
            self._notice("puzzles", each)
        for each in archive.faults():
            self._notice("ladder", each)
        for each in sorted(set(complaints(self._said))):
            self._notice("request", each)
        for incident in incidents(self._table.folder):
            self._notice("incident", str(incident))

    def _excuses(self) -> Excuses:
        injector, absences = self._injector, tuple(self._hall.moderator.screen.absences)
        excuses = Excuses(
            injector.hits,
            injector.closed,
            tuple(injector.other_hits),
            self._plan.mode is BoardMode.THREAD,
            absences,
            late=tuple(self._late),
        )
        knew = [left + NEWS + excuses.lateness(left, left + NEWS) for left, _ in absences]
        away = [
            injector.clock.surely_away(since, back)
            for since, (_, back) in zip(knew, absences, strict=True)
            if since < back
        ]
        return replace(excuses, away=tuple(away))

    def _notice(self, rule: str, what: str) -> None:
        self._noticed.append(Violation(rule, what))


async def ask_for_boards(players: Iterable[ChaosPlayer], archive: Archive) -> None:
    """A board that couldn't be posted where it was, or is private, is shown to a player who asks
    for it."""
    for number in set(archive.numbers()) - set(archive.going_on()):
        for each in players:
            seen = each.screen.duel(number)
            if seen.is_player(each) and not seen.over:
                await each.types("/duel board", duel=str(number))


@asynccontextmanager
async def meanwhile(doing: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Something goes on as long as the block does."""
    task = asyncio.create_task(doing)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
