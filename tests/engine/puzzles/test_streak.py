"""Streaks of days, by hand and by their laws."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant
from engine.puzzles.streak import EXCUSES, Interval, excused_days, streak

days = st.integers(0, 40)
some_days = st.sets(days)


def moment(day: int, minutes: int = 0) -> Instant:
    return Instant(day * DAY + minutes * MINUTE)


@pytest.mark.parametrize(
    ("answered", "excused", "expected"),
    [
        ("", "", 0),
        ("10", "", 1),
        ("9", "", 1),
        ("8", "", 0),
        ("10 9 8", "", 3),
        ("9 8 7", "", 3),
        ("10 8 7", "", 1),
        # An excused day bridges a gap, and counts nothing.
        ("10 8 7", "9", 3),
        ("8 7", "9", 2),
        ("7 6", "9 8", 2),
        ("7 6", "9", 0),
        ("10 9", "8 7", 2),
        ("10 9 8", "9", 3),
        # Days that aren't over: an offset or the clock was set back.
        ("11 10 9", "", 3),
        ("12 9 8", "", 3),
        ("12 8", "", 1),
        ("400 10 9", "", 3),
    ],
)
def test_by_hand(answered: str, excused: str, expected: int) -> None:
    had, missed = ({int(each) for each in text.split()} for text in (answered, excused))
    assert streak(had, missed, 10) == expected


@given(some_days, some_days, days)
def test_it_counts_answered_days(answered: set[int], excused: set[int], today: int) -> None:
    found = streak(answered, excused, today)
    assert 0 <= found <= len(answered)
    recent = {today, today - 1} & answered
    assert found >= len(recent)


@given(some_days, some_days, days, days)
def test_another_excuse_never_shortens_it(
    answered: set[int], excused: set[int], today: int, day: int
) -> None:
    assert streak(answered, excused | {day}, today) >= streak(answered, excused, today)


@given(some_days, some_days, days)
def test_an_answer_makes_it_longer_by_one_today(
    answered: set[int], excused: set[int], today: int
) -> None:
    assume(today not in answered)
    before = streak(answered, excused, today)
    assert streak(answered | {today}, excused, today) == before + 1


@given(some_days, some_days, days, st.integers(0, 20))
def test_a_clock_that_is_set_back_takes_nothing_away(
    answered: set[int], excused: set[int], today: int, back: int
) -> None:
    assert streak(answered, excused, today - back) >= streak(answered, excused, today)


@given(st.sets(days, min_size=1), days)
def test_without_excuses_it_is_the_last_run(answered: set[int], today: int) -> None:
    assume(max(answered) <= today)
    run, day = 0, today if today in answered else today - 1
    while day in answered:
        run, day = run + 1, day - 1
    assert streak(answered, (), today) == run


class TestExcuses:
    @pytest.mark.parametrize(
        ("begun", "ended", "expected"),
        [
            (moment(5, 60), moment(5, 65), {5}),
            (moment(5, 60), Instant(moment(5, 65) - 1), set()),
            # Around midnight, each day has its own part.
            (moment(5, -3), moment(5, 3), set()),
            (moment(5, -5), moment(5, 3), {4}),
            (moment(5, -3), moment(5, 5), {5}),
            (moment(5, -5), moment(5, 5), {4, 5}),
            (moment(5), moment(6), {5}),
            (moment(5, 600), moment(9, 600), {5, 6, 7, 8, 9}),
            (moment(5, 60), moment(5, 50), set()),
        ],
    )
    def test_at_the_ends_of_a_day(self, begun: Instant, ended: Instant, expected: set[int]) -> None:
        assert excused_days([(begun, ended)], 0) == expected

    def test_the_day_is_the_players_own(self) -> None:
        outage = moment(5, -10), moment(5, 0)
        assert excused_days([outage], 0) == {4}
        assert excused_days([outage], 10) == {5}
        assert excused_days([outage], 5) == {4, 5}
        assert excused_days([outage], -600) == {4}

    def test_several_on_a_day_add_up_and_none_counts_twice(self) -> None:
        short = [(moment(5, at), moment(5, at + 3)) for at in (60, 600)]
        assert excused_days(short, 0) == {5}
        assert excused_days([short[0]] * 2, 0) == set()
        assert excused_days([short[0], (moment(5, 61), moment(5, 64))], 0) == set()

    @given(st.lists(st.tuples(st.integers(0, 7200), st.integers(0, 3000)), max_size=5), days)
    def test_minute_by_minute(self, some: list[tuple[int, int]], hour: int) -> None:
        outages: list[Interval] = [(moment(0, at), moment(0, at + lasting)) for at, lasting in some]
        offset = (hour % 27 - 12) * (HOUR // MINUTE)
        away = {minute for at, lasting in some for minute in range(at, at + lasting)}
        by_day: dict[int, int] = {}
        for minute in away:
            day = (minute + offset) // (DAY // MINUTE)
            by_day[day] = by_day.get(day, 0) + 1
        enough = EXCUSES // MINUTE
        assert excused_days(outages, offset) == {
            day for day, minutes in by_day.items() if minutes >= enough
        }
