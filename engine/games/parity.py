"""Parity Duel."""

from dataclasses import dataclass

from engine.demand import Demand
from engine.games.game import Rules
from engine.games.geography import Geography
from engine.refusal import Refusal, WrongParity


@dataclass(frozen=True)
class Parity(Geography):
    """Take an odd number after an even one and the other way round. A player who can't has lost."""

    key = "parity"
    title = "Parity Duel"
    pitch = "Answer every odd number with an even one and every even number with an odd one."

    @property
    def rules(self) -> Rules:
        return Rules(
            objective="Take the last number that can be taken. If your opponent is to move and has "
            "nothing to take, you win.",
            turn=f"The numbers 1 to {self.size} lie open. Who starts is drawn or agreed; then you "
            "take turns, one number a turn. A number that is taken is gone for both of you.",
            valid="You may open with any number. After that, look at the number your opponent has "
            "just taken: if it was odd, take an even one; if it was even, take an odd one.",
            end="If it is your turn and no number of the kind you need is left, you lose. "
            "There are no draws.",
            example="You open with 2. It is even, so your opponent needs an odd number and takes "
            "1, and now you need an even one again.",
        )

    @staticmethod
    def related(last: int, number: int) -> bool:
        return (last + number) % 2 == 1

    def demand_after(self, last: int) -> Demand:
        return Demand.EVEN if last % 2 else Demand.ODD

    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        return WrongParity(number, last, demand=self.demand_after(last), legal=legal)
