"""What must be true of how a duel ends, or how a challenge comes to nothing."""

from collections.abc import Iterator

from engine.outcome import Reason
from tests.e2e.chaos.evidence import Case


def two_ends(case: Case) -> Iterator[str]:
    """The end that was shown is the one that is written down, and nothing else ever was."""
    duel = case.written
    expected = (duel.winner, duel.how == Reason.LEVEL, duel.how == Reason.ENDED)
    for who, sight in case.sights.items():
        told = sight.told
        shown = (told.winner, told.is_tie, told.ended)
        if any(shown) and shown != expected:
            yield f"{who} was shown {shown}, and it was {expected}"
        if sight.withdrawn and duel.begun:
            yield f"{who} was shown that it came to nothing, and it was {duel.how}"
        if any(shown) and sight.next > len(duel.moves) + 1:
            yield f"{who} was shown move {sight.next} of a duel of {len(duel.moves)} moves"
