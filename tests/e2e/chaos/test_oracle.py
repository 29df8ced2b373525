"""Each rule on a duel of which nothing is wrong, and on one of which something is."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.text.english import English
from deploy.sandbox.faults import Aim, Kind
from engine.outcome import Reason, Withdrawal
from engine.puzzles.attempt import Attempt
from engine.puzzles.puzzle import puzzle_at
from engine.record import Record
from tests.e2e.chaos import clock, puzzles
from tests.e2e.chaos.evidence import Case, Evidence, Written
from tests.e2e.chaos.faults import UNNOTED, Excuses, Hit
from tests.e2e.chaos.oracle import SLACK, judge
from tests.e2e.chaos.plan import BOT
from tests.e2e.chaos.player import Ask, Meant, meant
from tests.e2e.chaos.puzzles import wrong_answers
from tests.e2e.chaos.screen import Seen
from tests.e2e.sentences import NOT_YOUR_TURN
from tests.e2e.told import Told

pytestmark = pytest.mark.harness

CLOCK, QUARTER = 600.0, 900.0
MOVES = (("Ana", "6"), ("Bo", "3"))
REFUSED = f"{NOT_YOUR_TURN} {English.TURN_PINGS['always']}".format(waiting_for="@Bo")
SHOWN: Any = object()


def ask(nth: int, who: str, what: str, move: str | None = None, **more: Any) -> Ask:
    """Ten seconds after the one before."""
    asks = Meant(what, 1, move, more.pop("ply", None))
    return Ask(str(nth), who, asks, nth * 10.0, nth * 10.0, **{"state": "answered"} | more)


def case(**more: Any) -> Case:
    """Ana took 6, Bo took 3, and then Ana ran out of time."""
    facts: dict[str, Any] = {"how": Reason.TIMED_OUT, "moves": MOVES, "winner": "Bo"}
    duel = Written(1, "Ana", "Bo", CLOCK, **{"begun": True} | facts | more)
    challenge = ask(0, "Ana", "start")
    asks = (
        challenge,
        ask(1, "Bo", "accept"),
        ask(2, "Ana", "move", "6", ply=0),
        ask(3, "Bo", "move", "3"),
    )
    seen = {who: _seen() for who in ("Ana", "Bo", "Eve")}
    return Case(duel, seen, asks, (challenge,), Excuses())


def _seen() -> Seen:
    told = Told(1, {1: "6", 2: "3"}, {1: "Ana", 2: "Bo"}, "Bo", listed=2)
    seen = Seen(told, next=3, offered_at=2.0, opened_by="0", end=SHOWN, ended_at=CLOCK + 40.0)
    return replace(seen, turns_at={1: 12.0, 2: 22.0, 3: 32.0}, ends={"20": (None, 70.0)})


def expired() -> Case:
    """Bo didn't answer."""
    found = case(how=Withdrawal.EXPIRED, moves=(), winner=None, begun=False)
    times: dict[str, Any] = {"offered_at": 2.0, "opened_by": "0", "ended_at": QUARTER + 3}
    seen = {who: Seen(Told(1), withdrawn=Withdrawal.EXPIRED, **times) for who in found.seen}
    return replace(found, seen=seen, asks=())


def broken(case: Case, *more: Ask, **excuses: Any) -> set[str]:
    """The rules that it breaks, if this got in the way."""
    found = replace(case, excuses=Excuses(**excuses))
    evidence = Evidence((found,), (*found.asks, *more), found.excuses)
    return {each.rule for each in judge(evidence)}


def test_nothing_is_wrong() -> None:
    assert broken(case()) == broken(expired()) == set()


# Moves.


@pytest.mark.parametrize("moves", [MOVES[:1], (MOVES[0], ("Bo", "2")), (MOVES[0], ("Ana", "3"))])
def test_a_move_that_was_shown_and_is_not_written_down(moves: Any) -> None:
    assert "lost" in broken(case(moves=moves))


def test_an_end_that_does_not_list_all_moves() -> None:
    found = case()
    found.seen["Eve"].told.listed = 1
    assert broken(found) == {"lost"}


