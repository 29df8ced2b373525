"""Only sound duels can come about, and no attempt leads to another kind."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import duel as life
from engine.duel import Duel, Finished, Offered, Playing, Terms, Withdrawn
from engine.fairness import Unrated
from engine.games.divisor import Divisor
from engine.games.split import Split
from engine.ids import Span
from engine.opponents.levels import Level
from engine.outcome import Reason, Seat
from engine.possible_duel import is_possible
from engine.record import Record
from engine.refusal import Refusal
from tests.engine.lives import (
    ANA,
    BO,
    CLOCK,
    CY,
    NOW,
    TERMS,
    at,
    offered,
    playing,
    resigned,
    withdrawn,
)

TINY = replace(TERMS, game=Divisor(3))
OVER = playing("1", terms=TINY).record.play(2)
WITH_BOT = replace(TERMS, unrated=Unrated.BOT, level=Level.NOVICE)
LOST = Finished(TINY, (ANA, BO), OVER, Seat.SECOND, Reason.STUCK, NOW)


@pytest.mark.parametrize(
    "unsound",
    [
        replace(offered(), terms=replace(TERMS, opponent=ANA)),
        replace(withdrawn(), terms=replace(TERMS, clock=Span(0))),
        replace(playing(), terms=replace(TERMS, played_from=1)),
        replace(playing(), seats=(ANA, ANA)),
        replace(playing(), seats=(ANA, CY)),
        replace(playing(), seats=(BO, ANA)),
        replace(playing(), record=Record.start(Split((20,)))),
        replace(playing(terms=TINY), record=LOST.record),
        replace(LOST, winner=Seat.FIRST),
        replace(LOST, reason=Reason.RESIGNED),
        replace(LOST, winner=None, reason=Reason.ENDED),
        replace(resigned(), winner=None),
        replace(resigned(), reason=Reason.STUCK),
        replace(resigned(), reason=Reason.TIMED_OUT, winner=Seat.SECOND),
        replace(resigned(), reason=Reason.TIMED_OUT, winner=None),
        replace(resigned(), seats=(BO, CY)),
        playing("6", terms=WITH_BOT),
    ],
)
def test_a_duel_that_cannot_have_come_about_is_not_sound(unsound: Duel) -> None:
    """The other way round, see `test_whatever_anybody_tries`."""
    assert is_possible(LOST)
    assert is_possible(playing(terms=WITH_BOT))
    assert not is_possible(unsound)


people = st.sampled_from([ANA, BO, CY])
times = st.integers(0, 3 * CLOCK).map(at)
steps = st.one_of(
    st.builds(
        lambda by, now: lambda d: life.accept(d, by, now=now, random=Random(0)), people, times
    ),
    st.builds(lambda by, now: lambda d: life.decline(d, by, now=now), people, times),
    st.builds(lambda by, now: lambda d: life.cancel(d, by, now=now), people, times),
    st.builds(lambda by, now: lambda d: life.resign(d, by, now=now), people, times),
    st.builds(lambda now: lambda d: life.expire(d, now=now), times),
    st.builds(lambda now: lambda d: life.time_out(d, now=now), times),
    st.builds(lambda now: lambda d: life.end(d, now=now), times),
    st.builds(lambda now: lambda d: life.void(d, now=now), times),
    st.builds(
        lambda by, text, now, ply: lambda d: life.play(d, by, text, now=now, ply=ply),
        people,
        st.integers(-1, 21).map(str) | st.text(max_size=5),
        times,
        st.none() | st.integers(-1, 20),
    ),
)


@pytest.mark.parametrize("terms", [TERMS, replace(TERMS, game=Split((4,)), legs=2)])
@given(tried=st.lists(steps, max_size=30))
def test_whatever_anybody_tries(terms: Terms, tried: list[Callable[[Duel], Duel]]) -> None:
    """A duel only ever moves forward, a move at a time, and of what is over only the result can be
    taken out."""
    duel: Duel = offered(terms)
    for step in tried:
        before = duel
        with suppress(Refusal):
            duel = step(duel)
        assert is_possible(duel)
        if duel is before:
            continue
        match before:
            case Offered():
                assert isinstance(duel, Playing | Withdrawn)
            case Playing():
                assert isinstance(duel, Playing | Finished)
                swapped = duel.earlier is not before.earlier
                assert duel.seats == (before.seats[::-1] if swapped else before.seats)
                assert not swapped or (before.earlier is None and terms.legs == 2)
                grown = duel.ply - before.ply
                assert grown == 1 if isinstance(duel, Playing) else grown in (0, 1)
            case Finished(void=False):
                assert duel == replace(before, void=True)
            case _:
                pytest.fail(f"{before} became {duel}")
