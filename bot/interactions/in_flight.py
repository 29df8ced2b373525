"""Counts what is running, and lets only one of a kind run."""

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
def one_at_a_time(running: set[int], key: int) -> Iterator[None]:
    """Refuse a second request for something that takes long, by the same player or server, while
    the first is running: otherwise one of them could hold up everybody."""
    if key in running:
        raise BeingMade
    running.add(key)
    try:
        yield
    finally:
        running.discard(key)