def test_a_move_that_nobody_made_or_that_was_told_in_two_ways() -> None:
    found = case()
    assert broken(replace(found, asks=found.asks[:3])) >= {"doubled"}
    found.seen["Eve"].contradictions.append("move 1 was 6 before it was 5")
    assert broken(found) == {"doubled"}


def test_one_ask_makes_one_move() -> None:
    """The same number may be taken again in the second game."""
    found = case(moves=(*MOVES, ("Bo", "3")))
    for each in found.seen.values():
        each.told.moves[3], each.told.listed, each.turns_at[4] = "3", 3, 42.0
    assert broken(found) == {"doubled"}
    again = replace(found.asks[-1], interaction="4", at=40.0)
    assert broken(replace(found, asks=(*found.asks, again))) == set()
    refused = replace(again, told=REFUSED)
    assert broken(replace(found, asks=(*found.asks, refused))) == {"doubled"}
    elsewhere = replace(again, meant=replace(again.meant, ply=0))
    assert broken(replace(found, asks=(*found.asks, elsewhere))) == {"doubled"}


def test_an_ask_without_an_answer_may_have_been_done() -> None:
    found = case()
    (*others, last) = found.asks
    assert "doubled" not in broken(replace(found, asks=(*others, replace(last, state="failed"))))


def test_a_challenge_that_nobody_made() -> None:
    assert broken(replace(case(), challenges=())) == {"doubled"}


def test_something_that_was_not_shown() -> None:
    found = case()
    found.seen["Bo"].told.moves.pop(2)
    assert broken(found) == {"unshown"}
    found = case()
    found.seen["Bo"].end = None
    assert broken(found) == {"unshown"}
    found = expired()
    found.seen["Bo"].withdrawn = None
    assert broken(found) == {"unshown"}


def test_a_challenge_that_could_not_be_posted() -> None:
    """Asked for at 0. In vain until 14: the bot was away, and then its posts were lost or held."""
    found = replace(expired(), seen={})
    away, lost, held = (
        ((0.0, 4.0),),
        Hit(Kind.LOSE, Aim.POSTS, 6.0),
        Hit(Kind.DELAY, Aim.POSTS, 8.0, 6.0),
    )
    closed = ((14.0 + UNNOTED - 1, 60.0),)
    assert broken(found, closed=((1.0, 2.0),)) == set()
    assert broken(found, closed=closed) == {"unshown"}
    assert broken(found, absences=away, other_hits=(lost, held)) == {"unshown"}
    assert broken(found, closed=closed, absences=away, other_hits=(lost, held)) == set()
    assert broken(found, closed=closed, other_hits=(lost, held)) == {"unshown"}


# Ends.


def test_another_end_than_the_one_there_was() -> None:
    for change in ({"winner": "Ana"}, {"winner": None, "ended": True}):
        found = case()
        found.seen["Eve"].told = replace(found.seen["Eve"].told, **change)
        assert broken(found) == {"two ends"}
    found = case()
    found.seen["Ana"].next = 4
    assert broken(found) == {"two ends"}


def test_a_challenge_that_came_to_nothing_in_another_way() -> None:
    found = expired()
    found.seen["Eve"].withdrawn = Withdrawal.DECLINED
    assert broken(found) == {"two ends"}


def test_an_end_that_is_posted_twice() -> None:
    found = case()
    found.seen["Eve"].ends["21"] = (None, 71.0)
    assert broken(found) == {"two ends"}
    # A post is known again by its nonce, however often the bot is killed.
    killed = ((70.5, 73.0),)
    assert broken(found, absences=killed) == {"two ends"}
    # Where it may not post any more, the board that it knows tells the end.
    assert broken(found, absences=killed, closed=((74.0, 80.0),)) == set()
    assert broken(found, absences=killed, closed=((73.0 + UNNOTED, 90.0),)) == {"two ends"}
    assert broken(found, closed=((74.0, 80.0),)) == {"two ends"}


def test_an_end_that_is_asked_for_again() -> None:
    found = case()
    found.seen["Eve"].ends["21"] = ("7", 71.0)
    asked = {what: ask(7, "Ana", what, "9") for what in ("board", "move")}
    assert broken(replace(found, asks=(*found.asks, asked["board"]))) == set()
    assert broken(replace(found, asks=(*found.asks, asked["move"]))) == {"two ends"}


