"""What must be true of a duel and of everything that was asked, whatever has gone wrong: each rule
says what it finds to be otherwise."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from deploy.sandbox.faults import Kind
from engine.outcome import Reason
from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.evidence import Case, Evidence

# In seconds. The clock may have been put back between a move and its being written down.
PUT_BACK = 120.0
CHALLENGES = ("start", "press rematch")
# What Discord waits for. What took longer was asked while nobody could have heard.
PATIENCE = 3.0
# What has to ask Discord something before it can be answered.
LOOKS_FURTHER = ("press rematch", "board", "leaderboard", "profile", "history")
# Faults that can keep an answer from whoever waits for it. The others only come in between.
EATERS = (Kind.LOSE, Kind.FAIL, Kind.DELAY)
# How long the bot may go on trying to post a board before it says that it has.
LONG = 30.0
BROKEN = "Something broke on my side."


@dataclass(frozen=True)
class Violation:
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


def lost(case: Case) -> Iterator[str]:
    """A move that was shown is written down, as it was shown."""
    moves = dict(enumerate(case.written.moves, start=1))
    for who, sight in case.sights.items():
        for nth, move in sight.told.moves.items():
            mover = sight.told.movers.get(nth)
            known = moves.get(nth)
            if known is None or known[1] != move or mover not in (None, known[0]):
                yield f"{who} was shown {mover} take {move} in move {nth}, not {known}"


def doubled(case: Case) -> Iterator[str]:
    """Nobody has made more moves than they tried, and no move was told in two ways."""
    tried = Counter((each.who, each.meant.move or "") for each in case.asked)
    for (who, move), count in (Counter(case.written.moves) - tried).items():
        yield f"{who} has taken {move} {count} times more than they tried"
    for who, sight in case.sights.items():
        for each in sight.contradictions:
            yield f"{who} was told two things: {each}"


def unshown(case: Case) -> Iterator[str]:
    """What is written down has been shown to both players."""
    duel = case.written
    for who in (duel.challenger, duel.opponent):
        sight = case.sights.get(who)
        if duel.begun and (sight is None or len(sight.told.moves) < len(duel.moves)):
            yield f"{who} has not been shown all of {len(duel.moves)} moves"
        elif duel.how and sight and not (sight.over if duel.begun else sight.withdrawn):
            yield f"{who} has not been shown that it was {duel.how}"


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


def clock(case: Case) -> Iterator[str]:
    """Every clock has fired once: nothing waits for ever, and nobody has lost on time who hadn't
    been shown that it was their turn, or hadn't had all of their time."""
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


OF_DUELS: Mapping[str, Callable[[Case], Iterator[str]]] = {
    "lost": lost,
    "doubled": doubled,
    "unshown": unshown,
    "two ends": two_ends,
    "clock": clock,
    "reminders": reminders,
}


def why_unanswered(asked: Asked, evidence: Evidence) -> str | None:
    """What kept the answer from whoever asked, if anything did."""
    eaten = (each for each in evidence.hit.get(asked.interaction, ()) if each.startswith(EATERS))
    if found := min(eaten, default=None):
        return found
    until = asked.began + PATIENCE
    spoilt = any(asked.began <= each <= until for each in evidence.elsewhere)
    if asked.state == "thinking" and spoilt:
        until += LONG
    if any(left < until and back > asked.began for left, back in evidence.absences):
        return "the bot was away"
    return "what had to be done first" if spoilt and asked.meant.what in LOOKS_FURTHER else None


def offered_twice(evidence: Evidence) -> Iterator[str]:
    """Nobody has challenged more often than they tried."""
    tried = Counter(each.who for each in evidence.asked if each.meant.what in CHALLENGES)
    made = Counter(each.written.challenger for each in evidence.cases)
    for who, count in (made - tried).items():
        yield f"{who} has challenged {count} times more than they tried"


def unanswered(evidence: Evidence) -> Iterator[str]:
    """Whoever asked was answered, unless something kept the answer from them; and never that the
    bot doesn't know what has happened."""
    for each in evidence.asked:
        if each.state != "answered" and why_unanswered(each, evidence) is None:
            yield f"{each.who} has no answer to {each.interaction}, {each.meant}: {each.state}"
        if each.told and each.told.startswith(BROKEN):
            yield f"{each.who} was told of a fault of the bot's when they asked {each.meant}"


def judge(evidence: Evidence) -> list[Violation]:
    found = [
        Violation(rule, f"#{case.written.number}: {what}")
        for case in evidence.cases
        for rule, finds in OF_DUELS.items()
        for what in finds(case)
    ]
    found += [Violation("doubled", each) for each in offered_twice(evidence)]
    found += [Violation("unanswered", each) for each in unanswered(evidence)]
    found += [Violation(rule, what) for rule, what in evidence.noticed]
    return found
