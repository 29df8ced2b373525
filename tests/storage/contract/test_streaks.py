"""The contract: streaks, and the days on which the bot was away."""

import pytest

from engine.durations import DAY, HOUR, MINUTE
from engine.ids import Instant, PlayerId, Span
from storage.ids import GuildId, direct_messages
from storage.shards import BELOW_THE_TIME, ONLY, Shard
from tests.storage.builders import ANA, BO, GUILD, Table
from tests.storage.databases import Database
from tests.storage.puzzle_builders import MIDNIGHT, TODAY, decide, take_daily

EVEN, ODD = GuildId(1000 << BELOW_THE_TIME), GuildId(1001 << BELOW_THE_TIME)


def at(day: int, minutes: int = 12 * 60) -> Instant:
    """A moment of a day, counted from today."""
    return Instant(MIDNIGHT + day * DAY + minutes * MINUTE)


async def answer(table: Table, *days: int, player: PlayerId = ANA) -> None:
    for day in days:
        table.now = at(day)
        daily = await take_daily(table, nth=day % 6, day=TODAY + day)
        await decide(table, daily.number, player=player)


async def away(table: Table, begun: Instant, ended: Instant, shard: Shard = ONLY) -> None:
    await table.store.beat(begun, shard)
    await table.store.give_time_back(ended, shard)


async def test_days_in_a_row(table: Table) -> None:
    streak = table.store.streak
    assert await streak(GUILD, ANA, table.now) == 0
    await answer(table, 0, 1, 2)
    assert [await streak(GUILD, ANA, at(day)) for day in (2, 3, 4)] == [3, 3, 0]
    assert await streak(GUILD, BO, at(2)) == 0
    await answer(table, 4)
    assert await streak(GUILD, ANA, at(4)) == 1


async def test_a_wrong_answer_is_an_answer(table: Table) -> None:
    await decide(table, (await take_daily(table)).number, squares="w")
    assert await table.store.streak(GUILD, ANA, at(0)) == 1


@pytest.mark.parametrize(("minutes", "expected"), [(4, 1), (5, 2), (24 * 60, 2), (3 * 24 * 60, 2)])
async def test_a_day_without_the_bot_breaks_nothing(
    table: Table, minutes: int, expected: int
) -> None:
    """From the morning of the day on; nobody had played on the others."""
    await answer(table, 0)
    await away(table, at(1, 60), at(1, 60 + minutes))
    days = 1 + minutes // (24 * 60)
    daily = await take_daily(table, nth=4, day=TODAY + 1 + days)
    table.now = at(1 + days)
    await decide(table, daily.number)
    assert await table.store.streak(GUILD, ANA, table.now) == expected


async def test_an_outage_is_that_of_the_players_day(table: Table) -> None:
    """From 0:00 to 0:10 in London it is evening in New York."""
    await answer(table, 0, 2)
    await away(table, at(1, 0), at(1, 10))
    assert await table.store.streak(GUILD, ANA, at(2)) == 2
    await table.store.move_days(GUILD, ANA, -5 * 60, at(2))
    assert await table.store.streak(GUILD, ANA, at(2)) == 1


async def test_a_bot_that_stops_beating_was_away_without_a_restart_too(table: Table) -> None:
    """The machine was asleep."""
    await answer(table, 0, 2)
    await table.store.beat(at(1, 60))
    await table.store.beat(at(1, 70))
    assert await table.store.streak(GUILD, ANA, at(2)) == 2


async def test_a_bot_that_beats_was_not_away(table: Table) -> None:
    await answer(table, 0, 2)
    for minute in range(0, 60, 4):
        await table.store.beat(at(1, minute))
    # A clock that is set back is no outage either.
    await table.store.beat(at(1, 10))
    await table.store.beat(at(1, 60))
    assert await table.store.streak(GUILD, ANA, at(2)) == 1


async def test_a_clock_that_was_ahead_excuses_nothing(table: Table, kept_in: Database) -> None:
    """For a moment it was ten years later."""
    await answer(table, 0, 2)
    for moment in (at(1, 60), at(3650)):
        await table.store.beat(moment)
    assert await table.store.streak(GUILD, ANA, at(2)) == 1
    await table.store.beat(at(1, 61))
    assert await table.store.streak(GUILD, ANA, at(2)) == 1
    assert kept_in.ask("SELECT * FROM outage") == []
    # The next outage is noted again.
    await table.store.beat(at(1, 70))
    assert await table.store.streak(GUILD, ANA, at(2)) == 2


async def test_a_clock_that_was_behind_forgets_no_outage(table: Table) -> None:
    await answer(table, 0, 2)
    await away(table, at(1, 60), at(1, 70))
    await table.store.beat(Instant(5_000))  # 1970: a machine that hasn't got the time yet
    await table.store.beat(at(1, 71))
    assert await table.store.streak(GUILD, ANA, at(2)) == 2


async def test_the_first_start_is_no_outage(table: Table) -> None:
    await answer(table, 0, 2)
    await table.store.give_time_back(at(1))
    assert await table.store.streak(GUILD, ANA, at(2)) == 1


