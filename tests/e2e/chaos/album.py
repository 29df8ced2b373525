"""What somebody has been shown of thousands of duels, so that each is found at once. Of messages it
keeps the last ones only, of duels all that was told."""

import asyncio
import re
from collections.abc import Callable
from typing import TypeVar

from tests.e2e.chaos.sight import Sight
from tests.e2e.chaos.trouble import Span
from tests.e2e.message import Message
from tests.e2e.screen import Frame, Screen
from tests.e2e.told import BOARD, Told, duel_of

T = TypeVar("T")

REMINDER = re.compile(r"^⏳ @(?P<who>\S+?), your move in \*\*.+\*\* #(?P<duel>\d+) is due ")
# Older messages are looked at by nobody.
KEPT = 1_000


class Album(Screen):
    def __init__(self, name: str, now: Callable[[], float]) -> None:
        super().__init__(name)
        self.sights: dict[int, Sight] = {}
        # When the bot went, and when it was back: by the machine's time, and by players'.
        self.absences: list[Span] = []
        self.away: list[Span] = []
        self._left = (0.0, 0.0)
        # The time that players have.
        self._now = now
        # Of which duel a message is, and for which move.
        self._duels: dict[str, tuple[int, int]] = {}
        self._between: dict[frozenset[str], set[int]] = {}
        self._answers: dict[str, Message] = {}

    def answer(self, interaction: str) -> Message | None:
        return self._answers.get(interaction)

    def sight(self, duel: int) -> Sight:
        """Of a duel that may not have been seen yet."""
        return self.sights.get(duel) or Sight(Told(duel))

    def open_between(self, one: str, other: str) -> int | None:
        """The challenge that these two have to deal with before there can be another."""
        between = sorted(self._between.get(frozenset((one, other)), ()))
        return next((each for each in between if self.sights[each].is_open), None)

    @property
    def returns(self) -> int:
        """How often the bot has come back."""
        return len(self.absences)

    @property
    def bot_is_there(self) -> bool:
        return bool(self.hello["bot"] == "online")

    async def sees(self, look: Callable[[], T | None], seconds: float) -> T | None:
        """As soon as it is there to be seen, or nothing if that takes too long."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := look()):
                    await self._news.wait()
        except TimeoutError:
            return None
        return found

    def _hear(self, frame: Frame) -> None:
        was_there = self.hello.get("bot") == "online"
        super()._hear(frame)
        self.heard.clear()
        if frame["type"] == "bot" and self.bot_is_there is not was_there:
            now, played = asyncio.get_running_loop().time(), self._now()
            if was_there:
                self._left = now, played
            else:
                self.absences.append((self._left[0], now))
                self.away.append((self._left[1], played))

    def _show(self, payload: Frame) -> None:
        super()._show(payload)
        if len(self.messages) > KEPT:
            del self.messages[next(iter(self.messages))]
        message = self.messages[payload["id"]]
        if message.answers in self.asked:
            self._answers[str(message.answers)] = message
        if not message.private:
            self._file(message)

    def _file(self, message: Message) -> None:
        known, _ = self._duels.get(message.id, (None, 0))
        duel = duel_of(message) or known
        if duel is not None:
            sight = self.sights.setdefault(duel, Sight(Told(duel)))
            sight.see(message, self._now(), asyncio.get_running_loop().time())
            board = BOARD.search(message.text)
            self._duels.setdefault(message.id, (duel, int(board["next"]) if board else 0))
            if sight.challenge:
                self._note_challenge(duel, sight)
        elif reminder := REMINDER.search(message.text):
            self._remind(int(reminder["duel"]), message)

    def _note_challenge(self, duel: int, sight: Sight) -> None:
        between = self._between.setdefault(frozenset((sight.challenger, sight.opponent)), set())
        if sight.is_open:
            between.add(duel)
        else:
            between.discard(duel)

    def _remind(self, duel: int, message: Message) -> None:
        if message.id not in self._duels:
            self._duels[message.id] = (duel, 0)
            _, of = self._duels.get(message.links[0], (duel, None)) if message.links else (0, None)
            self.sights.setdefault(duel, Sight(Told(duel))).remind(message, of)
