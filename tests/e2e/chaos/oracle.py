"""The rules that hold whatever goes wrong."""

from collections import Counter
from collections.abc import Callable, Iterator

from bot.text.english import English
from engine.outcome import Reason, Withdrawal
from tests.e2e.chaos.evidence import Case, Evidence, Violation
from tests.e2e.chaos.faults import UNNOTED, Excuses, delay_of
from tests.e2e.chaos.plan import BOT
from tests.e2e.chaos.player import Ask
from tests.e2e.chaos.screen import Seen

# How long Discord waits for an answer, in seconds. When half of it is gone the rest may not do.
ANSWERED_WITHIN = 3.0
TOO_MUCH = ANSWERED_WITHIN / 2
# A challenge can be answered for so long, in seconds.
CHALLENGE_LASTS = 15 * 60.0
# How much a clock may be short, in seconds, as it is put back meanwhile.
SLACK = 60.0
# Asks for which the bot has to ask Discord something first.
ASKS_FIRST = ("rematch", "board", "leaderboard", "profile", "history")
BROKEN = English.BROKEN.partition("{")[0]


def judge(evidence: Evidence) -> list[Violation]:
    found = [
        Violation(rule, f"#{case.written.number}: {what}")
        for case in evidence.cases
        for rule, finds in RULES
        for what in finds(case)
    ]
    found += [Violation("doubled", each) for each in _challenged_twice(evidence)]
    found += [Violation("unanswered", each) for each in _unanswered(evidence)]
    return [*found, *evidence.noticed]


# Moves.


def _lost(case: Case) -> Iterator[str]:
    """A move that was shown is written down as it was shown."""
    moves = dict(enumerate(case.written.moves, start=1))
    for who, seen in case.seen.items():
        for nth, move in seen.told.moves.items():
            mover, known = seen.told.movers.get(nth), moves.get(nth)
            if known is None or known[1] != move or mover not in (None, known[0]):
                yield f"{who} was shown {mover} take {move} in move {nth}, not {known}"
        if seen.told.listed not in (None, len(moves)):
            yield f"{who} was shown an end with {seen.told.listed} moves of {len(moves)}"


def _doubled(case: Case) -> Iterator[str]:
    """Yield moves that nobody asked for: each ask makes one move at most, and then the bot's."""
    left = list(case.asks)
    for nth, (who, move) in enumerate(case.written.moves, start=1):
        if who == BOT:
            continue
        fit = [each for each in left if each.who == who and each.may_have_made(nth, move)]
        if fit:
            # A press was for this move and no other; a typed move may be for a later one.
            left.remove(next((each for each in fit if each.meant.ply is not None), fit[0]))
        else:
            yield f"nothing that {who} asked made move {nth}, {move}"
    for who, seen in case.seen.items():
        yield from (f"{who} was told two things: {each}" for each in seen.contradictions)


def _unshown(case: Case) -> Iterator[str]:
    """Both players were shown what is written down."""
    duel, excuses = case.written, case.excuses
    for who in case.players:
        seen = case.seen.get(who)
        if seen is None and duel.private:
            # Nothing but the answers shows it.
            if all(each.heard for each in case.challenges):
                yield f"{who} was never shown it"
        elif seen is None:
            # A challenge that can't be posted where it was made is given up.
            asked = [each.real for each in case.challenges]
            if not any(excuses.was_closed(each, excuses.in_vain(each)) for each in asked):
                yield f"{who} was never shown it"
        elif duel.begun and len(seen.told.moves) < len(duel.moves):
            yield f"{who} wasn't shown all of {len(duel.moves)} moves"
        elif duel.how and not (seen.end if duel.begun else seen.withdrawn):
            yield f"{who} wasn't shown that it was {duel.how}"


# Ends.


def _two_ends(case: Case) -> Iterator[str]:
    """The end that was shown is the one that is written down."""
    duel = case.written
    expected = (duel.winner, duel.how == Reason.LEVEL, duel.how == Reason.ENDED)
    for who, seen in case.seen.items():
        shown = (seen.told.winner, seen.told.is_tie, seen.told.ended)
        if any(shown) and shown != expected:
            yield f"{who} was shown {shown}, and it was {expected}"
        if seen.withdrawn not in (None, duel.how):
            yield f"{who} was shown that it was {seen.withdrawn}, and it was {duel.how}"
        if any(shown) and seen.next > len(duel.moves) + 1:
            yield f"{who} was shown move {seen.next} of a duel of {len(duel.moves)} moves"


