"""Each rule on a duel of which nothing is wrong, and on one of which something is."""

from dataclasses import replace
from typing import Any

import pytest

from tests.e2e.chaos.asked import Asked, Meant
from tests.e2e.chaos.evidence import Case, Evidence, Written
from tests.e2e.chaos.oracle import judge
from tests.e2e.chaos.sight import Sight
from tests.e2e.told import Told

CLOCK = 600.0
MOVES = (("Ana", "6"), ("Bo", "3"))


def asked(nth: int, who: str, what: str, move: str | None = None, **more: Any) -> Asked:
    facts: dict[str, Any] = {"state": "answered", "took": 0.1} | more
    return Asked(str(nth), who, Meant(what, 1, move), at=nth * 10.0, began=nth * 10.0, **facts)


def sight(winner: str | None = "Bo") -> Sight:
    told = Told(1, {1: "6", 2: "3"}, {1: "Ana", 2: "Bo"}, winner)
    seen = Sight(told, next=3, withdrawn=False, seen={1: 10.0, 2: 20.0, 3: 30.0})
    return replace(seen, ended_at=CLOCK + 40.0, timed_out="Ana", end=object())  # type: ignore[arg-type]


def case(**more: Any) -> Case:
    """Ana had taken 6 and Bo 3, and then Ana ran out of time."""
    facts: dict[str, Any] = {"how": "timed-out", "moves": MOVES, "winner": "Bo", "begun": True}
    duel = Written(1, "Ana", "Bo", CLOCK, **facts | more)
    asks = (
        asked(0, "Ana", "start"),
        asked(1, "Bo", "press accept"),
        asked(2, "Ana", "press move", "6"),
        asked(3, "Bo", "move", "3"),
    )
    return Case(duel, {"Ana": sight(), "Bo": sight(), "Eve": sight()}, asks)


def rules(case: Case, *more: Asked, **facts: Any) -> set[str]:
    known: dict[str, Any] = {"hit": {}, "elsewhere": (), "absences": (), "noticed": ()}
    evidence = Evidence((case,), (*case.asked, *more), **known | facts)
    return {each.rule for each in judge(evidence)}


def test_nothing_is_wrong() -> None:
    assert rules(case()) == set()


def test_a_move_that_was_shown_and_is_not_there() -> None:
    assert "lost" in rules(case(moves=MOVES[:1]))
    assert "lost" in rules(case(moves=(MOVES[0], ("Bo", "2"))))
    assert "lost" in rules(case(moves=(MOVES[0], ("Ana", "3"))))


def test_a_move_that_nobody_made_or_that_was_told_twice() -> None:
    found = case()
    assert rules(replace(found, asked=found.asked[:3])) >= {"doubled"}
    found.sights["Eve"].contradictions.append("move 1 was 6 before it was 5")
    assert rules(found) == {"doubled"}


def test_a_challenge_that_came_of_itself() -> None:
    found = case()
    assert rules(replace(found, asked=found.asked[1:])) == {"doubled"}


def test_what_was_not_shown() -> None:
    found = case()
    found.sights["Bo"].told.moves.pop(2)
    assert rules(found) == {"unshown"}
    found = case()
    found.sights["Bo"].end = None
    assert rules(found) == {"unshown"}


def test_another_end_than_the_one_there_was() -> None:
    found = case()
    found.sights["Eve"].told.winner = "Ana"
    assert rules(found) == {"two ends"}
    found = case()
    found.sights["Ana"].told.ended = True
    assert rules(found) == {"two ends"}
    found = case()
    found.sights["Ana"].next = 4
    assert rules(found) == {"two ends"}


def test_a_clock_that_never_fired() -> None:
    found = case(how=None, winner=None)
    for each in found.sights.values():
        each.end, each.told.winner = None, None
    assert rules(found) == {"clock"}


def test_who_lost_on_time_without_having_had_it() -> None:
    found = case()
    found.sights["Ana"].ended_at = CLOCK / 2
    assert rules(found) == {"clock"}
    found = case()
    found.sights["Ana"].seen.pop(3)
    assert rules(found) == {"clock"}
    found = case()
    found.sights["Ana"].timed_out = "Bo"
    assert rules(found) == {"clock"}


def test_a_second_reminder_of_a_turn() -> None:
    found = case()
    found.sights["Ana"].reminders[3] = {"1"}
    assert rules(found) == set()
    found.sights["Ana"].reminders[3] = {"1", "2"}
    assert rules(found) == {"reminders"}


LOST = asked(9, "Eve", "list", state="failed")


@pytest.mark.parametrize(
    "excuse",
    [
        {"hit": {"9": frozenset({"lose answers"})}},
        {"absences": ((89.0, 89.9), (92.0, 95.0))},
    ],
)
def test_who_was_not_answered_for_a_reason(excuse: dict[str, Any]) -> None:
    assert rules(case(), LOST, **excuse) == set()


@pytest.mark.parametrize(
    "excuse",
    [
        {},
        {"hit": {"8": frozenset({"lose answers"}), "9": frozenset({"duplicate interactions"})}},
        {"absences": ((88.0, 89.0), (93.5, 95.0))},
        {"elsewhere": (91.0,)},
    ],
)
def test_who_was_not_answered_without_a_reason(excuse: dict[str, Any]) -> None:
    assert rules(case(), LOST, **excuse) == {"unanswered"}


def test_what_has_to_be_known_first_is_a_reason_for_some() -> None:
    again = replace(LOST, meant=Meant("press rematch", 1))
    assert rules(case(), again, elsewhere=(91.0,)) == set()
    late = replace(LOST, state="thinking")
    assert rules(case(), late, elsewhere=(91.0,), absences=((100.0, 101.0),)) == set()
    assert rules(case(), late, absences=((100.0, 101.0),)) == {"unanswered"}


def test_a_fault_of_the_bots_is_no_answer() -> None:
    told = asked(9, "Eve", "list", told="Something broke on my side. Try again, or report code A.")
    assert rules(case(), told) == {"unanswered"}


def test_what_was_noticed_before_is_told_too() -> None:
    assert rules(case(), noticed=(("ladder", "Ana has won twice"),)) == {"ladder"}
