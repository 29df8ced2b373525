"""Sets of numbers as the bits of an int: number n is bit n."""

from collections.abc import Iterable
from itertools import compress

_WORD = 24
_LOW = (1 << _WORD) - 1
_HALF = 12
_LOW_HALF = (1 << _HALF) - 1
_KEPT = 8192


class _HalfWord(dict[int, tuple[int, ...]]):
    """The numbers of every pattern of a few bits, each computed when it is first looked up."""

    def __init__(self, base: int) -> None:
        super().__init__()
        self._range = range(base, base + _HALF)

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = self[bits] = tuple(compress(self._range, map(int, f"{bits:b}"[::-1])))
        return found


class _Word(dict[int, tuple[int, ...]]):
    """The same for patterns that are too many to keep. A game comes back to the same few thousand
    again and again, and a lookup takes a fraction of the time of counting bits."""

    def __init__(self, base: int) -> None:
        super().__init__()
        self._low, self._high = _HalfWord(base), _HalfWord(base + _HALF)

    def __missing__(self, bits: int) -> tuple[int, ...]:
        if len(self) >= _KEPT:
            self.clear()
        found = self[bits] = self._low[bits & _LOW_HALF] + self._high[bits >> _HALF]
        return found


# Larger than any game allows, for studies of larger boards.
LARGEST = 1007
_lowest, *_higher = (_Word(base) for base in range(0, LARGEST, _WORD))


def mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def numbers(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, ascending."""
    if mask <= _LOW:
        return _lowest[mask]
    found = _lowest[mask & _LOW]
    mask >>= _WORD
    for word in _higher:
        found += word[mask & _LOW]
        mask >>= _WORD
        if not mask:
            return found
    raise OverflowError(f"numbers go up to {LARGEST}")