def _told_twice(case: Case) -> Iterator[str]:
    """The end is told in one message, unless a player asks to see it again, or the bot can't know
    that it has told it."""
    again = {each.interaction for each in case.asks if each.meant.what == "board"}
    ends = {
        message: told
        for seen in case.seen.values()
        for message, told in seen.ends.items()
        if told[0] not in again
    }
    excused = sum(_may_be_unknown(*each, case.excuses) for each in ends.values())
    if len(ends) > 1 + excused and not case.written.private:
        yield f"it was told in {len(ends)} messages how it ended: {', '.join(ends)}"


def _may_be_unknown(interaction: str | None, real: float, excuses: Excuses) -> bool:
    """A post is known again by its nonce, but an answer isn't, if the bot is killed before it took
    note, or if it heard nothing, and nothing either when it asked. Neither is a post if the channel
    is closed by the time the bot would post it again."""
    killed = excuses.was_away(real, real + UNNOTED)
    if interaction is None:
        return killed and excuses.was_closed(real, excuses.in_vain(real))
    return killed or len(excuses.hits.get(interaction, ())) > 1


# Clocks.


def _clock(case: Case) -> Iterator[str]:
    """Yield clocks that are still running, and players who lost on time before it was up."""
    duel, turn = case.written, len(case.written.moves) + 1
    if duel.how is None:
        yield "it goes on after all the time there is"
    if duel.how != Reason.TIMED_OUT:
        return
    loser = next(each for each in (duel.challenger, duel.opponent) if each != duel.winner)
    seen = case.seen.get(loser)
    if seen is None or turn not in seen.turns_at:
        # Nothing but the answers shows a private duel.
        if not duel.private:
            yield f"{loser} lost on time and wasn't shown move {turn}"
        return
    shown = min(each.turns_at[turn] for each in case.seen.values() if turn in each.turns_at)
    began = min((each.at for each in _turn_asks(case, turn) if each.at <= shown), default=0.0)
    had = case.excuses.time_had(began, seen.ended_at or 0.0)
    if had < duel.clock - SLACK:
        yield f"{loser} lost on time after {had:.0f} of {duel.clock:.0f} seconds"


def _turn_asks(case: Case, turn: int) -> list[Ask]:
    """The asks that may have led to a turn. Nobody moves before they saw that it was their turn."""
    while turn > 1 and case.written.moves[turn - 2][0] == BOT:
        turn -= 1  # it moves together with the player
    if turn == 1 and case.written.against_bot:
        opened = {case.seen[who].opened_by for who in case.players if who in case.seen}
        return [each for each in case.challenges if opened & {None, each.interaction}]
    if turn == 1:
        return [
            each
            for each in case.asks
            if each.meant.what == "accept"
            and each.who == case.written.opponent
            and not each.refused
        ]
    who, move = case.written.moves[turn - 2]
    seen = case.seen.get(who)
    since = seen.turns_at.get(turn - 1, 0.0) if seen else 0.0
    return [
        each
        for each in case.asks
        if each.who == who and each.at >= since and each.may_have_made(turn - 1, move)
    ]


def _challenge(case: Case) -> Iterator[str]:
    """A challenge that expired could be answered for a quarter of an hour."""
    if case.written.how != Withdrawal.EXPIRED or case.written.begun:
        return
    for who in case.players:
        seen = case.seen.get(who)
        if seen is None or seen.offered_at is None or seen.ended_at is None:
            continue  # it was over before anybody saw it
        asks = [
            each.at
            for each in case.challenges
            if each.at <= seen.offered_at and seen.opened_by in (None, each.interaction)
        ]
        had = case.excuses.time_had(min(asks, default=0.0), seen.ended_at)
        if had < CHALLENGE_LASTS - SLACK:
            yield f"{who} saw it expire after {had:.0f} of {CHALLENGE_LASTS:.0f} seconds"


def _pings(case: Case) -> Iterator[str]:
    """One for each turn at most, besides the reminder. A player who has a board brought elsewhere
    pings the other one there."""
    boards = [each for each in case.asks if each.meant.what == "board"]
    pings: dict[tuple[int, str], dict[str, tuple[str | None, float]]] = {}
    for seen in case.seen.values():
        for turn, messages in seen.pings.items():
            pings.setdefault(turn, {}).update(messages)
    for (move, who), messages in pings.items():
        excused = sum(_may_be_unknown(*each, case.excuses) for each in messages.values())
        if len(messages) > (not case.written.against_bot) + len(boards) + excused:
            yield f"{who} was pinged {len(messages)} times for move {move}: {', '.join(messages)}"


def _left_boards(case: Case) -> Iterator[str]:
    """When a duel is over, there is nothing left from which it could be continued."""
    for who in case.players:
        seen = case.seen.get(who)
        if seen and seen.over and not case.written.private:
            left = [each for each in seen.live if not _may_stay(each, seen, case.excuses)]
            yield from (f"{who} still sees a board to press: {each}" for each in left)


