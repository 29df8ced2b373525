"""Duels as one player was shown them. Only the latest messages are kept, as there are tens of
thousands."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar

from bot.text.english import English
from engine.outcome import Withdrawal
from tests.e2e.chaos.plan import BOT
from tests.e2e.message import Message
from tests.e2e.player import Player
from tests.e2e.screen import Frame, Screen
from tests.e2e.told import (
    BOARD,
    CHALLENGE,
    ENDED,
    REMINDER,
    REMINDING,
    VOID,
    Told,
    duel_of,
    first,
    is_about_duel,
    is_end,
    is_with_bot,
    turn_on,
    withdrawal_in,
)

T = TypeVar("T")
# The beginning and the end, in seconds.
Span = tuple[float, float]

KEPT = 1_000


@dataclass
class Seen:
    """A duel on one screen: its newest messages, and when something was first seen. Times are those
    that players have, unless it says real time."""

    told: Told
    challenger: str = ""
    opponent: str = ""
    clock: str = ""
    challenge: Message | None = None
    offered_at: float | None = None
    # The interaction that brought the challenge.
    opened_by: str | None = None
    withdrawn: Withdrawal | None = None
    # The move for which the newest board waits.
    next: int = 0
    board: Message | None = None
    end: Message | None = None
    ended_at: float | None = None
    turns_at: dict[int, float] = field(default_factory=dict)
    # Messages that tell how it ended: the interaction that brought each, and the real time.
    ends: dict[str, tuple[str | None, float]] = field(default_factory=dict)
    # Messages by the move of which they remind.
    reminders: dict[int, set[str]] = field(default_factory=dict)
    # Messages that pinged a player for a move, by both: the interaction that brought each, and the
    # real time.
    pings: dict[tuple[int, str], dict[str, tuple[str | None, float]]] = field(default_factory=dict)
    # Messages from which the duel can be continued, as far as their readers know, and since when in
    # real time there is a newer one.
    live: set[str] = field(default_factory=set)
    replaced: dict[str, float] = field(default_factory=dict)
    # The interaction that brought each of its messages, and the real time.
    brought: dict[str, tuple[str | None, float]] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.withdrawn is not None or self.end is not None

    @property
    def begun(self) -> bool:
        return self.board is not None or self.end is not None

    @property
    def answered(self) -> bool:
        """Whether the challenge no longer waits."""
        return self.begun or self.withdrawn is not None

    @property
    def is_open(self) -> bool:
        waits = self.challenge is not None and self.challenge.control(English.ACCEPT) is not None
        return waits and not self.answered

    def is_player(self, who: Player) -> bool:
        return who.name in (self.challenger, self.opponent)

    def see(self, message: Message, now: float, real: float) -> None:
        text = message.text
        self._hear(message)
        self._see_buttons(message, real)
        if message.begins_thread:
            return  # it only says what the messages in the thread say in full
        self._see_challenge(message, now)
        if how := withdrawal_in(text):
            if self.withdrawn not in (None, how):
                self.contradictions.append(f"it was {how} after it was {self.withdrawn}")
            self.withdrawn = how
        if board := BOARD.search(text):
            self._see_board(message, int(board["move"]), now)
        told_once = is_end(text) or ENDED.match(text)
        if told_once or first(VOID, text):
            self.end = message
        if told_once or how:
            self.ends.setdefault(message.id, self.brought[message.id])
        if self.over and self.ended_at is None:
            self.ended_at = now

    def forget(self, message: str) -> None:
        """It was deleted. What it told is known all the same."""
        self.live.discard(message)
        self.ends.pop(message, None)

    def _hear(self, message: Message) -> None:
        try:
            self.told.hear(message)
        except AssertionError as contradiction:
            self.contradictions.append(str(contradiction))

    def _see_challenge(self, message: Message, now: float) -> None:
        if found := CHALLENGE.match(message.text):
            if self.challenge is None:
                self.offered_at, self.opened_by = now, message.answers
            self.challenger, self.opponent = found["challenger"], found["opponent"]
            self.clock = found["clock"]
        if found or (self.challenge and message.id == self.challenge.id):
            self.challenge = message

    def _see_buttons(self, message: Message, real: float) -> None:
        self.brought.setdefault(message.id, (message.answers, real))
        asks = BOARD.search(message.text) or CHALLENGE.match(message.text)
        (self.live.add if asks and message.labels else self.live.discard)(message.id)
        for each in self.live:
            if int(each) < message.age and message.labels:
                self.replaced.setdefault(each, real)

    def _see_board(self, message: Message, move: int, now: float) -> None:
        self.turns_at.setdefault(move, now)
        if is_with_bot(message.text):
            self.challenger, self.opponent = turn_on(message) or "", BOT
            if self.opened_by is None:
                self.opened_by = message.answers
            if self.challenger == BOT:
                self.contradictions.append(f"the bot plays, and move {move} waits for it")
        newer = self.board is None or message.age >= self.board.age
        if move > self.next or (move == self.next and newer):
            self.next, self.board = move, message


class DuelScreen(Screen):
    """A screen that files its messages by duel."""

    def __init__(self, name: str, now: Callable[[], float]) -> None:
        super().__init__(name)
        self.seen: dict[int, Seen] = {}
        # When the bot was away, in real time.
        self.absences: list[Span] = []
        self._left = 0.0
        self._now = now
        # The duel and the move of each message.
        self._filed: dict[str, tuple[int, int]] = {}
        # All messages that were ever shown in public: only the first version of each pings.
        self._heard: set[str] = set()
        self._open: dict[frozenset[str], set[int]] = {}
        self._answers: dict[str, Message] = {}

    def answer(self, interaction: str) -> Message | None:
        return self._answers.get(interaction)

    def duel(self, number: int) -> Seen:
        return self.seen.get(number) or Seen(Told(number))

    def open_between(self, one: str, other: str) -> int | None:
        """The first challenge that these two have to answer before there can be another."""
        return min(self._open.get(frozenset((one, other)), ()), default=None)

    def against_bot(self, without: Collection[int]) -> int | None:
        """The first running duel between this player and the bot, but none of these."""
        return next(
            (
                number
                for number, seen in self.seen.items()
                if (seen.challenger, seen.opponent) == (self.name, BOT)
                and not (seen.over or number in without)
            ),
            None,
        )

    @property
    def bot(self) -> str:
        """The bot's user ID."""
        return str(next(each["id"] for each in self.hello["members"] if each["bot"]))

    @property
    def bot_is_there(self) -> bool:
        return bool(self.hello["bot"] == "online")

    async def sees(self, look: Callable[[], T | None], seconds: float) -> T | None:
        """Wait until `look` finds something, and return it, or None if that takes too long."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := look()):
                    await self._news.wait()
        except TimeoutError:
            return None
        return found

    def _hear(self, frame: Frame) -> None:
        if frame["type"] == "deleted" and (filed := self._filed.get(frame["message"])):
            self.seen[filed[0]].forget(frame["message"])
        was_there = self.hello.get("bot") == "online"
        super()._hear(frame)
        self.heard.clear()
        if frame["type"] == "bot" and self.bot_is_there is not was_there:
            real = asyncio.get_running_loop().time()
            if was_there:
                self._left = real
            else:
                self.absences.append((self._left, real))

    def _show(self, payload: Frame) -> None:
        super()._show(payload)
        if len(self.messages) > KEPT:
            del self.messages[next(iter(self.messages))]
        message = self.messages[payload["id"]]
        if message.answers in self.asked:
            self._answers[str(message.answers)] = message
        if is_about_duel(message):
            self._file(message)

    def _file(self, message: Message) -> None:
        known, _ = self._filed.get(message.id, (None, 0))
        number = known if message.begins_thread else duel_of(message) or known
        real, is_new = asyncio.get_running_loop().time(), message.id not in self._heard
        if not message.thinking:
            self._heard.add(message.id)
        if reminder := REMINDER.match(message.text):
            self._file_reminder(int(reminder["number"]), message)
        elif number is not None:
            seen = self.seen.setdefault(number, Seen(Told(number)))
            seen.see(message, self._now(), real)
            board = BOARD.search(message.text)
            move = int(board["move"]) if board else 0
            self._filed.setdefault(message.id, (number, move))
            if is_new and REMINDING.match(message.text):
                seen.reminders.setdefault(move, set()).add(message.id)
            elif is_new and move:
                for who in message.pings:
                    seen.pings.setdefault((move, who), {})[message.id] = (message.answers, real)
            between = self._open.setdefault(frozenset((seen.challenger, seen.opponent)), set())
            (between.add if seen.is_open else between.discard)(number)

    def _file_reminder(self, number: int, message: Message) -> None:
        link = message.links[0] if message.links else ""
        _, move = self._filed.get(link, (number, 0))
        seen = self.seen.setdefault(number, Seen(Told(number)))
        seen.reminders.setdefault(move, set()).add(message.id)
