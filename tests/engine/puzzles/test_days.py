"""Dates by an offset that players change."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant
from engine.puzzles.days import LEAST_OFFSET, MOST_OFFSET, Days, date_at

NOON = Instant(20_000 * DAY + 12 * HOUR)

offsets = st.integers(LEAST_OFFSET, MOST_OFFSET)
# Changes of the offset, each so many minutes after the one before.
changes = st.lists(st.tuples(st.integers(0, 3 * 24 * 60), offsets), max_size=6)


@given(st.integers(0, 4_000_000_000), offsets)
def test_a_date_is_that_of_the_calendar(seconds: int, offset: int) -> None:
    local = datetime.fromtimestamp(seconds, UTC) + timedelta(minutes=offset)
    epoch = datetime(1970, 1, 1, tzinfo=UTC).date()
    assert date_at(Instant(seconds * 1000), offset) == (local.date() - epoch).days


def test_usually_there_is_one_date_at_a_time() -> None:
    assert [*Days().open(NOON)] == [20_000]
    assert [*Days(13 * 60).open(NOON)] == [20_001]


def test_a_day_lasts_as_long_as_without_the_change() -> None:
    days = Days().moved(13 * 60, NOON)
    assert [*days.open(NOON)] == [20_000, 20_001]
    midnight = Instant(20_001 * DAY)
    assert [*days.open(Instant(midnight - 1))] == [20_000, 20_001]
    assert [*days.open(midnight)] == [20_001]


def test_a_date_that_the_change_skips_is_had_nevertheless() -> None:
    late = Instant(20_001 * DAY + 12 * HOUR - MINUTE)
    west = Days(LEAST_OFFSET)
    assert [*west.open(late)] == [20_000]
    days = west.moved(MOST_OFFSET, late)
    assert [*days.open(late)] == [20_000, 20_001, 20_002]
    assert [*days.open(Instant(late + HOUR))] == [20_001, 20_002]
    assert [*days.open(Instant(late + DAY + HOUR))] == [20_003]


def test_a_date_comes_again_after_a_change_to_the_west() -> None:
    assert [*Days(MOST_OFFSET).moved(0, NOON).open(NOON)] == [20_000]


@given(changes, st.integers(0, 3 * 24 * 60))
def test_an_offset_that_is_chosen_again_changes_nothing(
    moves: list[tuple[int, int]], later: int
) -> None:
    """Otherwise a player who chooses it every day would have each date for longer."""
    now, days = NOON, Days()
    for minutes, offset in moves:
        now = Instant(now + minutes * MINUTE)
        days = days.moved(offset, now)
    assert days.moved(days.offset, Instant(now + later * MINUTE)) == days


@pytest.mark.parametrize("offset", [LEAST_OFFSET - 1, MOST_OFFSET + 1])
def test_an_offset_that_no_place_has(offset: int) -> None:
    with pytest.raises(ValueError, match=str(offset)):
        Days().moved(offset, NOON)


def test_a_puzzle_may_be_begun_on_its_day_and_soon_after() -> None:
    midnight = Instant(20_001 * DAY)
    for at, may in ((-DAY - 1, False), (-DAY, True), (-1, True), (HOUR - 1, True), (HOUR, False)):
        assert Days().may_begin(20_000, Instant(midnight + at)) is may


@given(offsets, changes, offsets)
def test_no_change_takes_a_date_away(
    first: int, earlier: list[tuple[int, int]], offset: int
) -> None:
    """A date that a player has stays open for as long as without the change, or is yet to come; and
    none from then on is passed over."""
    days, now = Days(first), NOON
    for wait, each in earlier:
        now = Instant(now + wait * MINUTE)
        days = days.moved(each, now)
    changed = days.moved(offset, now)
    opened: set[int] = set()
    for hour in range(120):
        at = Instant(now + hour * HOUR)
        opened |= {*changed.open(at)}
        for day in days.open(now):
            assert day not in days.open(at) or day >= changed.open(at)[0]
    assert {*range(days.open(now)[0], max(opened) + 1)} <= opened


@given(offsets, changes)
def test_few_dates_are_open_at_once_and_they_are_near(
    first: int, later: list[tuple[int, int]]
) -> None:
    days, now = Days(first), NOON
    for wait, offset in later:
        now = Instant(now + wait * MINUTE)
        days = days.moved(offset, now)
        found = days.open(now)
        assert 1 <= len(found) <= 3
        assert found[-1] == date_at(now, offset) == days.today(now)
        # Some place on Earth has it.
        assert found[0] >= date_at(now, LEAST_OFFSET)
