"""Which duels say anything about who plays better."""

from enum import StrEnum
from typing import TYPE_CHECKING

from engine.solve import fate

if TYPE_CHECKING:
    from engine.duel import Terms


class Unrated(StrEnum):
    """Why a duel moves no rating. It counts as a win and a loss all the same."""

    # The players wanted it so.
    CASUAL = "casual"
    # At these options nobody can influence who wins.
    FATE = "fate"
    # One of the players chose who begins, and beginning may be all that matters.
    SEATS = "seats"
    # The two have had their share of rated duels for a day.
    OFTEN = "often"
    # One of the players was blocked when it ended.
    BLOCKED = "blocked"
    # It was begun before ratings were kept.
    EARLIER = "earlier"


# Whoever gives up before so many moves were made loses as much as ever, but nobody gains by it: a
# friend could give points away without playing. If nobody lost either, one would give up whatever
# begins on the wrong seat.
LEAST_PLIES = 2


def why_unrated(terms: "Terms") -> Unrated | None:
    """As far as it shows in what is agreed."""
    if terms.unrated:
        return terms.unrated
    if fate(terms.game) is not None:
        return Unrated.FATE
    if not terms.seats_are_even:
        return Unrated.SEATS
    return None
