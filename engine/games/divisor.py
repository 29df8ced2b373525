"""Divisor Duel."""

from dataclasses import dataclass

from engine.demand import Demand
from engine.games.game import Rules
from engine.games.geography import DRAWN, Geography, Relation
from engine.games.options import choice_option
from engine.games.preset import CLASSIC, Preset
from engine.refusal import NoStep, Refusal, Unrelated

CLASSIC_RULE, STEPS = "classic", "steps"
ANY, EVEN = "any", "even"


def _divides(last: int, number: int) -> bool:
    return last % number == 0 or number % last == 0


def _is_step(last: int, number: int) -> bool:
    return last != number and last % (last - number) == 0


@dataclass(frozen=True)
class Divisor(Geography):
    """Take a divisor or a multiple of the last number. A player who can't has lost."""

    key = "divisor"
    title = "Divisor Duel"
    pitch = "Each number must divide the last one or be a multiple of it. No move left: you lose."
    summary = "Divide or multiply · strategic"
    presets = (
        CLASSIC,
        Preset(
            "ranked",
            "1 to 40: divide the last number or multiply it, after the host has struck some out "
            "and made two moves.",
            {"size": 40, "board": DRAWN},
        ),
        Preset(
            "juniper",
            "Juniper Green, 1 to 100: divide the last number or multiply it; the first must be "
            "even.",
            {"size": 100, "first": EVEN},
            minutes=5,
        ),
        Preset(
            "steps",
            "1 to 30: add or subtract one of the last number's divisors, after the host has struck "
            "some out and made two moves.",
            {"size": 30, "rule": STEPS, "board": DRAWN},
        ),
    )

    rule: str = choice_option(
        "Steps: add or subtract one of the last number's divisors.",
        CLASSIC_RULE,
        STEPS,
        added=True,
    )
    first: str = choice_option(
        "Which number may be taken first: any, or an even one.", ANY, EVEN, added=True
    )

    @property
    def rules(self) -> Rules:
        classic = self.rule == CLASSIC_RULE
        first = "Any number opens the duel." if self.first == ANY else "The first number is even."
        each = "Each number" if self.draws_start else f"{first} Every later one"
        return Rules(
            objective="Leave your opponent without a number to take.",
            turn=f"The numbers 1 to {self.size} lie open.{self.before} Who starts is drawn or "
            "agreed; then you alternate. On your turn you take one number, and nobody can take it "
            "again.",
            valid=f"{each} must fit the number taken just before it: either it "
            "divides that number without a remainder, or that number divides it."
            if classic
            else f"{each} must be a step away from the number taken just before "
            "it: add one of that number's divisors to it, or subtract one.",
            end="The player who is to move and finds no fitting number left loses, and the "
            "other player wins.",
            example="With the numbers 1 to 20: after 4 you can take 1 or 2, which divide it, or 8, "
            "12, 16 or 20, which are its multiples, if they are still there. After 1 everything "
            "fits."
            if classic
            else "6 has the divisors 1, 2, 3 and 6, so after 6 you can take 3, 4 or 5, or 7, 8, 9 "
            "or 12, if they are still there.",
        )

    @property
    def relation(self) -> Relation:
        return _divides if self.rule == CLASSIC_RULE else _is_step

    @property
    def even_first(self) -> bool:
        return self.first == EVEN

    def demand_after(self, _last: int) -> Demand:
        return Demand.RELATED if self.rule == CLASSIC_RULE else Demand.STEP

    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        refusal = Unrelated if self.rule == CLASSIC_RULE else NoStep
        return refusal(number, last, demand=self.demand_after(last), legal=legal)

    def known_way(self, moves: tuple[int, ...]) -> bool:
        """Two primes of the upper half: after the first one only 1 fits, and after the second one
        nothing does."""
        if len(moves) != 3 or self.rule != CLASSIC_RULE or self.opening or self.gone:
            return False
        return self.legal(self.play(self.start(), moves[0])) == (1,)

    def how(self, last: int, number: int) -> str:
        if self.rule == STEPS:
            return f"{last}−{last - number}" if number < last else f"{last}+{number - last}"
        return f"{last}÷{last // number}" if number < last else f"{last}×{number // last}"
