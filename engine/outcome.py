"""The two seats, and how games and duels end."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Seat(IntEnum):
    """A player's seat. The first seat makes the first move."""

    FIRST = 0
    SECOND = 1

    def __bool__(self) -> bool:
        """Always true: the first seat is 0, and `if seat` has to mean "if there is a seat"."""
        return True

    @property
    def other(self) -> "Seat":
        return Seat(1 - self)

    @classmethod
    def at(cls, ply: int) -> "Seat":
        """The seat to move after `ply` moves: the seats alternate."""
        return cls.SECOND if ply % 2 else cls.FIRST


class Reason(StrEnum):
    """Why a game or a duel is over."""

    # By the rules of the game.
    STUCK = "stuck"
    COMPLETED = "completed"
    PAIRS = "pairs"
    TIE_BREAK = "tie-break"
    # From outside the game.
    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"
    ENDED = "ended"
    # Each player has won one of two games.
    LEVEL = "level"


# A duel that ended for one of these reasons was not played out.
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
