"""Mistakes that a bot could make with time: with clocks, offers and reminders."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from bot.delivery.sender import Delivery
from bot.duels import service as referee
from engine import duel as life
from engine.durations import MINUTE
from engine.ids import Instant, Span
from storage.match import Match
from storage.sqlite import clocks


@contextmanager
def greedy() -> Iterator[None]:
    """Time in which nobody could move is not given back."""

    def give_time_back(db: Any, now: Any) -> int:
        clocks.beat(db, now)
        return 0

    with patch.object(clocks, "give_time_back", give_time_back):
        yield


@contextmanager
def blind() -> Iterator[None]:
    """Time runs out also for who couldn't see that it was their turn."""
    with patch.object(Match, "out_of_sight", False):
        yield


@contextmanager
def slow() -> Iterator[None]:
    """Nothing is ended when its time is over."""
    with patch.object(clocks, "MOST", 0):
        yield


@contextmanager
def nagging() -> Iterator[None]:
    """Nobody takes note of reminders, and each is a message of its own."""
    post, times = Delivery.post, count()

    async def anew(self: Any, *how: Any) -> Any:
        *others, what = how
        fresh = f"{what} {next(times)}" if what == "reminder" else what
        return await post(self, *others, fresh)  # type: ignore[call-arg]

    with patch.object(clocks, "told", lambda *_: False), patch.object(Delivery, "post", anew):
        yield


@contextmanager
def hasty() -> Iterator[None]:
    """Offers don't last as long as they should."""
    with patch.object(referee, "OFFER_LASTS", Span(2 * MINUTE)):
        yield


@contextmanager
def stingy() -> Iterator[None]:
    """Every clock is short by a minute and a half."""
    after = life._after

    def shortly_after(now: Instant, span: Span) -> Instant:
        return after(now, span if span == referee.OFFER_LASTS else Span(span - 3 * MINUTE // 2))

    with patch.object(life, "_after", shortly_after):
        yield
