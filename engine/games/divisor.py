"""Divisor Duel."""

from dataclasses import dataclass

from engine.demand import Demand
from engine.games.game import Rules
from engine.games.geography import Geography
from engine.refusal import Refusal, Unrelated


@dataclass(frozen=True)
class Divisor(Geography):
    """Take a divisor or a multiple of the last number. A player who can't has lost."""

    key = "divisor"
    title = "Divisor Duel"
    pitch = "Each number must divide the last one or be a multiple of it. No move left: you lose."

    @property
    def rules(self) -> Rules:
        return Rules(
            objective="Leave your opponent without a number to take.",
            turn=f"The numbers 1 to {self.size} lie open. Who starts is drawn or agreed; then you "
            "alternate. On your turn you take one number, and nobody can take it again.",
            valid="Any number opens the duel. Every later one must fit the number taken just "
            "before it: either it divides that number without a remainder, or that number "
            "divides it.",
            end="The player who is to move and finds no fitting number left loses, and the "
            "other player wins.",
            example="With the numbers 1 to 20: after 4 you can take 1 or 2, which divide it, or 8, "
            "12, 16 or 20, which are its multiples, if they are still there. After 1 everything "
            "fits.",
        )

    @staticmethod
    def related(last: int, number: int) -> bool:
        return last % number == 0 or number % last == 0

    def demand_after(self, _last: int) -> Demand:
        return Demand.RELATED

    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        return Unrelated(number, last, demand=self.demand_after(last), legal=legal)

    def how(self, last: int, number: int) -> str:
        return f"{last}÷{last // number}" if number < last else f"{last}×{number // last}"
