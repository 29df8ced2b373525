"""Lets one player or server have only one of a kind running."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.interactions.refusals import BeingMade


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
