"""The contract: the post about the puzzle of the day, which a server gets once a day."""

import asyncio

from engine.durations import HOUR, MINUTE
from engine.ids import Instant, Span
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from storage.puzzles import DailyPost
from storage.shards import Shard
from tests.storage.builders import CHANNEL, DAY, ELSEWHERE, GUILD, Table
from tests.storage.puzzle_builders import MIDNIGHT, TODAY

POST = DailyPost(GUILD, CHANNEL)
OTHER = DailyPost(ELSEWHERE, ChannelId(7))
BOTH = (POST, OTHER)
# For how long a post may be sent again.
WITHIN = Span(2 * MINUTE)
NOON = Instant(MIDNIGHT + 12 * HOUR)


async def wanted(table: Table) -> None:
    for each in BOTH:
        await table.store.choose_daily_channel(each.guild, each.channel)


async def begin(table: Table, day: int = TODAY, now: int = NOON, post: DailyPost = POST) -> bool:
    return await table.store.begin_daily_post(post, day, Instant(now), WITHIN)


async def test_servers_get_it_once_a_day_where_they_want_it(table: Table) -> None:
    store = table.store
    assert await store.dailies_to_post(TODAY) == ()
    await wanted(table)
    await store.rule_house(GuildId(9 << 22), HouseRules())
    assert await store.dailies_to_post(TODAY) == BOTH
    await store.daily_posted(GUILD, TODAY)
    assert await store.dailies_to_post(TODAY) == BOTH[1:]
    assert await store.dailies_to_post(TODAY + 1) == BOTH
    # A clock that is set back, and a late note.
    assert await store.dailies_to_post(TODAY - 1) == BOTH[1:]
    await store.daily_posted(GUILD, TODAY - 1)
    assert await store.dailies_to_post(TODAY) == BOTH[1:]


async def test_a_page_of_a_shard(table: Table) -> None:
    store = table.store
    await wanted(table)
    assert await store.dailies_to_post(TODAY, most=1) == BOTH[:1]
    assert await store.dailies_to_post(TODAY, after=GUILD) == BOTH[1:]
    assert await store.dailies_to_post(TODAY, after=ELSEWHERE) == ()
    shards = [await store.dailies_to_post(TODAY, Shard(nth, 2)) for nth in range(2)]
    assert {*sum(shards, ())} == {*BOTH}
    assert len(sum(shards, ())) == 2


async def test_the_channel_is_one_of_the_rules(table: Table) -> None:
    store, before = table.store, HouseRules(rated_a_day=3)
    await store.rule_house(GUILD, before)
    rules = HouseRules(rated_a_day=3, daily_channel=CHANNEL)
    assert await store.choose_daily_channel(GUILD, CHANNEL) == rules
    assert await store.house_rules(GUILD) == rules
    assert await store.choose_daily_channel(GUILD, None) == before
    assert await store.house_rules(GUILD) == before
    assert await store.dailies_to_post(TODAY) == ()


async def test_another_channel_is_no_second_post(table: Table) -> None:
    await wanted(table)
    await table.store.daily_posted(GUILD, TODAY)
    await table.store.choose_daily_channel(GUILD, None)
    await table.store.choose_daily_channel(GUILD, ChannelId(8))
    assert await table.store.dailies_to_post(TODAY) == BOTH[1:]
    elsewhere = DailyPost(GUILD, ChannelId(8))
    assert not await begin(table, post=elsewhere)
    assert await table.store.dailies_to_post(TODAY + 1) == (elsewhere, OTHER)
    assert await begin(table, TODAY + 1, NOON + DAY, elsewhere)


