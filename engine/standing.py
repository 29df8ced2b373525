"""A player's standing in one ladder: counted results, and the rating if there is one."""

from dataclasses import dataclass
from enum import StrEnum

from engine.ids import Instant, PlayerId
from engine.rating import Rating

# How many of the last results are kept one by one.
FORM = 5


class Result(StrEnum):
    WON = "w"
    LOST = "l"
    TIED = "t"


@dataclass(frozen=True)
class Rank:
    """A rating as of the last duel that changed it, and the number of rated duels. An established
    player's results change their opponents' ratings. A provisional player's rank also lists the
    established opponents met so far."""

    rating: Rating
    at: Instant
    duels: int
    established_opponents: tuple[PlayerId, ...] = ()
    established: bool = False


@dataclass(frozen=True)
class Standing:
    """Counted results. `streak` is the number of wins in a row or, below zero, of losses. `form`
    lists the last results, the latest one last. A player without a rated duel has no rank."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    streak: int = 0
    form: str = ""
    rank: Rank | None = None

    @property
    def played(self) -> int:
        return self.wins + self.losses + self.ties

    def after(self, result: Result, rank: Rank | None) -> "Standing":
        wins, losses, ties, streak = self.wins, self.losses, self.ties, 0
        if result is Result.WON:
            wins, streak = wins + 1, max(self.streak, 0) + 1
        elif result is Result.LOST:
            losses, streak = losses + 1, min(self.streak, 0) - 1
        else:
            ties += 1
        form = (self.form + result.value)[-FORM:]
        return Standing(wins, losses, ties, streak, form, rank)
