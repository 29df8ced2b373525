"""What must be true of how a duel ends, or how a challenge comes to nothing."""

from collections.abc import Iterator

from engine.outcome import Reason
from tests.e2e.chaos.evidence import Case
from tests.e2e.chaos.sight import Telling

# What brings a duel again that is over.
SHOW_AGAIN = ("board", "press board")
# In seconds: for how long the bot may not know that it has told something, as something is held up.
UNNOTED = 12.0


def two_ends(case: Case) -> Iterator[str]:
    """The end that was shown is the one that is written down, and nothing else ever was."""
    duel = case.written
    expected = (duel.winner, duel.how == Reason.LEVEL, duel.how == Reason.ENDED)
    for who, sight in case.sights.items():
        told = sight.told
        shown = (told.winner, told.is_tie, told.ended)
        if any(shown) and shown != expected:
            yield f"{who} was shown {shown}, and it was {expected}"
        if sight.withdrawn not in (None, duel.how):
            yield f"{who} was shown that it was {sight.withdrawn}, and it was {duel.how}"
        if any(shown) and sight.next > len(duel.moves) + 1:
            yield f"{who} was shown move {sight.next} of a duel of {len(duel.moves)} moves"


def told_twice(case: Case) -> Iterator[str]:
    """Its end is posted once, unless the bot can't know that it has been, or somebody wants to see
    it again."""
    again = {each.interaction for each in case.asked if each.meant.what in SHOW_AGAIN}
    tellings = {
        message: each
        for sight in case.sights.values()
        for message, each in sight.tellings.items()
        if each.answers not in again
    }
    excused = sum(_may_be_unknown(each, case) for each in tellings.values())
    if len(tellings) > 1 + excused:
        yield f"it was told in {len(tellings)} messages how it ended: {', '.join(tellings)}"


def _may_be_unknown(telling: Telling, case: Case) -> bool:
    """What is posted is known again by its nonce. An answer isn't: the bot may have been killed
    before it took note of it, or have heard nothing, and nothing either when it asked."""
    if telling.answers is None:
        return False
    hits = case.trouble.hit.get(telling.answers, ())
    return len(hits) > 1 or case.trouble.was_away(telling.at, telling.at + UNNOTED)
