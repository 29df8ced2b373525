"""How many of something are going on at the moment."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from bot.interactions.refusals import BeingMade

K = TypeVar("K")


@contextmanager
def counted(counter: Counter[K], key: K) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


@contextmanager
def alone(waiting: set[int], whose: int) -> Iterator[None]:
    """Whoever waits for something that takes long has to have it before they ask for more: one of
    them would hold up all others."""
    if whose in waiting:
        raise BeingMade
    waiting.add(whose)
    try:
        yield
    finally:
        waiting.discard(whose)
