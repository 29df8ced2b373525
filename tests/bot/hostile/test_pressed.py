"""Press everything: every verb with any arguments, and malformed custom_ids."""

from collections.abc import Iterator, Sequence
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.custom_id import CustomId
from bot.interactions.handlers import BUTTONS
from tests.bot.hostile.granted import PRESSED as GRANTED
from tests.bot.hostile.pressed import (
    ARGS,
    MALFORMED,
    MOST,
    PICKED,
    granted,
    press,
    presses,
    written,
)
from tests.bot.hostile.scene import ON, WHO, Deed
from tests.bot.hostile.texts import HOSTILE, framed
from tests.bot.hostile.trial import batched, tried, tried_apart

stories = st.lists(presses, min_size=20, max_size=30)
# A frame tells a quoted text from the text around it.
FRAMED = [framed(each, MOST) for each in HOSTILE]
# How many arguments a press may have: more than any needs.
PLACES = 4


def test_of_each_press_one_is_granted() -> None:
    assert GRANTED.keys() == BUTTONS.keys()


def each_of(kind: type[CustomId], some: slice) -> Iterator[Deed]:
    """Yield the granted press by every user and on every message; and by the permitted user with
    every sample in the place of each argument and of the chosen values."""
    known = GRANTED[kind]
    who, on, args, values = known.who, known.on, known.args, known.values
    yield granted(kind)
    yield from (press(each, on, written(kind, *args), values) for each in WHO)
    yield from (press(who, each, written(kind, *args), values) for each in ON)
    for place in range(min(len(args) + 1, PLACES)):
        yield press(who, on, written(kind, *args[:place]), values)
        for each in ARGS[some]:
            others = (*args[:place], each, *args[place + 1 :])
            yield press(who, on, written(kind, *others), values)
    for chosen in choices(values, some):
        yield press(who, on, written(kind, *args), chosen)


def choices(values: Sequence[str] | None, some: slice) -> Iterator[Sequence[str] | None]:
    """Yield the values to choose: a hostile one may be quoted in the answer. Where nothing can be
    chosen, it hardly ever is."""
    yield from ([], None)
    for each in [*PICKED[some], *FRAMED[some]]:
        yield from ([each], [each, "1"])
    if values:
        yield from ([each] for each in FRAMED)


def test_each_verb() -> None:
    for some in batched(BUTTONS, 10):
        deeds = chain.from_iterable(each_of(kind, slice(None, None, 19)) for kind in some)
        assert tried_apart(deeds) == {kind.verb for kind in some}


@pytest.mark.long
@pytest.mark.parametrize("kind", BUTTONS)
def test_each_verb_with_everything(kind: type[CustomId]) -> None:
    assert tried_apart(each_of(kind, slice(None))) == {kind.verb}


def test_what_is_no_button() -> None:
    tried(press(who, "board", each) for who in WHO for each in (*MALFORMED, *FRAMED))


@settings(max_examples=5)
@given(stories)
def test_presses_together(deeds: list[Deed]) -> None:
    tried(deeds)


@pytest.mark.long
@settings(max_examples=150)
@given(stories)
def test_presses_together_for_long(deeds: list[Deed]) -> None:
    tried(deeds)
