"""Makes things go wrong as planned: on the way between bot and Discord, with the bot, and with its
clock. Notes what was hit, as that excuses what would be a mistake otherwise."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from random import Random

from deploy.sandbox.api_errors import ApiError
from deploy.sandbox.faults import MOST, Aim, Kind, Names
from deploy.sandbox.faults import Fault as Struck
from deploy.sandbox.guild.permissions import NOTHING, May
from deploy.sandbox.sandbox import Sandbox
from tests.e2e.chaos import moderation
from tests.e2e.chaos.bot import BEAT
from tests.e2e.chaos.clock import MOST_BACK, Clock
from tests.e2e.chaos.plan import Event, Fault, Kill
from tests.e2e.chaos.screen import Span
from tests.e2e.table import Table

HOUR = 3600.0
# Where and for how long the bot may not write, and how long it may try. In seconds.
FORBIDDEN, FORBIDDEN_FOR, NOTICED_WITHIN = ("duels", "lobby"), 1.5, 10.0
# How often time passes in a step, and how soon it can again without the bot's thinking that it has
# slept. The steps are small, as no clock can be seen to run out between two of them. In seconds.
PACE, AT_ONCE = 0.25, BEAT / 1000 * 0.3
STEP, BACK = (4.0, 14.0), 0.03
# Steps that take about a minute, and those that take longer than the shortest clock.
SHORT, LONG = 4, 52
# The longest wait for a fault to strike, in seconds, as there may be nothing to hit.
PATIENCE = 3.0
# How long the bot may not know that its message was posted, in seconds, as its requests are
# delayed.
UNNOTED = 12.0
# How long a bot that is back waits for its servers before it shows what it could not, in seconds.
PREPARES = 3.0
# How long discord.py waits before it tries again what Discord failed to do.
TRIES_AGAIN = 1.0
# How long it may take until the bot knows that it was cut off, in seconds of a machine that isn't
# busy.
NEWS = 1.0


@dataclass(frozen=True)
class Hit:
    """A fault that struck. Times are real, in seconds."""

    kind: Kind
    aim: Aim
    at: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind} {self.aim}"

    @property
    def delay(self) -> float:
        """How much later the thing that was hit comes."""
        delays = {
            Kind.LOSE: inf,
            Kind.FAIL: TRIES_AGAIN,
            Kind.DELAY: self.seconds,
            Kind.LIMIT: self.seconds,
        }
        return delays.get(self.kind, 0.0)


def delay_of(hits: Sequence[Hit]) -> float:
    """How much later an answer comes that was hit so often. After each try, discord.py waits two
    seconds more before the next one."""
    again = (2 * TRIES_AGAIN * nth for nth, each in enumerate(hits) if each.kind is Kind.FAIL)
    return sum(each.delay for each in hits) + sum(again)


@dataclass(frozen=True)
class Excuses:
    """All faults and delays that excuse a deviation."""

    # Faults that hit each interaction, and faults that hit anything else.
    hits: Mapping[str, list[Hit]] = field(default_factory=dict)
    # When the bot could not write where it did, in real time.
    closed: Sequence[Span] = ()
    other_hits: tuple[Hit, ...] = ()
    # Whether a thread begins before a challenge is answered.
    threads: bool = False
    # When the bot was away, in real time; and when it knew that, in the time that players have.
    absences: tuple[Span, ...] = ()
    away: tuple[Span, ...] = ()
    # When the machine was too busy: since when and for how long, in real time.
    late: tuple[Span, ...] = ()

    def was_away(self, since: float, until: float) -> bool:
        return any(left < until and back > since for left, back in self.absences)

    def lateness(self, since: float, until: float) -> float:
        """Return for how much of this time the machine was too busy."""
        spans = ((max(since, at), min(until, at + late)) for at, late in self.late)
        return sum(end - begin for begin, end in spans if end > begin)

    def time_had(self, since: float, until: float) -> float:
        """Return for how much of this time players could act, as the bot was online."""
        away = [back - left for left, back in self.away if since <= left and back <= until]
        return until - since - sum(max(0.0, each) for each in away)

    def was_closed(self, since: float, until: float) -> bool:
        """Return whether what was posted in this time may have met a channel that was closed."""
        return any(closed - UNNOTED < until and since < again for closed, again in self.closed)

    def in_vain(self, since: float) -> float:
        """Return until when something may have been tried in vain, one fault after the other."""
        hits = ((each.at, each.at + each.delay) for each in self.other_hits if each.delay < inf)
        lost = ((each.at, each.at) for each in self.other_hits if each.delay == inf)
        for begin, end in sorted([*self.absences, *hits, *lost]):
            if begin < since + PREPARES:
                since = max(since, end)
        return since

    def posts_hit(self, since: float) -> int:
        """Return how many posts were hit within a second, each perhaps twice."""
        return sum(abs(each.at - since) < 1.0 for each in self.other_hits)

    def queue(self, since: float, until: float) -> float:
        """Return for how long requests other than answers were delayed in this time."""
        return sum(
            each.delay
            for each in self.other_hits
            if each.kind is not Kind.LOSE and each.at < until and each.at + each.delay > since
        )


class Injector:
    def __init__(self, sandbox: Sandbox, table: Table, clock: Clock) -> None:
        self.clock = clock
        self.struck: Counter[tuple[Kind, Aim]] = Counter()
        self.hits: defaultdict[str, list[Hit]] = defaultdict(list)
        self.other_hits: list[Hit] = []
        self.closed: list[Span] = []
        self.done: Counter[str] = Counter()
        # How long the bot was away after each kill, in seconds.
        self.restarts: list[float] = []
        self._sandbox = sandbox
        self._table = table
        # Two steps of the clock at once would be one that is too long.
        self._stepping = asyncio.Lock()
        sandbox.faults.struck = self._note

    async def inject(self, event: Fault | Kill | Event) -> None:
        match event:
            case Fault(kind, on, how):
                await self._table.breaks(kind, on=on, **how)
            case Kill(upon):
                await self._kill(upon)
                self.done["kill"] += 1
            case Event(what):
                await self._do(what)
                self.done[what] += 1

    def delete(self, message: str) -> None:
        """A moderator deletes a message."""
        moderation.delete_message(self._sandbox.world, message)
        self.done["deleted board"] += 1

    def delete_thread(self, place: str) -> None:
        """A moderator deletes a duel's thread, if this is one."""
        if moderation.delete_thread(self._sandbox.world, place):
            self.done["deleted thread"] += 1

    async def time_passes(self, seed: int) -> None:
        """Let time pass in random steps, until cancelled."""
        random = Random(f"{seed} time")
        while True:
            async with self._stepping:
                if random.random() < BACK:
                    self.clock.step_back(random.uniform(1.0, MOST_BACK))
                else:
                    self.clock.step(random.uniform(*STEP))
                await asyncio.sleep(PACE)

    async def hurry(self, steps: int = SHORT) -> None:
        """Let time pass as fast as it can."""
        async with self._stepping:
            for _ in range(steps):
                self.clock.step(STEP[1])
                await asyncio.sleep(AT_ONCE)

    async def _do(self, what: str) -> None:
        match what:
            case "restart":
                await self._table.does_to_the_bot("restart")
            case "jump":
                self.clock.jump(HOUR)
            case "blackout":
                # Longer than the shortest clock runs.
                dark = await self._table.breaks(Kind.LOSE, on=Aim.EVERYTHING, times=MOST)
                await self.hurry(LONG)
                await self._table.mends(dark)
            case "forbid":
                await self._forbid()
            case _:
                await self._table.disturbs(what)
                await self._table.bot_is_back()

    def has_closed_since(self, since: float) -> bool:
        """Return whether a channel has been closed to the bot since then, for some time."""
        return any(again > since for _, again in self.closed)

    async def _forbid(self) -> None:
        """Withdraw the permission to write in the channels, one after the other."""
        world = self._sandbox.world
        for name in FORBIDDEN:
            place = next(each for each in world.servers.first.places.values() if each.name == name)
            since = asyncio.get_running_loop().time()
            moderation.forbid(world, place, May.SEND | May.SEND_IN_THREADS)
            await asyncio.sleep(FORBIDDEN_FOR)
            moderation.forbid(world, place, NOTHING)
            self.closed.append((since, asyncio.get_running_loop().time() + NOTICED_WITHIN))

    async def _kill(self, upon: Fault | None) -> None:
        fault = upon and await self._table.breaks(upon.kind, on=upon.on, **upon.how)
        if fault:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._table.has_struck(fault)
            # If it hasn't struck yet it would only hold up the bot's start.
            await self._table.mends(fault)
        begun = asyncio.get_running_loop().time()
        await self._table.does_to_the_bot("kill")
        self.restarts.append(asyncio.get_running_loop().time() - begun)

    def _note(self, fault: Struck, what: Names) -> None:
        self.struck[fault.kind, fault.on] += 1
        hit = Hit(fault.kind, fault.on, asyncio.get_running_loop().time(), fault.seconds)
        interaction = self._interaction(what)
        (self.hits[interaction] if interaction else self.other_hits).append(hit)

    def _interaction(self, what: Names) -> str | None:
        """A request that follows an answer names only the interaction's token."""
        if "interaction" in what or "token" not in what:
            return what.get("interaction")
        world = self._sandbox.world
        try:
            return world.interactions.answered(world.application, what["token"]).id
        except ApiError:
            return None