def test_an_answer_of_which_the_bot_could_not_know() -> None:
    found, dropped = case(), Hit(Kind.DROP, Aim.ANSWERS)
    found.seen["Eve"].ends["21"] = ("3", 69.0)
    assert broken(found, absences=((60.0, 63.0),)) == {"two ends"}
    assert broken(found, absences=((70.0, 73.0),)) == set()
    assert broken(found, hits={"3": [dropped]}) == {"two ends"}
    assert broken(found, hits={"3": [dropped, dropped]}) == set()


# Clocks.


def test_a_clock_that_never_ran_out() -> None:
    found = case(how=None, winner=None)
    for each in found.seen.values():
        each.end, each.told.winner = None, None
    assert broken(found) == {"clock"}


def test_a_player_who_lost_on_time_too_early() -> None:
    """The turn began when Bo asked for his move, at 30."""
    found = case()
    found.seen["Ana"].ended_at = 30.0 + CLOCK - SLACK
    assert broken(found) == set()
    found.seen["Ana"].ended_at = 29.0 + CLOCK - SLACK
    assert broken(found) == {"clock"}
    found.seen["Ana"].turns_at.pop(3)
    assert broken(found) == {"clock"}


def test_time_in_which_the_bot_was_away_does_not_count() -> None:
    found, away = case(), (100.0, 150.0)
    found.seen["Ana"].ended_at = 30.0 + CLOCK - SLACK + 50
    assert broken(found, away=(away,)) == set()
    assert broken(found, away=((100.0, 151.0),)) == {"clock"}
    # Before the turn, after the end, or when the clock was put back meanwhile.
    assert broken(found, away=(away, (29.0, 290.0), (500.0, 690.0), (200.0, 180.0))) == set()


def test_a_bot_whose_clock_is_put_back_while_it_is_away_gives_back_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", iter((0.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0)).__next__)
    moved = clock.Clock(tmp_path / "clock")
    moved.step(100.0)
    moved.step_back(50.0)
    assert moved.played == 102.0
    assert moved.surely_away(0.5, 3.0) == (0.5, 53.0)
    assert moved.surely_away(1.5, 3.0) == (101.5, 53.0)
    moved.jump(3600.0)
    assert moved.played == moved.surely_away(0.5, 3.0)[1] == 102.0


@pytest.mark.parametrize(
    "earlier",
    [
        # Before Bo saw his turn, in vain, for another move, by somebody else, after the turn began.
        ask(2, "Bo", "move", "3"),
        ask(3, "Bo", "move", "3", told=REFUSED),
        ask(3, "Bo", "move", "3", ply=3),
        ask(3, "Ana", "move", "3"),
        ask(4, "Bo", "move", "3"),
    ],
)
def test_asks_that_did_not_begin_the_turn(earlier: Ask) -> None:
    found = case()
    for each in found.seen.values():
        each.turns_at |= {2: 22.0, 3: 39.0}
    (*others, last) = found.asks
    late = replace(last, at=38.0)
    found.seen["Ana"].ended_at = 37.0 + CLOCK - SLACK
    assert broken(replace(found, asks=(*others, earlier, late))) == {"clock"}
    began = ask(3, "Bo", "move", "3")
    assert broken(replace(found, asks=(*others, began, late))) == set()


def test_the_first_turn_begins_when_the_opponent_accepts() -> None:
    found = case(moves=(), winner="Bo")
    for each in found.seen.values():
        each.told = replace(each.told, moves={}, movers={}, listed=0)
        each.next, each.turns_at, each.ended_at = 1, {1: 22.0}, 19.0 + CLOCK - SLACK
    for who, expected in (("Eve", {"clock"}), ("Bo", set())):
        asks = (ask(1, who, "accept"), ask(2, "Bo", "accept"))
        assert broken(replace(found, asks=asks)) == expected


def test_a_challenge_that_expired_too_early() -> None:
    found = expired()
    found.seen["Bo"].ended_at = QUARTER - SLACK - 1
    assert broken(found) == {"clock"}
    found.seen["Bo"].offered_at = None
    assert broken(found) == set()


