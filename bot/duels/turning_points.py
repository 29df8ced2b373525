"""Finds the turning point of a duel that was played out, for the message that tells its end."""

import asyncio

from engine.duel import Duel, Finished
from engine.refusal import TooLarge
from engine.review.turning_point import turning_point

# How many positions may be looked at for each game: a millisecond or two, and some 20 at most. The
# same duel is always told in the same way, as time isn't counted.
BUDGET = 2_000


async def turning_point_of(duel: Duel) -> int | None:
    """The number of the move of a duel that last gave the win away. None if no move did, if the
    game wasn't played to its end, or if it takes too long to find out."""
    if not isinstance(duel, Finished) or duel.void or not duel.played_out:
        return None
    # A game from a package may be slow.
    return await asyncio.to_thread(_found, duel)


def _found(duel: Finished) -> int | None:
    """Of two games it is that of the second, unless nobody made a mistake there."""
    before = duel.earlier.ply if duel.earlier else 0
    try:
        if last := turning_point(duel.record, BUDGET):
            # Where the duel went on from another one, that may have been turned there.
            return before + last if last > duel.terms.played_from else None
        return turning_point(duel.earlier, BUDGET) if duel.earlier else None
    except TooLarge:
        return None
