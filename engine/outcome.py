"""The two seats, and how what they do ends."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Seat(IntEnum):
    """The first seat makes the first move."""

    FIRST = 0
    SECOND = 1

    def __bool__(self) -> bool:
        """The first seat is 0, but "a seat, if any" asks whether there is one."""
        return True

    @property
    def other(self) -> "Seat":
        return Seat(1 - self)

    @classmethod
    def at(cls, ply: int) -> "Seat":
        """The seat that moves when `ply` moves have been made: in a duel they alternate."""
        return cls(ply % 2)


class Reason(StrEnum):
    # What a game ends by …
    STUCK = "stuck"
    COMPLETED = "completed"
    PAIRS = "pairs"
    TIE_BREAK = "tie-break"
    # … and what ends a duel from outside the game.
    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    ENDED = "ended"
    # … and what two games come to that each player has won one of.
    LEVEL = "level"


# Without these a game was played out.
FROM_OUTSIDE = frozenset((Reason.RESIGNED, Reason.TIMED_OUT, Reason.ENDED))


class Withdrawal(StrEnum):
    """Why a challenge came to nothing."""

    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True)
class Outcome:
    """How a game ended. A game always has a winner."""

    winner: Seat
    reason: Reason
