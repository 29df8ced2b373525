"""One duel as one person has been shown it, from the challenge to the end."""

import re
from dataclasses import dataclass, field

from engine.outcome import Withdrawal
from tests.e2e.message import Message
from tests.e2e.told import BOARD, CHALLENGE, END, ENDED, VOID, WITHDRAWN, Told, withdrawal_in

CHALLENGED = re.compile(
    r"^⚔️ @(?P<opponent>\S+?), @(?P<challenger>\S+?) challenges you to "
    r".+ · (?P<clock>[^·]+) per move · ",
    re.DOTALL,
)
# What is told once. That a result was taken out is told where it stands.
TOLD_ONCE = (END, ENDED, WITHDRAWN)
OUT_OF_TIME = re.compile(r"^🏁 .+: @(?P<loser>\S+?) ran out of time\.$", re.MULTILINE)


@dataclass(frozen=True)
class Telling:
    """A message in which it was told how it ended, when that was seen first."""

    # The interaction that brought it, if one did.
    answers: str | None
    # By the machine's time.
    at: float


@dataclass
class Sight:
    """The newest message of each kind, and what all of them have told."""

    told: Told
    challenger: str = ""
    opponent: str = ""
    challenge: Message | None = None
    # When it was seen first, by the time that players have, and the interaction that brought it.
    offered_at: float | None = None
    opened_by: str | None = None
    # How long a move may take, in the challenge's words.
    clock: str = ""
    # How it came to nothing.
    withdrawn: Withdrawal | None = None
    # Which move the board is for.
    next: int = 0
    board: Message | None = None
    end: Message | None = None
    timed_out: str | None = None
    # When each board was seen first and when the end was, by the time that players have.
    seen: dict[int, float] = field(default_factory=dict)
    ended_at: float | None = None
    # By message.
    tellings: dict[str, Telling] = field(default_factory=dict)
    # Reminders by the move that they were of, as far as it is known.
    reminders: dict[int | None, set[str]] = field(default_factory=dict)
    # Where it was told two things of one.
    contradictions: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.withdrawn is not None or self.end is not None

    @property
    def begun(self) -> bool:
        return self.board is not None or self.end is not None

    @property
    def settled(self) -> bool:
        """A challenge that doesn't wait for its answer any more."""
        return self.begun or self.withdrawn is not None

    @property
    def is_open(self) -> bool:
        """One that does."""
        waiting = self.challenge is not None and self.challenge.control("Accept") is not None
        return waiting and not self.settled

    def see(self, message: Message, at: float, by_machine: float = 0.0) -> None:
        try:
            self.told.hear(message)
        except AssertionError as told:
            self.contradictions.append(str(told))
        text = message.text
        if CHALLENGE.search(text) or (self.challenge and message.id == self.challenge.id):
            self._see_challenge(message, at)
        if how := withdrawal_in(text):
            self._see_withdrawal(how, at)
        if board := BOARD.search(text):
            self._see_board(message, int(board["next"]), at)
        if END.search(text) or ENDED.search(text) or VOID.search(text):
            self._see_end(message, at)
        if any(form.search(text) for form in TOLD_ONCE):
            self.tellings.setdefault(message.id, Telling(message.answers, by_machine))

    def remind(self, message: Message, of: int | None) -> None:
        self.reminders.setdefault(of, set()).add(message.id)

    def _see_challenge(self, message: Message, at: float) -> None:
        if self.challenge is None:
            self.offered_at, self.opened_by = at, message.answers
        self.challenge = message
        if found := CHALLENGED.search(message.text):
            self.challenger, self.opponent = found["challenger"], found["opponent"]
            self.clock = found["clock"]

    def _see_withdrawal(self, how: Withdrawal, at: float) -> None:
        """In the challenge or in a message of its own."""
        if self.withdrawn not in (None, how):
            self.contradictions.append(f"it was {how} after it was {self.withdrawn}")
        self.withdrawn = how
        if self.ended_at is None:
            self.ended_at = at

    def _see_board(self, message: Message, next_: int, at: float) -> None:
        self.seen.setdefault(next_, at)
        newest = self.board is None or message.age >= self.board.age
        if next_ > self.next or (next_ == self.next and newest):
            self.next, self.board = next_, message

    def _see_end(self, message: Message, at: float) -> None:
        self.end = message
        if self.ended_at is None:
            self.ended_at = at
        if late := OUT_OF_TIME.search(message.text):
            self.timed_out = late["loser"]