def _may_stay(board: str, seen: Seen, excuses: Excuses) -> bool:
    """Nobody deletes a board in the place of which none can be posted, of which the bot could not
    know, or that it was about to delete when it was killed."""
    replaced, (interaction, posted) = seen.replaced.get(board, 0.0), seen.brought[board]
    return (
        excuses.was_closed(posted, replaced)
        or excuses.was_away(replaced, replaced + UNNOTED)
        or excuses.was_away(posted, posted + UNNOTED)
        or len(excuses.hits.get(interaction or "", ())) > 1
        or (interaction is None and excuses.posts_hit(posted) > 1)
    )


def _reminders(case: Case) -> Iterator[str]:
    """One for each turn at most, and none for a duel that nobody plays."""
    for who, seen in case.seen.items():
        for turn, messages in seen.reminders.items():
            if len(messages) > 1:
                yield f"{who} saw {len(messages)} reminders of move {turn}"
        if seen.reminders and not case.written.begun:
            yield f"{who} saw a reminder of a duel that hasn't begun"


# Duels with the bot.


def _replies(case: Case) -> Iterator[str]:
    """The bot has moved whenever it had to, in the unit of work in which it had to."""
    if case.written.to_move == BOT:
        yield f"the bot hasn't made move {len(case.written.moves) + 1}"


def _private(case: Case) -> Iterator[str]:
    """Nobody else sees a private duel."""
    if case.written.private and (others := case.seen.keys() - {case.written.challenger}):
        yield f"{', '.join(sorted(others))} have seen {case.seen[min(others)].told}"


def _hints(case: Case) -> Iterator[str]:
    """A hint that was answered counts, and counts once however often it was asked for."""
    hints = [each for each in case.asks if each.meant.what == "hint" and not each.refused]
    asked = Counter(each.meant.ply for each in hints)
    told = Counter(each.meant.ply for each in hints if each.heard)
    counted = Counter[int | None](case.written.hints)
    for ply in counted | told:
        if not bool(told[ply]) <= counted[ply] <= bool(asked[ply]):
            yield f"of {told[ply]} to {asked[ply]} hints for move {ply}, {counted[ply]} count"
    for who, seen in case.seen.items():
        if seen.told.hints not in (None, len(case.written.hints)):
            yield f"{who} was told of {seen.told.hints} hints, not {case.written.hints}"


RULES: tuple[tuple[str, Callable[[Case], Iterator[str]]], ...] = (
    ("lost", _lost),
    ("doubled", _doubled),
    ("unshown", _unshown),
    ("two ends", _two_ends),
    ("two ends", _told_twice),
    ("clock", _clock),
    ("clock", _challenge),
    ("reminders", _reminders),
    ("pings", _pings),
    ("boards", _left_boards),
    ("replies", _replies),
    ("private", _private),
    ("hints", _hints),
)


# Asks.


def _challenged_twice(evidence: Evidence) -> Iterator[str]:
    """Yield players who have challenged another one more often than they tried."""
    made: dict[tuple[str, str], list[Case]] = {}
    for each in evidence.cases:
        made.setdefault((each.written.challenger, each.written.opponent), []).append(each)
    for (who, whom), cases in made.items():
        tried = len(cases[0].challenges)
        if len(cases) > tried:
            yield f"{who} has challenged {whom} {len(cases)} times, and tried {tried} times"


def _unanswered(evidence: Evidence) -> Iterator[str]:
    for each in evidence.asks:
        if each.state != "answered" and why_unanswered(each, evidence.excuses) is None:
            yield f"{each.who} has no answer to {each.interaction}, {each.meant}: {each.state}"
        if each.told and each.told.startswith(BROKEN):
            yield f"{each.who} was told of a fault of the bot's when they asked {each.meant}"


def why_unanswered(ask: Ask, excuses: Excuses) -> str | None:
    """The reason why an answer didn't reach its player, if there was one."""
    hits = excuses.hits.get(ask.interaction, ())
    until = ask.real + ANSWERED_WITHIN
    late = excuses.lateness(ask.real, until)
    if delay_of(hits) + late > TOO_MUCH:
        return str(max(hits, key=lambda each: each.delay)) if hits else "the machine was busy"
    queue = excuses.queue(ask.real, until)
    # After a promise to answer, a board may have to be posted first.
    if excuses.was_away(ask.real, until + (queue if ask.state == "thinking" else 0.0)):
        return "the bot was away"
    asks_first = ask.meant.what in ASKS_FIRST or (excuses.threads and ask.meant.what == "accept")
    if queue + late > TOO_MUCH and asks_first:
        return "what had to be done first"
    return None
