"""The contract: the puzzle of the day, and its results."""

import asyncio

import pytest

from engine.durations import HOUR
from engine.ids import Instant, Span
from engine.puzzles.days import Days
from engine.rating import Rating
from engine.refusal import PuzzleNotOpen
from storage.puzzles import DailyResult, DailyResults
from tests.storage.builders import ANA, BO, CY, DAY, DI, ELSEWHERE, GUILD, Table
from tests.storage.puzzle_builders import MIDNIGHT, TODAY, decide, given, puzzles, take_daily


async def test_a_day_has_the_puzzle_that_was_taken_first(table: Table) -> None:
    assert await table.store.daily(GUILD, TODAY) is None
    first = await take_daily(table, 0)
    assert (first.day, first.stored.puzzle) == (TODAY, puzzles()[0])
    assert await take_daily(table, 1) == first
    assert await table.store.daily(GUILD, TODAY) == first
    assert await table.store.daily(GUILD, TODAY + 1) is None
    assert await table.store.daily(ELSEWHERE, TODAY) is None


async def test_of_two_that_are_drawn_at_once_one_is_taken(table: Table) -> None:
    taken = await asyncio.gather(*(take_daily(table, nth) for nth in range(6)))
    assert len({each.number for each in taken}) == 1
    assert await table.store.daily(GUILD, TODAY) == taken[0]


async def test_a_puzzle_that_the_server_has_had_is_taken_only_if_need_be(table: Table) -> None:
    await table.store.take_puzzles(GUILD, puzzles()[1:2])
    first = await take_daily(table, 0)
    for known in puzzles()[:2]:
        assert await table.store.take_daily(GUILD, TODAY + 1, known) is None
    repeated = await table.store.take_daily(GUILD, TODAY + 1, puzzles()[0], repeated=True)
    assert repeated
    assert (repeated.day, repeated.stored) == (TODAY + 1, first.stored)
    # In another server it is new.
    assert await table.store.take_daily(ELSEWHERE, TODAY, puzzles()[0])


async def test_a_repeated_puzzle_is_answered_already(table: Table) -> None:
    """Nobody gets a second try, nor loses a streak by it."""
    number = (await take_daily(table)).number
    found = await decide(table, number)
    table.now = Instant(MIDNIGHT + DAY)
    await table.store.take_daily(GUILD, TODAY + 1, puzzles()[0], repeated=True)
    assert (await table.store.puzzle_attempt(GUILD, ANA, number)) == found
    assert await table.store.streak(GUILD, ANA, table.now) == 2
    # Its results are those of the day alone.
    await decide(table, number, squares="w", player=BO)
    assert await table.store.daily_results(GUILD, TODAY + 1) == DailyResults((), 1, 0)


async def test_a_pooled_puzzle_of_a_day_leaves_the_pool(table: Table) -> None:
    await table.store.take_puzzles(GUILD, puzzles()[:1])
    found = await given(table)
    await table.store.take_daily(GUILD, TODAY, puzzles()[0], repeated=True)
    # Ana has been given it before, but others may have told her the answer by now.
    for player in (ANA, BO):
        assert await table.store.next_puzzle(GUILD, player) is None
    assert (await decide(table, found.number)).gain is None
    assert (await table.store.solver(GUILD, ANA)).rating == Rating()
    assert await table.store.streak(GUILD, ANA, table.now) == 1


async def test_a_pooled_puzzle_of_another_day_is_not_rated_either(table: Table) -> None:
    await table.store.take_puzzles(GUILD, puzzles()[:2])
    found = await given(table)
    await table.store.take_daily(GUILD, TODAY - 1, found.attempt.puzzle, repeated=True)
    with pytest.raises(PuzzleNotOpen):
        await decide(table, found.number)
    other = await given(table)
    assert other.number != found.number
    assert (await decide(table, other.number)).gain


async def test_a_pooled_puzzle_that_was_begun_is_finished(table: Table) -> None:
    await table.store.take_puzzles(GUILD, puzzles())
    found = await decide(table, (await given(table)).number)
    assert not found.attempt.over
    await table.store.take_daily(GUILD, TODAY, found.attempt.puzzle, repeated=True)
    assert await given(table) == found


async def test_days_are_counted_from_the_first_puzzle_of_a_day(table: Table) -> None:
    assert (await take_daily(table, 0)).nth == 1
    assert (await take_daily(table, 1, TODAY + 7)).nth == 8
    # Somebody whose clock is behind may be the second to ask.
    assert (await take_daily(table, 2, TODAY - 1)).nth == 1
    first = await table.store.daily(GUILD, TODAY)
    assert first
    assert first.nth == 2