def test_a_second_reminder_of_a_turn() -> None:
    found = case()
    found.seen["Ana"].reminders[3] = {"1"}
    assert broken(found) == set()
    found.seen["Ana"].reminders[3] = {"1", "2"}
    assert broken(found) == {"reminders"}


# Duels with the bot.


def with_bot(**more: Any) -> Case:
    """Ana plays the bot, and resigns when she has taken 6 and the bot 3."""
    facts: dict[str, Any] = {"how": Reason.RESIGNED, "winner": BOT, "to_move": "Ana"}
    facts |= {"begun": True, "moves": (MOVES[0], (BOT, "3"))}
    duel = Written(1, "Ana", BOT, CLOCK, **facts | more)
    told = Told(1, {1: "6", 2: "3"}, {1: "Ana", 2: BOT}, BOT, listed=2, hints=len(duel.hints))
    seen = Seen(told, next=3, opened_by="0", end=SHOWN, turns_at={1: 2.0, 3: 12.0})
    start = ask(0, "Ana", "start")
    return Case(duel, {"Ana": seen}, (start, ask(1, "Ana", "move", "6")), (start,), Excuses())


def test_nothing_is_wrong_with_a_duel_with_the_bot() -> None:
    assert broken(with_bot()) == broken(with_bot(private=True)) == set()


def test_a_move_that_the_bot_has_not_answered() -> None:
    assert broken(with_bot(to_move=BOT)) == {"replies"}


def test_another_answer_of_the_bots_than_the_one_that_was_told() -> None:
    assert broken(with_bot(moves=(MOVES[0], (BOT, "2")))) == {"lost"}


def test_a_private_duel_that_others_see() -> None:
    found = with_bot(private=True)
    assert broken(replace(found, seen={**found.seen, "Eve": Seen(Told(1))})) == {"private"}


def test_a_private_duel_of_which_nobody_heard() -> None:
    found = replace(with_bot(private=True), seen={})
    lost = replace(found.challenges[0], state="failed")
    assert broken(found) == {"unshown"}
    assert broken(replace(found, challenges=(lost,))) == set()


def test_hints() -> None:
    once, twice = (ask(nth, "Ana", "hint", ply=0) for nth in (2, 3))
    asked = replace(with_bot(hints=(0,)), asks=(*with_bot().asks, once, twice))
    assert broken(asked) == set()
    assert broken(replace(asked, asks=with_bot().asks)) == {"hints"}
    assert broken(replace(with_bot(hints=(0, 0)), asks=asked.asks)) == {"hints"}
    uncounted = replace(with_bot(), asks=asked.asks)
    assert broken(uncounted) == {"hints"}
    unheard = replace(once, state="failed")
    assert "hints" not in broken(replace(uncounted, asks=(*with_bot().asks, unheard)))
    asked.seen["Ana"].told.hints = 2
    assert broken(asked) == {"hints"}


def test_a_player_who_ran_out_of_time_against_the_bot() -> None:
    """Her turn began when she asked for the move before the bot's."""
    found = with_bot(how=Reason.TIMED_OUT)
    found.seen["Ana"].ended_at = 10.0 + CLOCK - SLACK
    assert broken(found) == set()
    found.seen["Ana"].ended_at = 9.0 + CLOCK - SLACK
    assert broken(found) == {"clock"}


def test_decisions_in_a_puzzle() -> None:
    puzzle = puzzle_at(Record.parse("1/divisor/size=20/7-14-2-12-6-3"))
    assert puzzle
    (right, *_), wrong = puzzle.winning, next(iter({*puzzle.record.legal} - {*puzzle.winning}))
    attempt = Attempt(puzzle).decide(0, wrong)
    decide = Meant("decide", None, puzzle.game.text(wrong), 0, puzzle=5)
    asked = Ask("1", "Ana", decide, 0.0, 0.0, state="answered")
    written = {("Ana", 5): attempt}
    told = [puzzles.Told("Ana", 5, "🟥")]
    assert [*wrong_answers(told, [asked], written)] == []
    assert len([*wrong_answers(told, [asked], {})]) == 1
    other = replace(asked, meant=replace(decide, move=puzzle.game.text(right)))
    assert len([*wrong_answers(told, [other], written)]) == 1
    assert len([*wrong_answers([puzzles.Told("Ana", 5, "🟩")], [asked], written)]) == 1


