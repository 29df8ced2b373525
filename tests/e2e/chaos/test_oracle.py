"""Each rule on a duel of which nothing is wrong, and on one of which something is."""

from dataclasses import replace

from tests.e2e.chaos.cases import MOVES, NOT_NOW, case, expired, rules


def test_nothing_is_wrong() -> None:
    assert rules(case()) == set()
    assert rules(expired()) == set()


def test_a_move_that_was_shown_and_is_not_there() -> None:
    assert "lost" in rules(case(moves=MOVES[:1]))
    assert "lost" in rules(case(moves=(MOVES[0], ("Bo", "2"))))
    assert "lost" in rules(case(moves=(MOVES[0], ("Ana", "3"))))


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
    found.sights["Bo"].withdrawn = False
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


def test_what_was_noticed_before_is_told_too() -> None:
    assert rules(case(), noticed=(("ladder", "Ana has won twice"),)) == {"ladder"}
