"""Type everything: every option of every command, with every value that a client may send."""

from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bot.features.test_registry import MENUS, TYPED
from tests.bot.hostile.granted import TYPED as GRANTED
from tests.bot.hostile.scene import TYPING, WHO, Deed, Json
from tests.bot.hostile.texts import HOSTILE, framed
from tests.bot.hostile.trial import batched, tried, tried_apart
from tests.bot.hostile.typed import (
    BOOLEAN,
    INTEGER,
    ODD,
    STRING,
    TARGETS,
    Leaf,
    Option,
    as_given,
    commands,
    granted,
    just_beyond,
    leaves,
    offered,
    typed,
)

stories = st.lists(commands(), min_size=15, max_size=25)


def test_all_commands_and_options_are_tried() -> None:
    """The commands found in the tree are those that were written down by hand."""
    found = {str(leaf): [each.name for each in leaf.options] for leaf in leaves() if not leaf.menu}
    assert found == {name: [each["name"] for each in options] for name, options in TYPED.items()}
    assert [str(leaf) for leaf in leaves() if leaf.menu] == MENUS
    suggested = [(leaf, each.name) for leaf in leaves() for each in leaf.options if each.suggested]
    assert len(suggested) == str(TYPED).count("'autocomplete': True")


def test_of_each_command_one_is_granted() -> None:
    assert GRANTED.keys() == {str(leaf) for leaf in leaves()}


def is_free(option: Option) -> bool:
    """Anything may be written there, and be told again to others."""
    return option.kind == STRING and not option.choices


def samples(option: Option, some: slice) -> Iterator[Json]:
    """Yield some samples of each kind; but every hostile text where the text is free, as each has
    another effect."""
    yield from (as_given(option, each) for each in offered(option)[some])
    yield from (as_given(option, each) for each in just_beyond(option))
    hostile = HOSTILE if is_free(option) else HOSTILE[some]
    yield from (as_given(option, framed(each), kind=STRING) for each in hostile)
    for kind in (STRING, INTEGER, BOOLEAN):
        yield from (as_given(option, each, kind=kind) for each in ODD[some])


def each_of(leaf: Leaf, some: slice) -> Iterator[Deed]:
    """Yield the granted command by every user; and by the permitted user with every sample in the
    place of each option."""
    given, who = granted(leaf), GRANTED[str(leaf)].who
    yield from (typed(leaf, each, given.values()) for each in (who, *WHO))
    if leaf.menu:
        yield from (typed(leaf, each, (), target=target) for each in WHO for target in TARGETS)
    for option in leaf.options:
        others = [each for name, each in given.items() if name != option.name]
        yield typed(leaf, who, others)
        for sample in samples(option, some):
            yield typed(leaf, who, [*others, sample])
        if option.suggested:
            for nth, sample in enumerate([*samples(option, some)][some]):
                typing = [*others, sample | {"focused": True}]
                yield typed(leaf, WHO[nth % len(WHO)], typing, TYPING)
                yield typed(leaf, who, typing, TYPING)


def test_each_option() -> None:
    for some in batched(leaves(), 9):
        deeds = chain.from_iterable(each_of(leaf, slice(None, None, 11)) for leaf in some)
        assert tried_apart(deeds) == {*map(str, some)}


@pytest.mark.long
@pytest.mark.parametrize("leaf", leaves(), ids=str)
def test_each_option_with_everything(leaf: Leaf) -> None:
    assert tried_apart(each_of(leaf, slice(None))) == {str(leaf)}


@settings(max_examples=5)
@given(stories)
def test_options_together(deeds: list[Deed]) -> None:
    tried(deeds)


@pytest.mark.long
@settings(max_examples=150)
@given(stories)
def test_options_together_for_long(deeds: list[Deed]) -> None:
    tried(deeds)
