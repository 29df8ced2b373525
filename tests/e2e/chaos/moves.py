"""What must be true of the moves of a duel."""

from collections.abc import Iterator

from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.evidence import Case


def lost(case: Case) -> Iterator[str]:
    """A move that was shown is written down, as it was shown, and an end lists all of them."""
    moves = dict(enumerate(case.written.moves, start=1))
    for who, sight in case.sights.items():
        for nth, move in sight.told.moves.items():
            mover = sight.told.movers.get(nth)
            known = moves.get(nth)
            if known is None or known[1] != move or mover not in (None, known[0]):
                yield f"{who} was shown {mover} take {move} in move {nth}, not {known}"
        if sight.told.listed not in (None, len(moves)):
            yield f"{who} was shown an end with {sight.told.listed} moves of {len(moves)}"


def doubled(case: Case) -> Iterator[str]:
    """Each move was asked for, and nothing that was asked has made more than one. And no move was
    told in two ways."""
    left = list(case.asked)
    for nth, (who, move) in enumerate(case.written.moves, start=1):
        fit = [each for each in left if each.who == who and each.is_for(nth, move)]
        if not fit:
            yield f"nothing that {who} has asked made move {nth}, {move}"
        else:
            left.remove(_made(fit))
    for who, sight in case.sights.items():
        for each in sight.contradictions:
            yield f"{who} was told two things: {each}"


def _made(fit: list[Asked]) -> Asked:
    """What was pressed was for this move and no other; what was typed may be for a later one."""
    return next((each for each in fit if each.meant.ply is not None), fit[0])


def unshown(case: Case) -> Iterator[str]:
    """What is written down has been shown to both players."""
    duel = case.written
    for who in (duel.challenger, duel.opponent):
        sight = case.sights.get(who)
        if sight is None:
            yield f"{who} has never been shown it"
        elif duel.begun and len(sight.told.moves) < len(duel.moves):
            yield f"{who} has not been shown all of {len(duel.moves)} moves"
        elif duel.how and not (sight.end if duel.begun else sight.withdrawn):
            yield f"{who} has not been shown that it was {duel.how}"
