"""What two shards have in common, when the number of shards changes."""

from hypothesis import given
from hypothesis import strategies as st

from storage.ids import GuildId
from storage.shards import BELOW_THE_TIME, ONLY, Shard

shards = st.integers(1, 12).flatmap(
    lambda count: st.builds(Shard, st.integers(0, count - 1), st.just(count))
)
# Which servers a shard has repeats after as many of them.
GUILDS = [GuildId(time << BELOW_THE_TIME) for time in range(12 * 11)]


@given(shards, shards)
def test_it_has_the_servers_that_both_have(one: Shard, other: Shard) -> None:
    common = one.common(other)
    both = [each for each in GUILDS if one.has(each) and other.has(each)]
    assert both == [each for each in GUILDS if common and common.has(each)]
    assert (common is None) is (both == [])


@given(shards, shards)
def test_a_shard_is_within_another_that_has_all_of_its_servers(one: Shard, other: Shard) -> None:
    everything = all(other.has(each) for each in GUILDS if one.has(each))
    assert one.within(other) is everything
    assert one.within(ONLY)
