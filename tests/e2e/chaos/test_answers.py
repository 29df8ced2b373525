"""What excuses that somebody wasn't answered, and what doesn't."""

from dataclasses import replace
from typing import Any

import pytest

from deploy.sandbox.faults import Aim, Kind
from tests.e2e.chaos.asked import Meant
from tests.e2e.chaos.cases import asked, case, rules
from tests.e2e.chaos.trouble import Hit

LOST = asked(9, "Eve", "list", state="failed")
LOSES = Hit(Kind.LOSE, Aim.ANSWERS)


def delay(seconds: float, at: float = 91.0) -> Hit:
    return Hit(Kind.DELAY, Aim.EVERYTHING, at, seconds)


@pytest.mark.parametrize(
    "excuse",
    [
        {"hit": {"9": (LOSES,)}},
        {"hit": {"9": (delay(3.5),)}},
        {"hit": {"9": (delay(0.2), Hit(Kind.FAIL, Aim.ANSWERS))}, "late": ((91.0, 0.4),)},
        {"absences": ((89.0, 89.9), (92.0, 95.0))},
        {"late": ((89.0, 1.5), (91.5, 1.1))},
    ],
)
def test_who_was_not_answered_for_a_reason(excuse: dict[str, Any]) -> None:
    assert rules(case(), LOST, **excuse) == set()


@pytest.mark.parametrize(
    "excuse",
    [
        {},
        {"hit": {"8": (LOSES,), "9": (Hit(Kind.DUPLICATE, Aim.INTERACTIONS),)}},
        {"hit": {"9": (delay(0.2),)}},
        {"hit": {"9": (Hit(Kind.DROP, Aim.EDITS),)}},
        {"absences": ((88.0, 89.0), (93.5, 95.0))},
        {"elsewhere": (delay(10.0),)},
        {"late": ((80.0, 9.5), (91.0, 0.5), (94.0, 3.0))},
    ],
)
def test_who_was_not_answered_without_a_reason(excuse: dict[str, Any]) -> None:
    assert rules(case(), LOST, **excuse) == {"unanswered"}


def test_what_has_to_be_known_first_is_a_reason_for_some() -> None:
    again = replace(LOST, meant=Meant("press rematch", 1))
    assert rules(case(), again, elsewhere=(delay(3.5),)) == set()
    assert rules(case(), again, elsewhere=(delay(0.2),)) == {"unanswered"}
    assert rules(case(), again, elsewhere=(delay(3.5, at=94.0),)) == {"unanswered"}


def test_who_waits_for_a_board_waits_as_long_as_its_post_is_held_up() -> None:
    late = replace(LOST, state="thinking")
    away = ((100.0, 101.0),)
    assert rules(case(), late, elsewhere=(delay(10.0),), absences=away) == set()
    assert rules(case(), late, elsewhere=(delay(3.5),), absences=away) == {"unanswered"}
    assert rules(case(), late, absences=away) == {"unanswered"}


def test_a_fault_of_the_bots_is_no_answer() -> None:
    told = asked(9, "Eve", "list", told="Something broke on my side. Try again, or report code A.")
    assert rules(case(), told) == {"unanswered"}
