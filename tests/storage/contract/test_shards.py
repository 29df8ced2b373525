"""The contract: each shard has its own servers, clocks and beats."""

import pytest

from engine.duel import Finished, First, Playing, Terms
from engine.ids import Instant, Span
from engine.opponents.levels import Level
from storage.ids import GuildId, MessageId, direct_messages
from storage.match import Board, Step
from storage.people import HouseRules
from storage.shards import ONLY, Shard
from storage.store import Store
from tests.storage.builders import (
    ANA,
    BO,
    BOT,
    CHANNEL,
    CY,
    DAY,
    DI,
    DIVISOR,
    MINUTE,
    POSTING,
    START,
    Table,
)

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


async def test_direct_messages_are_on_the_first_shard(store: Store) -> None:
    """Discord sends them there, whoever the player is: so do their lists, clocks and beats."""
    for player in (ANA, BO, CY, DI):
        table = Table(store, direct_messages(player))
        assert [Shard(number, 4).has(table.guild) for number in range(4)] == [True, *[False] * 3]
        asked = Terms(player, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
        await store.practise(table.call(player), asked, POSTING, private=True)
        assert table.guild in await store.servers(FIRST)
    assert await store.servers(SECOND) == ()
    assert await store.next_due(SECOND) is None
    # The second one is cut off for a minute.
    for shard in (FIRST, SECOND):
        await store.beat(START, shard)
    now = Instant(START + MINUTE)
    await store.beat(now, FIRST)
    assert await store.give_time_back(now, SECOND) == 0
    assert await store.next_due(FIRST) == START + DAY
    assert len((await store.ring(Instant(START + DAY), shard=FIRST)).ended) == 4


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


async def test_what_was_not_shown_is_found_by_its_own_shard(near: Table, far: Table) -> None:
    store = near.store
    shown, unshown = await near.show(await near.start()), await far.start()
    late = Step(FAR, unshown.id, 1)
    assert await store.behind() == await store.behind(SECOND) == {late}
    assert await store.behind(FIRST) == frozenset()
    await near.play(shown, "6")
    assert await store.behind() == {late, Step(NEAR, shown.id, 2)}
    assert await store.behind(most=1) < await store.behind()
    await store.posted(FAR, unshown.id, Board(CHANNEL, MessageId(5), 1))
    assert await store.behind(SECOND) == frozenset()
