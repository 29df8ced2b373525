"""The meaning of a button is encoded in its custom_id, and decoded from it."""

from typing import Any, cast

import pytest
from hypothesis import example, given

from bot.interactions.custom_id import (
    Accept,
    ChoosePart,
    ChooseWhole,
    CustomId,
    History,
    LeaderboardPage,
    Move,
    MyPlace,
    ReplayChosen,
    decode,
)
from bot.interactions.handlers import BUTTONS, on
from bot.interactions.refusals import DeadButton
from engine.ids import PlayerId
from storage.ids import DuelId
from tests.bot.hostile.pressed import made_up


@pytest.mark.parametrize(
    ("meant", "text"),
    [
        (Accept(DuelId(12)), "d1:a:12"),
        (Move(DuelId(12), 3, "6"), "d1:m:12:3:6"),
        (Move(DuelId(12), 3, "16:6"), "d1:m:12:3:16.6"),
        (Move(DuelId(12), 3, "*5"), "d1:m:12:3:*5"),
        (ChooseWhole(DuelId(12), 3, 1), "d1:w:12:3:1"),
        (ChoosePart(DuelId(12), 3, 26), "d1:wp:12:3:26"),
        (MyPlace("all"), "d1:lm:all:x"),
        (MyPlace("all", 2), "d1:lm:all:2"),
        (History(PlayerId(7), None, DuelId(3)), "d1:h:7:x:3"),
        (ReplayChosen(), "d1:vh"),
    ],
)
def test_what_is_written_is_read(meant: CustomId, text: str) -> None:
    assert meant.encode() == text
    assert decode(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("d1:l:all:2:0", LeaderboardPage("all", 2)),
        ("d1:h:7:0:0", History(PlayerId(7))),
        ("d1:h:7", History(PlayerId(7))),
    ],
)
def test_buttons_of_earlier_versions_still_work(text: str, meant: CustomId) -> None:
    assert decode(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "d1:m:12:3",
        "d1:m:12:3:16:6",
        "d1:a",
        "d1:a:1.2",
        "d1:a:*1",
        "d1:a:x",
        "d1:vh:1",
        "d1:lm:all:x:x",
    ],
)
def test_nothing_may_be_missing_or_too_much(text: str) -> None:
    with pytest.raises(DeadButton):
        decode(text)


@given(made_up)
@example("d1:lm:split:00")
@example("d1:v:007:1:000")
def test_whatever_can_be_read_is_written_as_it_is_read(text: str) -> None:
    try:
        meant = decode(text)
    except DeadButton:
        return
    assert decode(meant.encode()) == meant
    assert decode(meant.encode()).encode() == meant.encode()


def test_every_verb_is_handled_and_no_two_are_the_same() -> None:
    assert BUTTONS.keys() == {*CustomId.__subclasses__()}
    assert len({kind.verb for kind in BUTTONS}) == len(BUTTONS)


def test_no_verb_is_used_twice() -> None:
    """Buttons of years ago would do something else."""
    with pytest.raises(ValueError, match="taken by Accept"):
        type("Another", (CustomId,), {}, verb="a")


def test_no_button_has_two_handlers() -> None:
    with pytest.raises(ValueError, match="has a handler already"):
        on(Accept)(cast(Any, None))