class TestCrash:
    """A process begins a post, and crashes before it has noted that it was sent."""

    async def test_it_is_sent_again_while_its_nonce_is_known(self, table: Table) -> None:
        await wanted(table)
        for wait in (0, WITHIN, -WITHIN):
            assert await begin(table, now=NOON + wait)
        assert POST in await table.store.dailies_to_post(TODAY)

    async def test_and_not_later_that_day(self, table: Table) -> None:
        await wanted(table)
        assert await begin(table)
        assert not await begin(table, now=NOON + WITHIN + 1)
        assert POST not in await table.store.dailies_to_post(TODAY)
        assert not await begin(table, now=NOON + 1)

    async def test_nor_from_its_last_try_on(self, table: Table) -> None:
        await wanted(table)
        assert await begin(table)
        assert await begin(table, now=NOON + WITHIN)
        assert not await begin(table, now=NOON + 2 * WITHIN)

    async def test_the_next_day_has_its_own(self, table: Table) -> None:
        await wanted(table)
        assert await begin(table, now=MIDNIGHT + DAY - 1)
        assert await begin(table, TODAY + 1, MIDNIGHT + DAY)
        assert not await begin(table, TODAY + 1, MIDNIGHT + DAY + WITHIN + 1)

    async def test_a_clock_that_is_set_back_posts_no_earlier_day(self, table: Table) -> None:
        await wanted(table)
        assert await begin(table, TODAY + 1, MIDNIGHT + DAY)
        assert not await begin(table, TODAY, NOON)
        # What is right again knows what was begun.
        assert not await begin(table, TODAY + 1, MIDNIGHT + DAY + WITHIN + 1)

    async def test_what_discord_has_not_taken_is_sent_later(self, table: Table) -> None:
        await wanted(table)
        assert await begin(table)
        await table.store.daily_not_posted(GUILD, TODAY)
        assert await begin(table, now=NOON + HOUR)
        await table.store.daily_posted(GUILD, TODAY)
        # A late word about it changes nothing.
        await table.store.daily_not_posted(GUILD, TODAY)
        assert not await begin(table, now=NOON + HOUR)

    async def test_one_that_is_no_longer_wanted_is_not_sent(self, table: Table) -> None:
        await wanted(table)
        await table.store.choose_daily_channel(GUILD, None)
        assert not await begin(table)
        assert not await begin(table, post=DailyPost(GuildId(9 << 22), CHANNEL))
        await table.store.choose_daily_channel(GUILD, ChannelId(8))
        assert not await begin(table)
        assert await begin(table, post=DailyPost(GUILD, ChannelId(8)))

    async def test_two_processes_at_once(self, table: Table) -> None:
        """Both may send it, with the same nonce. What one of them has noted, the other sees."""
        await wanted(table)
        assert all(await asyncio.gather(begin(table), begin(table, now=NOON + 1)))
        await table.store.daily_posted(GUILD, TODAY)
        assert not await begin(table)


class TestUntried:
    async def test_it_is_noted_with_the_post(self, table: Table) -> None:
        store = table.store
        await wanted(table)
        assert await store.daily_untried(GUILD) == 0
        await store.daily_posted(GUILD, TODAY, untried=3)
        assert await store.daily_untried(GUILD) == 3
        assert await store.daily_untried(ELSEWHERE) == 0
        (post, _) = await store.dailies_to_post(TODAY + 1)
        assert post == DailyPost(GUILD, CHANNEL, untried=3)
        await store.daily_posted(GUILD, TODAY, untried=7)
        assert await store.daily_untried(GUILD) == 3

    async def test_a_post_that_may_have_been_sent_keeps_it(self, table: Table) -> None:
        await wanted(table)
        post = DailyPost(GUILD, CHANNEL, untried=3)
        await begin(table, post=post)
        await begin(table, post=post, now=NOON + HOUR)
        assert await table.store.daily_untried(GUILD) == 3

    async def test_to_choose_a_channel_begins_anew(self, table: Table) -> None:
        await wanted(table)
        await table.store.daily_posted(GUILD, TODAY, untried=9)
        await table.store.choose_daily_channel(GUILD, CHANNEL)
        assert await table.store.daily_untried(GUILD) == 0

    async def test_where_nothing_is_stored(self, table: Table) -> None:
        assert await table.store.daily_untried(GuildId(9 << 22)) == 0
