"""What must be true of the clocks: how long they run, that they run out, and what is said of it."""

from collections.abc import Iterator

from tests.e2e.chaos.evidence import Case

CHALLENGES = ("start", "press rematch")
# In seconds. The clock may have been put back between a move and its being written down.
PUT_BACK = 120.0


def clock(case: Case) -> Iterator[str]:
    """Every clock has run out, or what it was for is over: nothing waits for ever, and nobody has
    lost on time who hadn't been shown that it was their turn, or hadn't had all of their time."""
    duel = case.written
    if duel.how is None:
        yield "it goes on after all the time there is"
    if not duel.timed_out:
        return
    turn = len(duel.moves) + 1
    loser = ({duel.challenger, duel.opponent} - {duel.winner}).pop()
    sight = case.sights.get(loser)
    if sight is None or turn not in sight.seen:
        yield f"{loser} lost on time and wasn't shown move {turn}"
    elif sight.timed_out != loser:
        yield f"{loser} lost on time and was shown that {sight.timed_out} did"
    else:
        had = (sight.ended_at or 0.0) - _began(case, turn)
        if had < duel.clock - PUT_BACK:
            yield f"{loser} lost on time after {had:.0f} of {duel.clock:.0f} seconds"


def _began(case: Case, turn: int) -> float:
    """When this turn can have begun, at the earliest: when what led to it was first asked for. No
    move is made before it was."""
    if turn == 1:
        asked = (each.at for each in case.asked if each.meant.what in ("accept", "press accept"))
    else:
        who, move = case.written.moves[turn - 2]
        asked = (each.at for each in case.asked if (each.who, each.meant.move) == (who, move))
    return min(asked, default=0.0)


def reminders(case: Case) -> Iterator[str]:
    """One at most for each turn, and none for a duel that nobody plays."""
    for who, sight in case.sights.items():
        for turn, messages in sight.reminders.items():
            if len(messages) > 1:
                yield f"{who} saw {len(messages)} reminders of move {turn}"
        if sight.reminders and not case.written.begun:
            yield f"{who} saw a reminder of a duel that hasn't begun"
