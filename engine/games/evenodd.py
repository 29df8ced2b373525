"""Even/Odd Match."""

from dataclasses import dataclass

from engine.games.game import Rules
from engine.games.parity import CLASSIC_RULE, Parity, doubles
from engine.games.preset import CLASSIC


@dataclass(frozen=True)
class EvenOdd(Parity):
    """Parity Duel with the name and the wording of another rulebook."""

    key = "evenodd"
    title = "Even/Odd Match"
    pitch = "Take turns emptying the list, odd and even alternating. The last to remove one wins."
    summary = "Empty the list, odd and even · quick"
    presets = (CLASSIC, doubles(30))

    @property
    def rules(self) -> Rules:
        odd = "Odd" if self.draws_start else "The opening may remove anything. From then on odd"
        return Rules(
            objective="Make the last removal, so that your opponent has none to answer with.",
            turn=f"The list holds the numbers 1 to {self.size}.{self.before} Who starts is drawn "
            "or agreed, then you alternate, and each turn removes exactly one number.",
            valid=f"{odd} and even alternate: an odd removal must be answered with an even one, "
            f"and an even removal with an odd one.{self._doubled}",
            end="A player who needs an even number when none is left, or an odd one when none is "
            "left, loses at once. That happens to somebody in every match, so none is drawn.",
            example="Somebody opens by removing 1. The answer must be even, say 2, and the reply "
            "to that must be odd."
            if self.rule == CLASSIC_RULE
            else "Somebody opens by removing 8. The answer must be odd, and 4 or less or 16 or "
            "more, say 3. The reply to that must be even, and 6 or more.",
        )