async def test_which_day_a_puzzle_belongs_to(table: Table) -> None:
    await table.store.take_puzzles(GUILD, puzzles()[1:2])
    daily = await take_daily(table)
    pooled = await given(table)
    assert await table.store.daily_with(GUILD, daily.number) == daily
    assert await table.store.daily_with(GUILD, pooled.number) is None
    assert await table.store.daily_with(ELSEWHERE, daily.number) is None
    again = await table.store.take_daily(GUILD, TODAY + 1, puzzles()[0], repeated=True)
    assert await table.store.daily_with(GUILD, daily.number) == again


async def test_the_secret_is_made_once(table: Table) -> None:
    found = await asyncio.gather(*(table.store.puzzle_secret() for _ in range(5)))
    assert len({*found}) == 1
    assert len(found[0]) == 32
    assert await table.store.puzzle_secret() == found[0]


class TestWhichDay:
    async def test_today_also_if_it_is_answered(self, table: Table) -> None:
        assert await table.store.daily_day(GUILD, ANA, table.now) == TODAY
        await decide(table, (await take_daily(table)).number)
        assert await table.store.daily_day(GUILD, ANA, table.now) == TODAY
        assert await table.store.daily_day(GUILD, ANA, Instant(MIDNIGHT + DAY)) == TODAY + 1

    async def test_by_the_players_offset(self, table: Table) -> None:
        assert await table.store.days(GUILD, ANA) == Days()
        noon = Instant(MIDNIGHT + 12 * HOUR)
        assert await table.store.move_days(GUILD, ANA, 720, noon) == Days(720, 0, TODAY)
        assert await table.store.days(GUILD, ANA) == Days(720, 0, TODAY)
        assert await table.store.days(GUILD, BO) == await table.store.days(ELSEWHERE, ANA) == Days()
        assert (await table.store.solver(GUILD, ANA)).days == Days(720, 0, TODAY)

    async def test_the_old_one_first_after_a_change(self, table: Table) -> None:
        """A change of the offset takes no puzzle away, and gives none twice."""
        noon = Instant(MIDNIGHT + 12 * HOUR)
        await table.store.move_days(GUILD, ANA, 720, noon)
        table.now = noon
        answered = []
        for nth in range(2):
            day = await table.store.daily_day(GUILD, ANA, noon)
            answered.append(day)
            await decide(table, (await take_daily(table, nth, day)).number)
        assert answered == [TODAY, TODAY + 1]
        for offset in (-720, 0, 840, 720):
            await table.store.move_days(GUILD, ANA, offset, noon)
            day = await table.store.daily_day(GUILD, ANA, noon)
            daily = await table.store.daily(GUILD, day)
            if daily:
                had = await table.store.puzzle_attempt(GUILD, ANA, daily.number)
                assert had.attempt.decisions
            else:
                assert day == TODAY - 1  # 12 hours to the west it is still yesterday
                assert offset == -720


class TestResults:
    async def test_who_made_no_mistake_is_named(self, table: Table) -> None:
        number = (await take_daily(table)).number
        tries = ((ANA, "rwrr"), (BO, "rrrr"), (CY, "wwww"), (DI, "rrrr"))
        expected = {}
        for player, squares in tries:
            found = await decide(table, number, squares=squares, player=player)
            assert found.attempt.over
            expected[player] = DailyResult(player, found.attempt.squares)
            table.wait(Span(1))
        best = tuple(expected[each] for each in (BO, DI))
        results = await table.store.daily_results(GUILD, TODAY)
        assert results == DailyResults(best, tried=4, solved=3, faultless=2)
        results = await table.store.daily_results(GUILD, TODAY, most=1)
        assert results == DailyResults(best[:1], tried=4, solved=3, faultless=2)

    async def test_who_is_still_at_it_is_only_counted(self, table: Table) -> None:
        number = (await take_daily(table)).number
        assert not (await decide(table, number)).attempt.over
        assert await table.store.daily_results(GUILD, TODAY) == DailyResults((), 1, 1)

    async def test_blocked_players_are_left_out(self, table: Table) -> None:
        number = (await take_daily(table)).number
        for player in (ANA, BO):
            await decide(table, number, squares="rrrr", player=player)
        await table.store.block(ELSEWHERE, BO, blocked=True)
        assert (await table.store.daily_results(GUILD, TODAY)).tried == 2
        await table.store.block(GUILD, ANA, blocked=True)
        results = await table.store.daily_results(GUILD, TODAY)
        assert [each.player for each in results.best] == [BO]
        assert (results.tried, results.solved, results.faultless) == (1, 1, 1)

    async def test_there_are_none(self, table: Table) -> None:
        assert await table.store.daily_results(GUILD, TODAY) == DailyResults()
        await take_daily(table)
        assert await table.store.daily_results(GUILD, TODAY) == DailyResults()