# Answers.

LOST = ask(9, "Eve", "list", state="failed")


def delay(seconds: float, at: float = 91.0) -> Hit:
    return Hit(Kind.DELAY, Aim.EVERYTHING, at, seconds)


@pytest.mark.parametrize(
    "excuse",
    [
        {"hits": {"9": [Hit(Kind.LOSE, Aim.ANSWERS)]}},
        {"hits": {"9": [delay(3.5)]}},
        {"hits": {"9": [Hit(Kind.LIMIT, Aim.ANSWERS), Hit(Kind.FAIL, Aim.ANSWERS)]}},
        {"hits": {"9": [Hit(Kind.FAIL, Aim.ANSWERS), delay(0.2)]}, "late": ((91.0, 0.4),)},
        {"absences": ((89.0, 89.9), (92.0, 95.0))},
        {"late": ((89.0, 1.5), (91.5, 1.1))},
    ],
)
def test_a_reason_for_no_answer(excuse: dict[str, Any]) -> None:
    assert broken(case(), LOST, **excuse) == set()


@pytest.mark.parametrize(
    "excuse",
    [
        {},
        {"hits": {"8": [delay(3.5)], "9": [Hit(Kind.DUPLICATE, Aim.INTERACTIONS)]}},
        {"hits": {"9": [delay(0.2)]}},
        {"hits": {"9": [Hit(Kind.DROP, Aim.EDITS)]}},
        {"absences": ((88.0, 89.0), (93.5, 95.0))},
        {"other_hits": (delay(10.0),)},
        {"late": ((80.0, 9.5), (91.0, 0.5), (94.0, 3.0))},
    ],
)
def test_no_reason_for_no_answer(excuse: dict[str, Any]) -> None:
    assert broken(case(), LOST, **excuse) == {"unanswered"}


def test_some_asks_wait_for_what_the_bot_asks_first() -> None:
    rematch = replace(LOST, meant=Meant("rematch", 1))
    assert broken(case(), rematch, other_hits=(delay(3.5),)) == set()
    assert broken(case(), rematch, other_hits=(delay(0.2),)) == {"unanswered"}
    assert broken(case(), rematch, other_hits=(delay(3.5, at=94.0),)) == {"unanswered"}


def test_a_promised_answer_waits_for_the_posts_before_it() -> None:
    late, away = replace(LOST, state="thinking"), ((100.0, 101.0),)
    assert broken(case(), late, other_hits=(delay(10.0),), absences=away) == set()
    assert broken(case(), late, other_hits=(delay(3.5),), absences=away) == {"unanswered"}


def test_a_fault_of_the_bots_is_no_answer() -> None:
    told = ask(9, "Eve", "list", told=English.BROKEN.format(code="A"))
    assert broken(case(), told) == {"unanswered"}


@pytest.mark.parametrize(
    ("what", "sent", "expected"),
    [
        ("presses", {"custom_id": "d1:m:12:3:7"}, Meant("move", 12, "7", 3)),
        ("presses", {"custom_id": "d1:s:12:3:0", "values": ["9"]}, Meant("move", 12, "9", 3)),
        ("presses", {"custom_id": "d1:a:12"}, Meant("accept", 12)),
        (
            "commands",
            {"path": ["move"], "options": {"duel": "12", "move": "7"}},
            Meant("move", 12, "7"),
        ),
        ("commands", {"path": ["list"]}, Meant("list")),
        ("presses", {"custom_id": "d1:ph:12:4"}, Meant("hint", 12, ply=4)),
        ("presses", {"custom_id": "d1:zm:5:1:7"}, Meant("decide", None, "7", 1, puzzle=5)),
    ],
)
def test_what_a_request_means(what: str, sent: dict[str, Any], expected: Meant) -> None:
    assert meant(what, sent) == expected
