"""What a player's finished duels add up to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Standing:
    """`streak` counts wins since the last loss or, below zero, losses since the last win."""

    wins: int = 0
    losses: int = 0
    streak: int = 0

    def after(self, *, won: bool) -> "Standing":
        if won:
            return Standing(self.wins + 1, self.losses, max(self.streak, 0) + 1)
        return Standing(self.wins, self.losses + 1, min(self.streak, 0) - 1)
