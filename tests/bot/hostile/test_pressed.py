"""Whatever is pressed: every verb with any arguments, and what is no button at all."""

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.press import Verb
from tests.bot.hostile.pressed import ARGS, MALFORMED, MOST, PICKED, press, presses
from tests.bot.hostile.scene import ON, WHO, Deed
from tests.bot.hostile.texts import HOSTILE, framed
from tests.bot.hostile.trial import batched, tried

stories = st.lists(presses, min_size=20, max_size=30)
# What is told again is told from what is around it by its frame.
FRAMED = [framed(each, MOST) for each in HOSTILE]
# How many arguments a press may have: more than any needs.
PLACES = 4


def each_of(verb: Verb, some: slice) -> Iterator[Deed]:
    """With every argument in every place, and every choice."""
    where = len(ON)
    for count in range(PLACES + 1):
        for nth, arg in enumerate(ARGS[some] if count else [""]):
            args = ["2", "2", "3", "1"][: count - 1] + [arg] * bool(count)
            who, on = WHO[nth % len(WHO)], ON[(nth + count) % where]
            yield press(who, on, ":".join(("d1", verb, *args)))
    for nth, value in enumerate([*PICKED, *FRAMED][some]):
        for values in ([value], [value, "1"], []):
            yield press(WHO[nth % len(WHO)], ON[nth % where], f"d1:{verb}:2:2:3", values)


def test_each_verb() -> None:
    for some in batched(Verb, 10):
        tried(chain.from_iterable(each_of(verb, slice(None, None, 13)) for verb in some))


@pytest.mark.long
@pytest.mark.parametrize("verb", Verb)
def test_each_verb_with_everything(verb: Verb) -> None:
    tried(each_of(verb, slice(None)))


def test_what_is_no_button() -> None:
    tried(press(who, "board", each) for who in WHO for each in (*MALFORMED, *FRAMED))


@settings(max_examples=8)
@given(stories)
def test_presses_together(deeds: list[Deed]) -> None:
    tried(deeds)


@pytest.mark.long
@settings(max_examples=150)
@given(stories)
def test_presses_together_for_long(deeds: list[Deed]) -> None:
    tried(deeds)
