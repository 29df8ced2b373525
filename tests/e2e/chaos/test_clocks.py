"""What is said of clocks that run out too early, too late, or never."""

from dataclasses import replace

import pytest

from tests.e2e.chaos.cases import CLOCK, NOT_NOW, QUARTER, asked, case, expired, rules
from tests.e2e.chaos.trouble import NEWS


def test_a_clock_that_never_ran_out() -> None:
    found = case(how=None, winner=None)
    for each in found.sights.values():
        each.end, each.told.winner = None, None
    assert rules(found) == {"clock"}


def test_who_lost_on_time_without_having_had_it() -> None:
    found = case()
    found.sights["Ana"].ended_at = 30.0 + CLOCK - 1
    assert rules(found) == {"clock"}
    found = case()
    found.sights["Ana"].seen.pop(3)
    assert rules(found) == {"clock"}
    found = case()
    found.sights["Ana"].timed_out = "Bo"
    assert rules(found) == {"clock"}


@pytest.mark.parametrize(
    ("put_back", "broken"),
    [(31.0, set()), (32.0, set()), (29.9, {"clock"}), (32.1, {"clock"})],
)
def test_a_clock_that_was_put_back_when_the_turn_began(put_back: float, broken: set[str]) -> None:
    """By twenty seconds."""
    found = case()
    found.sights["Ana"].ended_at = 30.0 + CLOCK - 20
    assert rules(found, behind=((put_back, 20.0),)) == broken
    found.sights["Ana"].ended_at = 30.0 + CLOCK - 21
    assert rules(found, behind=((put_back, 20.0),)) == {"clock"}


def test_time_in_which_the_bot_was_away_is_not_had() -> None:
    found = case()
    away, longer = (100.0, 150.0 + NEWS), (100.0, 151.0 + NEWS)
    found.sights["Ana"].ended_at = 30.0 + CLOCK + 50
    assert rules(found, away=(away,)) == set()
    assert rules(found, away=(longer,)) == {"clock"}
    # Before the turn or after the end, or by a clock that was behind when the bot came back.
    assert rules(found, away=((29.0, 290.0), (500.0, 690.0))) == set()
    assert rules(found, away=(longer,), behind=((151.0 + NEWS, 1.0),)) == set()


@pytest.mark.parametrize(
    "earlier",
    [
        # Before it was Bo's turn, in vain, for another move, and after the turn had begun.
        asked(2, "Bo", "move", "3"),
        asked(3, "Bo", "move", "3", told=NOT_NOW),
        asked(3, "Bo", "press move", "3", ply=3),
        asked(3, "Ana", "move", "3"),
        asked(4, "Bo", "move", "3"),
    ],
)
def test_what_did_not_begin_the_turn(earlier: object) -> None:
    found = case()
    for each in found.sights.values():
        each.seen |= {2: 22.0, 3: 39.0}
    (*others, last) = found.asked
    late = replace(last, at=38.0)
    found.sights["Ana"].ended_at = 38.0 + CLOCK - 1
    assert rules(replace(found, asked=(*others, earlier, late))) == {"clock"}  # type: ignore[arg-type]
    began = asked(3, "Bo", "move", "3")
    assert rules(replace(found, asked=(*others, began, late))) == set()


def test_the_first_turn_begins_when_whoever_may_accepts() -> None:
    found = case(moves=(), winner="Bo")
    for each in found.sights.values():
        each.told.moves, each.told.movers, each.told.listed = {}, {}, 0
        each.next, each.seen, each.ended_at = 1, {1: 22.0}, 20.0 + CLOCK
    begins = asked(2, "Bo", "accept")
    too_early = (
        asked(1, "Eve", "press accept"),
        asked(1, "Bo", "accept", told="Done. The board is where the duel is: LINK"),
    )
    assert rules(replace(found, asked=(too_early[0], begins))) == set()
    found.sights["Ana"].ended_at = 20.0 + CLOCK - 1
    assert rules(replace(found, asked=(too_early[0], begins))) == {"clock"}
    assert rules(replace(found, asked=(too_early[1], begins))) == set()


def test_an_offer_that_did_not_last() -> None:
    found = expired()
    found.sights["Bo"].ended_at = QUARTER - 1
    assert rules(found) == {"clock"}
    assert rules(found, behind=((2.0, 1.0),)) == set()
    assert rules(found, behind=((2.1, 1.0),)) == {"clock"}
    found.sights["Bo"].offered_at = None
    assert rules(found) == set()


def test_a_second_reminder_of_a_turn() -> None:
    found = case()
    found.sights["Ana"].reminders[3] = {"1"}
    assert rules(found) == set()
    found.sights["Ana"].reminders[3] = {"1", "2"}
    assert rules(found) == {"reminders"}
