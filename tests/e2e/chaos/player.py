"""A player of many duels at once, who notes what they ask of the bot and tries again."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp

from bot.text.english import English
from tests.e2e.chaos.screen import DuelScreen
from tests.e2e.player import Answer, NotPossible, Player
from tests.e2e.sentences import is_refusal

T = TypeVar("T")
Act = Callable[[], Awaitable[Answer]]

AWAY = English.REFUSALS["database-away"]
# Final states of interactions. A promise to answer counts as an answer.
SETTLED = ("answered", "failed", "thinking")
# The verbs of custom ids never change their meaning.
PRESSES = {
    "a": "accept",
    "m": "move",
    "s": "move",
    "g": "rematch",
    "b": "board",
    "ph": "hint",
    "zm": "decide",
    "zs": "decide",
}
# How long an effect may take to be seen after its answer, in seconds.
SOON = 4.0


class Stuck(Exception):
    """Raised if an act has no visible effect, however often it is tried."""


@dataclass(frozen=True)
class Meant:
    """The meaning of a command or a press."""

    what: str
    duel: int | None = None
    move: str | None = None
    # The number of moves or decisions before it; unknown of a typed move.
    ply: int | None = None
    # The user ID of the player who is challenged.
    challenged: str | None = None
    puzzle: int | None = None


@dataclass
class Ask:
    interaction: str
    who: str
    meant: Meant
    # The start in the players' time, and in real time.
    at: float
    real: float
    took: float = 0.0
    state: str = "waiting"
    # A private answer.
    told: str | None = None

    @property
    def refused(self) -> bool:
        """Return whether nothing can have come of it. Who hears that the database is away may find
        later that it was saved."""
        return self.told not in (None, AWAY) and is_refusal(str(self.told))

    @property
    def heard(self) -> bool:
        """Return whether the player knows what came of it."""
        return self.state == "answered" and self.told != AWAY

    def may_have_made(self, nth: int, move: str) -> bool:
        """Return whether this ask may have made the move. An unanswered one may have, too."""
        return not self.refused and self.meant.move == move and self.meant.ply in (None, nth - 1)


def meant(what: str, asked: dict[str, Any]) -> Meant:
    """Parse a request to the sandbox's page."""
    if what == "commands":
        options = asked.get("options") or {}
        duel, move, whom = (options.get(each) for each in ("duel", "move", "opponent"))
        path = " ".join(asked.get("path") or ["menu"])
        return Meant(path, int(duel) if duel else None, move, challenged=whom)
    _, verb, *args = asked["custom_id"].split(":")
    name = PRESSES.get(verb, f"press {verb}")
    about = int(args[0]) if args and args[0].isdecimal() else None
    if name not in ("move", "hint", "decide"):
        return Meant(name, about)
    move = asked["values"][0] if asked.get("values") else ":".join(args[2:]) or None
    if name == "decide":
        return Meant(name, None, move, int(args[1]), puzzle=about)
    return Meant(name, about, move, int(args[1]))


class ChaosPlayer(Player):
    screen: DuelScreen

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        member: dict[str, Any],
        now: Callable[[], float],
        patience: float,
    ) -> None:
        super().__init__(http, url, member)
        self.screen = DuelScreen(self.name, now)
        self.asks: list[Ask] = []
        self._time = now
        # How long until a player gives up, in seconds.
        self._patience = patience
        # Asks whose effect was seen before their answer.
        self._unanswered: set[asyncio.Future[bool]] = set()

    async def waits_for(self, look: Callable[[], T | None], what: str, patience: float = 1.0) -> T:
        """Something that comes by itself."""
        found = await self.screen.sees(look, patience * self._patience)
        if not found:
            raise Stuck(f"{self} never saw {what}")
        return found

    async def keeps_trying(
        self, act: Act, look: Callable[[], T | None], what: str, patience: float = 1.0
    ) -> T:
        """Repeat an act until its effect is seen."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience * self._patience
        while not (found := look()):
            if loop.time() > until:
                raise Stuck(f"{self} tried in vain, and never saw {what}")
            await self.screen.sees(lambda: look() or self.screen.bot_is_there, self._patience)
            await self._tries(act, look)
        return found

    async def settles(self) -> None:
        """Wait until everything that was asked is answered or never will be."""
        while self._unanswered:
            await asyncio.wait(self._unanswered)

    async def _tries(self, act: Act, look: Callable[[], object]) -> None:
        """Try once, until the effect is seen, the act failed, or the bot has gone and come back."""
        absences = len(self.screen.absences)

        def goes_on() -> bool:
            return bool(look()) or len(self.screen.absences) > absences

        asking = asyncio.ensure_future(_is_answered(act))
        self._unanswered.add(asking)
        asking.add_done_callback(self._unanswered.discard)
        seeing = asyncio.ensure_future(self.screen.sees(goes_on, self._patience))
        await asyncio.wait((asking, seeing), return_when=asyncio.FIRST_COMPLETED)
        seeing.cancel()
        if asking.done() and asking.result():
            await self.screen.sees(goes_on, SOON)

    async def _asks(self, what: str, **asked: Any) -> Answer:
        at, real = self._time(), asyncio.get_running_loop().time()
        number = (await self._posts(what, **asked))["interaction"]
        ask = Ask(number, self.name, meant(what, asked), at, real)
        self.asks.append(ask)
        ask.state = await self.screen.until(lambda: self._settled(number), f"what became of {ask}")
        ask.took = asyncio.get_running_loop().time() - real
        shown = self.screen.answer(number) or self.screen.messages.get(asked.get("message", ""))
        ask.told = shown.text if shown and shown.private else None
        return Answer(ask.state == "failed", shown)

    def _settled(self, number: str) -> str | None:
        state = self.screen.asked.get(number)
        return state if state in SETTLED else None


async def _is_answered(act: Act) -> bool:
    """Return whether the act was answered. If its button is gone, there is something else to see
    soon."""
    try:
        return not (await act()).failed
    except NotPossible:
        return True
