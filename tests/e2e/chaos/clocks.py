"""What must be true of the clocks: how long they run, that they run out, and what is said of it."""

from collections.abc import Iterable, Iterator

from engine.outcome import Withdrawal
from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.evidence import Case
from tests.e2e.chaos.trouble import Trouble

CHALLENGES = ("start", "press rematch")
ACCEPTS = ("accept", "press accept")
# In seconds, as whoever challenges is told.
OFFER_LASTS = 15 * 60.0


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
        shown = min(each.seen[turn] for each in case.sights.values() if turn in each.seen)
        began = min(_asks(case, turn, shown), default=0.0)
        had = _had(case.trouble, began, sight.ended_at or 0.0)
        if had < duel.clock - case.trouble.put_back(began, shown):
            yield f"{loser} lost on time after {had:.0f} of {duel.clock:.0f} seconds"


def _asks(case: Case, turn: int, until: float) -> Iterable[float]:
    """When what led to this turn can have been asked for. No move is made before its player has
    seen that it is their turn, and a turn is shown only when it has begun."""
    duel, asks = case.written, [each for each in case.asked if each.at <= until]
    if turn == 1:
        return (each.at for each in asks if _is_by(duel.opponent, ACCEPTS, each))
    who, move = duel.moves[turn - 2]
    sight = case.sights.get(who)
    since = sight.seen.get(turn - 1, 0.0) if sight else 0.0
    return (
        each.at
        for each in asks
        if each.who == who and each.at >= since and each.is_for(turn - 1, move)
    )


def offer(case: Case) -> Iterator[str]:
    """A challenge can be answered for a quarter of an hour."""
    duel = case.written
    if duel.how != Withdrawal.EXPIRED or duel.begun:
        return
    for who in (duel.challenger, duel.opponent):
        sight = case.sights.get(who)
        if sight is None or sight.offered_at is None or sight.ended_at is None:
            continue  # nobody saw it before it was over
        asks = [
            each.at
            for each in case.offering
            if each.at <= sight.offered_at and sight.opened_by in (None, each.interaction)
        ]
        began = min(asks, default=0.0)
        had = _had(case.trouble, began, sight.ended_at)
        if had < OFFER_LASTS - case.trouble.put_back(began, sight.offered_at):
            yield f"{who} saw it expire after {had:.0f} of {OFFER_LASTS:.0f} seconds"


def _had(trouble: Trouble, began: float, ended: float) -> float:
    """Of all this time, that in which somebody could do something."""
    return ended - began - trouble.given_back(began, ended)


def _is_by(who: str, what: tuple[str, ...], asked: Asked) -> bool:
    return asked.who == who and asked.meant.what in what and not asked.refused


def reminders(case: Case) -> Iterator[str]:
    """One at most for each turn, and none for a duel that nobody plays."""
    for who, sight in case.sights.items():
        for turn, messages in sight.reminders.items():
            if len(messages) > 1:
                yield f"{who} saw {len(messages)} reminders of move {turn}"
        if sight.reminders and not case.written.begun:
            yield f"{who} saw a reminder of a duel that hasn't begun"
