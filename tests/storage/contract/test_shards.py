"""The contract: each shard has its own servers, clocks and beats."""

import pytest

from engine.duel import Finished, Playing
from engine.ids import Instant, Span
from storage.ids import GuildId
from storage.people import HouseRules
from storage.shards import ONLY, Shard
from storage.store import Store
from tests.storage.builders import ANA, DAY, MINUTE, START, Table

# Servers on the first and on the second of two shards.
NEAR, FAR = GuildId(6 << 22), GuildId((7 << 22) + 5)
FIRST, SECOND = Shard(0, 2), Shard(1, 2)


@pytest.fixture
def near(store: Store) -> Table:
    return Table(store, NEAR)


@pytest.fixture
def far(near: Table) -> Table:
    return Table(near.store, FAR)


async def deadline(table: Table) -> int:
    (match,) = await table.store.open_in(table.guild)
    assert isinstance(match.duel, Playing)
    return match.duel.deadline


def test_a_server_is_on_one_shard() -> None:
    for count in (1, 2, 3, 16, 1000):
        for guild in (NEAR, FAR, GuildId(2**63 - 1)):
            shards = [Shard(number, count) for number in range(count)]
            assert [each.has(guild) for each in shards].count(True) == 1


async def test_servers_are_listed_by_shard(store: Store) -> None:
    await store.rule_house(NEAR, HouseRules())
    await store.block(FAR, ANA, blocked=True)
    assert [await store.servers(each) for each in (FIRST, SECOND)] == [(NEAR,), (FAR,)]
    assert await store.servers() == (NEAR, FAR)


async def test_what_is_due_is_due_on_its_own_shard(near: Table, far: Table) -> None:
    store = near.store
    await near.show(await near.start())
    far.wait(MINUTE)
    await far.show(await far.start())
    reminder = START + DAY - DAY // 4
    assert await store.next_due(FIRST) == await store.next_due(ONLY) == reminder
    assert await store.next_due(SECOND) == reminder + MINUTE
    assert [await store.open_duels(each) for each in (FIRST, SECOND, ONLY)] == [
        {"offered": 0, "playing": 1},
        {"offered": 0, "playing": 1},
        {"offered": 0, "playing": 2},
    ]
    late = Instant(START + 2 * DAY)
    ended = await store.ring(late, shard=SECOND)
    assert [each.guild for each in ended.ended] == [FAR]
    assert not await store.ring(late, shard=SECOND)
    assert await store.next_due(SECOND) is None
    assert [each.guild for each in (await store.ring(late, shard=FIRST)).ended] == [NEAR]


async def test_time_is_given_back_where_the_shard_was_away(near: Table, far: Table) -> None:
    store = near.store
    for table in (near, far):
        await table.show(await table.start())
        await store.beat(START, FIRST)
        await store.beat(START, SECOND)
    # The second one is cut off for an hour.
    hour = Span(60 * MINUTE)
    now = Instant(START + hour)
    await store.beat(now, FIRST)
    assert await store.give_time_back(now, SECOND) == hour
    assert [await deadline(each) - START - DAY for each in (near, far)] == [0, hour]
    assert await store.give_time_back(now, FIRST) == 0
    assert await store.give_time_back(now, SECOND) == 0


@pytest.mark.parametrize("after", [ONLY, Shard(1, 3), Shard(3, 4)])
async def test_no_time_is_lost_when_there_are_more_or_fewer_shards(
    near: Table, far: Table, after: Shard
) -> None:
    """The latest beat of any shard that had the server counts."""
    store = near.store
    await far.show(await far.start())
    assert after.has(FAR)
    for at, shard in ((START - DAY, after), (START, FIRST), (START + MINUTE, SECOND)):
        await store.beat(Instant(at), shard)
    assert await store.give_time_back(Instant(START + 3 * MINUTE), after) == 2 * MINUTE
    assert await deadline(far) == START + DAY + 2 * MINUTE


async def test_time_that_was_given_is_not_given_again_without_a_beat(far: Table) -> None:
    """Two processes have the shard for a moment, or one was killed while it gave time back."""
    store = far.store
    await far.show(await far.start())
    await store.beat(START, SECOND)
    now = Instant(START + MINUTE)
    assert await store.give_time_back(now, SECOND) == MINUTE
    # In other numbers the shard has never had a beat.
    assert await store.give_time_back(now, ONLY) == 0
    assert await store.give_time_back(Instant(now + 1), Shard(3, 4)) == 1
    assert await deadline(far) == START + DAY + MINUTE + 1


async def test_standings_wait_on_their_own_shard(near: Table, far: Table) -> None:
    store = near.store
    for table in (near, far):
        await store.rule_house(table.guild, HouseRules(rated_a_day=1000))
        first = await table.rate()
        for _ in range(60):
            assert isinstance((await table.rate()).duel, Finished)
        if table is far:
            await store.void(table.call(ANA), first.id)
    assert [await store.recalculating(each) for each in (FIRST, SECOND)] == [(), (FAR,)]
    while await store.recalculate_some(FAR):
        pass
    assert await store.recalculating() == ()
