"""Progress of long work, for somebody who waits for it."""

from collections.abc import Callable

# Is told how much is done, and how much there is in all.
Progress = Callable[[int, int], None]


def unwatched(_done: int, _all: int) -> None:
    """Ignore progress."""
