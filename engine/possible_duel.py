"""Whether a duel from elsewhere, such as a row or an exported file, could have come about."""

from collections import Counter

from engine.duel import (
    LEGS,
    LONGEST,
    MOST_HINTS,
    SHORTEST,
    Duel,
    Finished,
    Offered,
    Playing,
    Withdrawn,
    result_of,
    seatings,
)
from engine.fairness import Unrated
from engine.outcome import Reason


def is_possible(duel: Duel) -> bool:
    """Whether a duel from elsewhere could have come about by the functions here."""
    terms = duel.terms
    if terms.challenger == terms.opponent or not SHORTEST <= terms.clock <= LONGEST:
        return False
    if terms.legs not in LEGS or (terms.unrated is Unrated.BOT) != (terms.level is not None):
        return False
    if isinstance(duel, Offered | Withdrawn):
        return terms.level is None and not terms.played_from
    if not _has_possible_seats(duel) or duel.record.game != terms.game:
        return False
    if not _has_possible_hints(duel) or not _has_possible_beginning(duel):
        return False
    return _can_go_on(duel) if isinstance(duel, Playing) else _has_possible_end(duel)


def _can_go_on(duel: Playing) -> bool:
    # The bot answers together with the player's move, so nobody ever waits for it.
    waits_for_bot = duel.terms.level is not None and duel.waiting_for == duel.terms.opponent
    return duel.record.outcome is None and not waits_for_bot


def _has_possible_seats(duel: Playing | Finished) -> bool:
    terms, earlier = duel.terms, duel.earlier
    if earlier is None:
        return duel.seats in seatings(terms)
    over = terms.legs == 2 and earlier.game == terms.game and earlier.outcome is not None
    return over and duel.seats[::-1] in seatings(terms)


def _has_possible_beginning(duel: Playing | Finished) -> bool:
    terms = duel.terms
    played_on = terms.level is not None and terms.legs == 1
    return terms.played_from == 0 or (played_on and 0 < terms.played_from <= duel.ply)


def _has_possible_hints(duel: Playing | Finished) -> bool:
    asked = Counter(duel.hints)
    if any(count > MOST_HINTS or ply > duel.ply for ply, count in asked.items()):
        return False
    return list(duel.hints) == sorted(duel.hints) and (not asked or duel.terms.level is not None)


def _has_possible_end(duel: Finished) -> bool:
    if over := duel.record.outcome:
        missing = duel.terms.legs == 2 and duel.earlier is None
        return not missing and (duel.winner, duel.reason) == result_of(over, duel.earlier)
    if duel.reason is Reason.TIMED_OUT:
        return duel.winner is duel.record.to_move.other
    resigned = duel.reason is Reason.RESIGNED and duel.winner is not None
    return resigned or duel.reason is Reason.ENDED