async def test_an_outage_is_that_of_a_shard(table: Table) -> None:
    for guild in (EVEN, ODD):
        await answer(Table(table.store, guild), 0, 2)
    even, odd = Shard(0, 2), Shard(1, 2)
    for shard in (even, odd):
        await table.store.beat(at(1, 0), shard)
    await table.store.beat(at(1, 4), odd)
    await table.store.give_time_back(at(1, 6), even)
    await table.store.give_time_back(at(1, 6), odd)
    assert await table.store.streak(EVEN, ANA, at(2)) == 2
    assert await table.store.streak(ODD, ANA, at(2)) == 1


async def test_direct_messages_had_no_bot_when_the_first_shard_had_none(table: Table) -> None:
    for player in (ANA, BO):
        mine = Table(table.store, direct_messages(player))
        await mine.store.daily_day(mine.guild, player, at(0))
        await answer(mine, 0, 2, player=player)
    for nth in range(4):
        await away(table, at(1, 60), at(1, 70 if nth == 0 else 61), Shard(nth, 4))
    for player in (ANA, BO):
        assert await table.store.streak(direct_messages(player), player, at(2)) == 2


async def test_the_number_of_shards_may_have_changed_meanwhile(table: Table) -> None:
    """One of two shards stopped earlier than the other, and now there is one for all servers; a
    year ago there was one, too."""
    for guild in (EVEN, ODD):
        await answer(Table(table.store, guild), 0, 2)
    await table.store.beat(at(-400))
    for shard in (Shard(0, 2), Shard(1, 2)):
        await table.store.beat(at(1, 0), shard)
    for minutes in (4, 8):
        await table.store.beat(at(1, minutes), Shard(1, 2))
    await table.store.give_time_back(at(1, 10))
    assert await table.store.streak(EVEN, ANA, at(2)) == 2
    assert await table.store.streak(ODD, ANA, at(2)) == 1


async def test_short_stops_of_some_servers_do_not_add_up(table: Table) -> None:
    """They are stored where other servers of the new shard had no bot for longer."""
    await answer(Table(table.store, ODD), 0, 2)
    for begun in (60, 120):
        for minutes, shard in ((0, 0), (0, 1), (4, 1), (6, 1)):
            await table.store.beat(at(1, begun + minutes), Shard(shard, 2))
        for minutes in range(9, 60, 4):
            await table.store.beat(at(1, begun + minutes))
    assert await table.store.streak(ODD, ANA, at(2)) == 1


async def test_regular_beats_leave_nothing(table: Table, kept_in: Database) -> None:
    """Nor does a number of shards that is long gone."""
    await table.store.beat(at(-30), Shard(1, 3))
    for minutes in range(60):
        await table.store.beat(at(0, minutes))
    ((first, begun),) = kept_in.ask("SELECT shards, begun FROM outage")
    assert (first, begun) == (3, at(-30))
    await table.store.beat(at(0, 70))
    found = kept_in.ask("SELECT shards, begun, ended FROM outage WHERE shards < 3")
    assert found == [(1, at(0, 59), at(0, 70))]
    assert kept_in.ask("SELECT count(*) FROM outage") == [(2,)]


async def test_more_shards_than_before(table: Table) -> None:
    for guild in (EVEN, ODD):
        await answer(Table(table.store, guild), 0, 2)
    await table.store.beat(at(1, 0))
    await table.store.give_time_back(at(1, 3), Shard(0, 2))
    await table.store.give_time_back(at(1, 9), Shard(1, 2))
    assert await table.store.streak(EVEN, ANA, at(2)) == 1
    assert await table.store.streak(ODD, ANA, at(2)) == 2


async def test_a_date_that_a_change_of_the_offset_leaves_open_breaks_nothing(table: Table) -> None:
    await answer(table, 0)
    late = at(1, 23 * 60)
    await table.store.move_days(GUILD, ANA, 14 * 60, late)
    # It is the day after for Ana, but her yesterday isn't over before midnight in London.
    assert await table.store.streak(GUILD, ANA, late) == 1
    assert await table.store.streak(GUILD, ANA, Instant(late + HOUR)) == 0


async def test_outages_of_a_year_are_kept_and_few_of_a_shard(table: Table) -> None:
    """A bot that stops every few minutes fills no disk: only the latest stops excuse a day."""
    await answer(table, 0, 2)
    await away(table, at(1, 60), at(1, 66))
    assert await table.store.streak(GUILD, ANA, at(2)) == 2
    table.now = at(3)
    for _ in range(200):
        begun = table.now
        table.wait(Span(6 * MINUTE))
        await away(table, begun, table.now)
    assert await table.store.streak(GUILD, ANA, at(2)) == 1


async def test_an_outage_is_forgotten_after_a_year(table: Table) -> None:
    await answer(table, 0, 2)
    await away(table, at(1, 60), at(1, 70))
    for minutes in range(70, 24 * 60, 4):
        await table.store.beat(at(1, minutes))
    await table.store.beat(at(2, 0))
    for day, expected in ((366, 2), (368, 1)):
        await table.store.beat(at(day))
        assert await table.store.streak(GUILD, ANA, at(2)) == expected
