"""Does what was planned to go wrong: to the way between bot and Discord, to the bot, and to its
clock."""

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from deploy.sandbox.api_errors import ApiError
from deploy.sandbox.faults import MOST, Aim, Kind, Names
from deploy.sandbox.faults import Fault as Struck
from deploy.sandbox.sandbox import Sandbox
from tests.e2e.chaos.bot import BEAT
from tests.e2e.chaos.hands import Hands
from tests.e2e.chaos.trouble import Hit
from tests.e2e.chaos.weather import Blackout, Disturbance, Event, Fault, Jump, Kill, Restart
from tests.e2e.table import Table

HOUR, MINUTE = 3600.0, 60.0
# In seconds: how often time passes in a step, and how soon it can again without the bot's thinking
# that it has slept. The steps are small, as no clock can be seen to run out between two of them.
PACE, AT_ONCE = 0.25, BEAT / 1000 * 0.3
# By how much, how often it goes back instead, and by how much then.
STEP, BACK, PUT_BACK = (4.0, 14.0), 0.03, (1.0, 55.0)
# As many steps as take about a minute, and longer than the shortest clock.
SHORT, LONG = 4, 52
# In seconds. Where nothing comes that a fault could hit, nobody waits for it.
PATIENCE = 3.0


@dataclass
class Storm:
    sandbox: Sandbox
    table: Table
    hands: Hands
    # How often each kind has hit what it was aimed at, by what each interaction was hit, and what
    # hit anything else.
    struck: Counter[tuple[Kind, Aim]] = field(default_factory=Counter)
    hit: defaultdict[str, list[Hit]] = field(default_factory=lambda: defaultdict(list))
    elsewhere: list[Hit] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    # How long the bot was away each time that it was killed, in seconds.
    restarts: list[float] = field(default_factory=list)
    # Two steps at once would be one too long.
    _passing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.sandbox.faults.struck = self._note

    async def comes(self, event: Event) -> None:
        match event:
            case Fault(kind, on, how):
                await self.table.breaks(kind, on=on, **how)
            case Kill(upon):
                await self._kills(upon)
            case Restart():
                await self.table.does_to_the_bot("restart")
            case Disturbance(what):
                await self.table.disturbs(what)
                await self.table.bot_is_back()
            case Jump():
                self.hands.jump(HOUR)
            case Blackout():
                await self._darkens()
        self.done[_called(event)] += 1

    async def time_passes(self, seed: int) -> None:
        """For as long as there is play."""
        random = Random(f"{seed} time")
        while True:
            async with self._passing:
                back = random.random() < BACK
                self.hands.step(-random.uniform(*PUT_BACK) if back else random.uniform(*STEP))
                await asyncio.sleep(PACE)

    async def hurries(self, steps: int = SHORT) -> None:
        """As much time goes by as can."""
        async with self._passing:
            for _ in range(steps):
                self.hands.step(STEP[1])
                await asyncio.sleep(AT_ONCE)

    async def _kills(self, upon: Fault | None) -> None:
        fault = upon and await self.table.breaks(upon.kind, on=upon.on, **upon.how)
        if fault:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.table.has_struck(fault)
        begun = asyncio.get_running_loop().time()
        await self.table.does_to_the_bot("kill")
        self.restarts.append(asyncio.get_running_loop().time() - begun)
        if fault:
            await self.table.mends(fault)

    async def _darkens(self) -> None:
        dark = await self.table.breaks(Kind.LOSE, on=Aim.EVERYTHING, times=MOST)
        await self.hurries(LONG)
        await self.table.mends(dark)

    def _note(self, fault: Struck, what: Names) -> None:
        self.struck[fault.kind, fault.on] += 1
        hit = Hit(fault.kind, fault.on, asyncio.get_running_loop().time(), fault.seconds)
        if interaction := self._interaction(what):
            self.hit[interaction].append(hit)
        else:
            self.elsewhere.append(hit)

    def _interaction(self, what: Names) -> str | None:
        """What follows an answer is known by the token alone."""
        if "interaction" in what or "token" not in what:
            return what.get("interaction")
        try:
            world = self.sandbox.world
            return world.interactions.answered(world.application, what["token"]).id
        except ApiError:
            return None


def _called(event: Any) -> str:
    return type(event).__name__.lower() + (f" {event.what}" if hasattr(event, "what") else "")
