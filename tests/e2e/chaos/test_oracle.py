"""Each rule on a duel of which nothing is wrong, and on one of which something is."""

from dataclasses import replace

from deploy.sandbox.faults import Aim, Kind
from engine.outcome import Withdrawal
from tests.e2e.chaos.cases import MOVES, NOT_NOW, asked, case, expired, rules
from tests.e2e.chaos.sight import Telling
from tests.e2e.chaos.trouble import Hit

DROPPED = Hit(Kind.DROP, Aim.ANSWERS)


def test_nothing_is_wrong() -> None:
    assert rules(case()) == set()
    assert rules(expired()) == set()


def test_a_move_that_was_shown_and_is_not_there() -> None:
    assert "lost" in rules(case(moves=MOVES[:1]))
    assert "lost" in rules(case(moves=(MOVES[0], ("Bo", "2"))))
    assert "lost" in rules(case(moves=(MOVES[0], ("Ana", "3"))))


def test_an_end_that_does_not_list_all_moves() -> None:
    found = case()
    found.sights["Eve"].told.listed = 1
    assert rules(found) == {"lost"}
    found.sights["Eve"].told.listed = None
    assert rules(found) == set()


def test_a_move_that_nobody_made_or_that_was_told_twice() -> None:
    found = case()
    assert rules(replace(found, asked=found.asked[:3])) >= {"doubled"}
    found.sights["Eve"].contradictions.append("move 1 was 6 before it was 5")
    assert rules(found) == {"doubled"}


def test_what_was_asked_makes_one_move() -> None:
    """In another leg the same number may be taken again."""
    found = case(moves=(*MOVES, ("Bo", "3")))
    for each in found.sights.values():
        each.told.moves[3], each.told.listed, each.seen[4] = "3", 3, 42.0
    assert rules(found) == {"doubled"}
    (*_, first) = found.asked
    again = replace(first, interaction="4", at=40.0)
    assert rules(replace(found, asked=(*found.asked, again))) == set()
    refused = replace(again, told=NOT_NOW)
    assert rules(replace(found, asked=(*found.asked, refused))) == {"doubled"}
    elsewhere = replace(again, meant=replace(again.meant, ply=0))
    assert rules(replace(found, asked=(*found.asked, elsewhere))) == {"doubled"}


def test_what_was_never_answered_may_have_been_done() -> None:
    found = case()
    (*others, last) = found.asked
    late = replace(last, state="failed")
    assert "doubled" not in rules(replace(found, asked=(*others, late)))


def test_a_challenge_that_came_of_itself() -> None:
    assert rules(replace(case(), offering=())) == {"doubled"}


def test_what_was_not_shown() -> None:
    found = case()
    found.sights["Bo"].told.moves.pop(2)
    assert rules(found) == {"unshown"}
    found = case()
    found.sights["Bo"].end = None
    assert rules(found) == {"unshown"}
    found = expired()
    found.sights["Bo"].withdrawn = None
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


def test_a_challenge_that_came_to_nothing_in_another_way() -> None:
    found = expired()
    found.sights["Eve"].withdrawn = Withdrawal.DECLINED
    assert rules(found) == {"two ends"}
    found = case()
    found.sights["Eve"].withdrawn = Withdrawal.EXPIRED
    assert rules(found) == {"two ends"}


def test_an_end_that_is_posted_twice() -> None:
    found = case()
    found.sights["Eve"].tellings["21"] = Telling(None, 71.0)
    assert rules(found) == {"two ends"}
    # The bot knows by its nonce what it has posted, however often it is killed.
    assert rules(found, absences=((70.5, 73.0),)) == {"two ends"}


def test_an_end_that_somebody_wants_to_see_again() -> None:
    found = case()
    found.sights["Eve"].tellings["21"] = Telling("7", 71.0)
    again = asked(7, "Ana", "board")
    assert rules(replace(found, asked=(*found.asked, again))) == set()
    assert rules(replace(found, asked=(*found.asked, asked(7, "Ana", "move", "9")))) == {"two ends"}


def test_an_answer_of_which_the_bot_could_not_know() -> None:
    found = case()
    found.sights["Eve"].tellings["21"] = Telling("3", 69.0)
    assert rules(found) == {"two ends"}
    assert rules(found, absences=((70.0, 73.0),)) == set()
    assert rules(found, absences=((60.0, 63.0),)) == {"two ends"}
    assert rules(found, hit={"3": (DROPPED,)}) == {"two ends"}
    assert rules(found, hit={"3": (DROPPED, DROPPED)}) == set()


def test_what_was_noticed_before_is_told_too() -> None:
    assert rules(case(), noticed=(("ladder", "Ana has won twice"),)) == {"ladder"}
