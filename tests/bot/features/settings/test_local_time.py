"""Which offset from UTC a typed time means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.settings.local_time import (
    OFFSETS,
    local_time,
    meant,
    next_midnight,
    suggested,
    zone,
)
from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant
from engine.puzzles.days import LEAST_OFFSET, MOST_OFFSET, Days

# 19:14 in UTC.
NOW = Instant(20_003 * DAY + 19 * HOUR + 14 * MINUTE + 30_000)

moments = st.integers(0, 4_000_000_000_000).map(Instant)
offsets = st.sampled_from(OFFSETS)


def test_offsets_are_those_that_can_be_stored() -> None:
    assert len(set(OFFSETS)) == len(OFFSETS) == 39
    for offset in OFFSETS:
        assert LEAST_OFFSET <= offset <= MOST_OFFSET
        Days().moved(offset, NOW)


@given(moments, offsets, st.integers(-7, 7))
def test_the_time_that_it_is_somewhere_means_that_place(
    now: Instant, offset: int, wrong: int
) -> None:
    """Or one with the same time on another day. A watch may be wrong by some minutes."""
    shown = Instant(max(0, now + wrong * MINUTE))
    local = local_time(shown, offset)
    found = meant(local.text, now)
    assert found is not None
    assert local_time(shown, found).minute == local.minute
    is_afternoon, half = local.half
    assert meant(f"{half} {'pm' if is_afternoon else 'am'}", now) == found


@given(moments, offsets)
def test_its_place_is_suggested_first(now: Instant, offset: int) -> None:
    """Also for somebody who leaves out which half of the day it is."""
    local = local_time(now, offset)
    for text in (local.text, local.half[1]):
        best = suggested(text, now)
        nearest = {local_time(now, each).minute % 720 for each in best[:1]}
        assert nearest == {local.minute % 720}
        assert offset in best[:4]
        assert len(best) == len(OFFSETS)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("19:14", 0),
        ("21:14", 120),
        ("2114", 120),
        ("21.14", 120),
        ("21h14", 120),
        ("9:14 pm", 120),
        (" 9:14PM ", 120),
        ("9:10 p.m.", 120),
        ("0:44", 330),
        ("12:44 am", 330),
        ("15:44", -210),
        # Hawaii rather than Kiribati, and New Zealand rather than Samoa.
        ("9:14", -600),
        ("8:14", 780),
        ("UTC", 0),
        ("utc+2", 120),
        ("UTC-3:30", -210),
        ("UTC+5:45", 345),
    ],
)
def test_a_time_or_a_zone(text: str, offset: int) -> None:
    assert meant(text, NOW) == offset


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "24:00",
        "21:60",
        "21:22",
        "13:14 pm",
        "0:14 am",
        "UTC+15",
        "UTC+1:15",
        "-2",
        "٣:١٤",
    ],
)
def test_a_time_that_it_is_nowhere(text: str) -> None:
    assert meant(text, NOW) is None


def test_without_a_time_the_whole_hours_are_suggested() -> None:
    for text in ("", "abc", "99"):
        found = suggested(text, NOW)
        assert found == sorted(each for each in OFFSETS if each % 60 == 0)


@given(moments, offsets)
def test_the_next_midnight_begins_the_next_date(now: Instant, offset: int) -> None:
    at = next_midnight(now, offset)
    days = Days(offset)
    assert now < at <= now + DAY
    assert days.today(at) == days.today(Instant(at - 1)) + 1
    assert local_time(at, offset).text == "0:00"


def test_zones_have_different_names() -> None:
    assert len({zone(offset) for offset in OFFSETS}) == len(OFFSETS)
