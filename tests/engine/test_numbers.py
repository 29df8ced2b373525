"""Numbers as bits, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.numbers import _KEPT, _lowest, mask, numbers


@given(st.sets(st.integers(0, 1007)) | st.sets(st.integers(0, 100)))
def test_there_and_back(some: set[int]) -> None:
    assert numbers(mask(some)) == tuple(sorted(some))


def test_a_number_is_in_a_set_once() -> None:
    assert mask([1, 3, 3]) == 0b1010


def test_more_different_sets_than_are_kept() -> None:
    """However many are asked for, memory stays where it is."""
    for bits in range(1 << 14):
        assert mask(numbers(bits)) == bits
    assert len(_lowest) <= _KEPT
    assert numbers(0b1010) == (1, 3)


def test_no_number_is_dropped_in_silence() -> None:
    with pytest.raises(OverflowError):
        numbers(1 << 1008)
