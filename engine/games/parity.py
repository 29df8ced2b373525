"""Parity Duel."""

from dataclasses import dataclass

from engine.demand import Demand
from engine.games.game import Rules
from engine.games.geography import DRAWN, Geography, Relation
from engine.games.options import choice_option
from engine.games.preset import CLASSIC, Preset
from engine.games.text import Text
from engine.refusal import Refusal, TooClose, WrongParity

CLASSIC_RULE, DOUBLES = "classic", "doubles"


def _of_other_parity(last: int, number: int) -> bool:
    return (last + number) % 2 == 1


def _doubles(last: int, number: int) -> bool:
    return _of_other_parity(last, number) and max(last, number) >= 2 * min(last, number)


def doubles(size: int) -> Preset:
    """The ranked preset of the games that alternate odd and even."""
    return Preset(
        "ranked",
        f"1 to {size}: odd after even, and at least twice or at most half the last number, after "
        "the host has struck some out and made a move.",
        {"size": size, "rule": DOUBLES, "board": DRAWN},
        minutes=5,
    )


@dataclass(frozen=True)
class Parity(Geography):
    """Take an odd number after an even one and the other way round. A player who can't has lost."""

    key = "parity"
    title = "Parity Duel"
    pitch = "Answer every odd number with an even one and every even number with an odd one."
    summary = "Odd after even · quick"
    presets = (CLASSIC, doubles(50))
    TEXT = Text(settings="1–{size}")

    rule: str = choice_option(
        "Doubles: also at least twice or at most half the last number.",
        CLASSIC_RULE,
        DOUBLES,
        added=True,
    )

    @property
    def rules(self) -> Rules:
        look = "Look" if self.draws_start else "You may open with any number. After that, look"
        return Rules(
            objective="Take the last number that can be taken. If your opponent is to move and has "
            "nothing to take, you win.",
            turn=f"The numbers 1 to {self.size} lie open.{self.before} Who starts is drawn or "
            "agreed; then you take turns, one number a turn. A number that is taken is gone for "
            "both of you.",
            valid=f"{look} at the number taken last: if it was odd, take an even one; if it was "
            f"even, take an odd one.{self._doubled}",
            end="If it is your turn and no number of the kind you need is left, you lose. "
            "There are no draws.",
            example="You open with 2. It is even, so your opponent needs an odd number and takes "
            "1, and now you need an even one again."
            if self.rule == CLASSIC_RULE
            else "You open with 6. Your opponent needs an odd number that is 3 or less, or 12 or "
            "more: 1 and 3 fit, and so does 13 if the list goes that far.",
        )

    @property
    def _doubled(self) -> str:
        """The rest of the sentence on valid moves."""
        if self.rule == CLASSIC_RULE:
            return ""
        return " It must also be at least twice the last number, or at most half of it."

    @property
    def relation(self) -> Relation:
        return _of_other_parity if self.rule == CLASSIC_RULE else _doubles

    def demand_after(self, last: int) -> Demand:
        if self.rule == DOUBLES:
            return Demand.EVEN_DOUBLE if last % 2 else Demand.ODD_DOUBLE
        return Demand.EVEN if last % 2 else Demand.ODD

    def known_way(self, moves: tuple[int, ...]) -> bool:
        """Of an even size the second player always wins, of an odd one whoever opens with an odd
        number."""
        if self.rule != CLASSIC_RULE or self.opening or self.gone:
            return False
        return self.size % 2 == 0 or moves[0] % 2 == 1

    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        demand = self.demand_after(last)
        if _of_other_parity(last, number):
            return TooClose(number, last, demand=demand, legal=legal)
        return WrongParity(number, last, demand=demand, legal=legal)
