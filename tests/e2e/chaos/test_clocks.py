"""What is said of clocks that run out too early, too late, or never."""

from tests.e2e.chaos.cases import CLOCK, case, rules


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
