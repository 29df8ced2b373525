"""Whatever is typed: every option of every command, with all that a client may send."""

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bot.hostile.scene import COMMAND, TYPING, WHO, Deed, Json
from tests.bot.hostile.texts import HOSTILE, framed
from tests.bot.hostile.trial import batched, tried
from tests.bot.hostile.typed import (
    BOOLEAN,
    INTEGER,
    ODD,
    STRING,
    Leaf,
    Option,
    as_given,
    commands,
    just_beyond,
    leaves,
    offered,
    typed,
)
from tests.bot.server.test_tree import MENUS, TYPED

stories = st.lists(commands(), min_size=15, max_size=25)


def test_all_commands_and_options_are_tried() -> None:
    """Those that were written down by hand."""
    found = {str(leaf): [each.name for each in leaf.options] for leaf in leaves() if not leaf.menu}
    assert found == {name: [each["name"] for each in options] for name, options in TYPED.items()}
    assert [str(leaf) for leaf in leaves() if leaf.menu] == MENUS
    suggested = [(leaf, each.name) for leaf in leaves() for each in leaf.options if each.suggested]
    assert len(suggested) == str(TYPED).count("'autocomplete': True")


def samples(option: Option) -> Iterator[Json]:
    yield from (as_given(option, each) for each in (*offered(option), *just_beyond(option)))
    yield from (as_given(option, framed(each), kind=STRING) for each in HOSTILE)
    for kind in (STRING, INTEGER, BOOLEAN):
        yield from (as_given(option, each, kind=kind) for each in ODD)


def each_of(leaf: Leaf, some: slice) -> Iterator[Deed]:
    """Every option with every sample, beside what has to be there too."""
    for option in leaf.options:
        needed = [as_given(each, offered(each)[0]) for each in leaf.options if each.needed]
        others = [each for each in needed if each["name"] != option.name]
        for nth, sample in enumerate([*samples(option)][some]):
            who = WHO[nth % len(WHO)]
            yield typed(leaf, who, [*others, sample])
            if option.suggested:
                yield typed(leaf, who, [*others, sample | {"focused": True}], TYPING)


def test_each_option() -> None:
    for some in batched(leaves(), 9):
        tried(chain.from_iterable(each_of(leaf, slice(None, None, 7)) for leaf in some))


@pytest.mark.long
@pytest.mark.parametrize("leaf", [each for each in leaves() if each.options], ids=str)
def test_each_option_with_everything(leaf: Leaf) -> None:
    tried(each_of(leaf, slice(None)))


@settings(max_examples=8)
@given(stories)
def test_options_together(deeds: list[Deed]) -> None:
    tried(deeds)


@pytest.mark.long
@settings(max_examples=150)
@given(stories)
def test_options_together_for_long(deeds: list[Deed]) -> None:
    tried(deeds)


def test_a_command_that_there_is_not_any_more() -> None:
    gone = Leaf(("duel", "dance"), ())
    menu = Leaf(("Dance",), (), menu=True)
    tried(
        [
            *(typed(gone, "ana", [], kind) for kind in (COMMAND, TYPING)),
            typed(menu, "ana", [], target="bo"),
        ]
    )
