"""What is asked of the bot and what it says, as the run understands it."""

from typing import Any

import pytest

from tests.e2e.chaos.asked import Meant, meant
from tests.e2e.chaos.refusals import refusal_in


@pytest.mark.parametrize(
    ("what", "sent", "expected"),
    [
        ("presses", {"custom_id": "d1:m:12:3:7"}, Meant("press move", 12, "7", 3)),
        (
            "presses",
            {"custom_id": "d1:s:12:3:0", "values": ["9"]},
            Meant("press choose", 12, "9", 3),
        ),
        ("presses", {"custom_id": "d1:a:12"}, Meant("press accept", 12)),
        ("presses", {"custom_id": "other"}, Meant("press other")),
        (
            "commands",
            {"path": ["move"], "options": {"duel": "12", "move": "7"}},
            Meant("move", 12, "7"),
        ),
        ("commands", {"path": ["list"]}, Meant("list")),
    ],
)
def test_what_is_meant_by_what_is_sent(what: str, sent: dict[str, Any], expected: Meant) -> None:
    assert meant(what, sent) == expected


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("Your time is up.", "out-of-time"),
        ("12 is already gone. You can take 1, 2 or 3.", "already-gone"),
        ("This duel is over: one of you resigned.", "already-over"),
        ("It is @Bo's turn. You will be pinged after it.", "not-your-turn"),
        ("Done. The board is where the duel is: LINK", None),
    ],
)
def test_which_refusal_it_is(told: str, code: str | None) -> None:
    assert refusal_in(told) == code
