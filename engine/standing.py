"""What a player's finished duels add up to in one ladder: results counted, and how strong they have
shown themselves."""

from dataclasses import dataclass
from enum import StrEnum

from engine.ids import Instant, PlayerId
from engine.rating import Rating

# So many of the last results are remembered one by one.
FORM = 5


class Result(StrEnum):
    WON = "w"
    LOST = "l"
    TIED = "t"


@dataclass(frozen=True)
class Rank:
    """What rated duels have shown. Who is settled is known well enough to move others; until then
    `testers` are the settled opponents that somebody has met."""

    rating: Rating
    at: Instant
    duels: int
    testers: tuple[PlayerId, ...] = ()
    settled: bool = False


@dataclass(frozen=True)
class Standing:
    """`streak` counts wins since anything else or, below zero, losses. In `form` the latest result
    comes last. Without a rated duel there is no rank."""

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
