"""Discord's limits on how often sessions begin, by a clock that stands still."""

import asyncio
from dataclasses import replace

from structlog.testing import capture_logs

from bot.host.identify_limit import IdentifyLimit
from bot.host.login import Gateway
from storage.leases import GAP, OnlyProcess

GATEWAY = Gateway(shards=4, total=1000, remaining=1000, reset_after=0, at_once=1)
HOUR = 3600.0


class Clock:
    """Time goes by in sleep alone. Everybody who sleeps is woken in turn."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def limit(self, gateway: Gateway) -> IdentifyLimit:
        return IdentifyLimit(gateway, OnlyProcess(self.time), self.time, self.sleep)

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


async def begins(gateway: Gateway, *shards: int) -> list[float]:
    """Return after how many seconds each of these shards may begin, if all ask at once."""
    clock = Clock()
    limit = clock.limit(gateway)

    async def begin(shard: int) -> float:
        await limit.turn(shard)
        return clock.now - 100

    tasks = [asyncio.create_task(begin(each)) for each in shards]
    return [await each for each in tasks]


async def test_one_shard_begins_every_five_seconds() -> None:
    assert await begins(GATEWAY, 0, 1, 2) == [0, GAP, 2 * GAP]
    assert GAP > 5


async def test_large_bots_have_several_buckets() -> None:
    gateway = replace(GATEWAY, at_once=2)
    assert await begins(gateway, 0, 1, 2, 3, 4) == [0, 0, GAP, GAP, 2 * GAP]


async def test_a_session_that_begins_anew_waits_for_its_turn_too() -> None:
    clock = Clock()
    limit = clock.limit(GATEWAY)
    await limit.turn(0)
    clock.now += 2
    await limit.turn(0)
    assert clock.slept == [GAP - 2]
    clock.now += HOUR
    await limit.turn(0)
    assert len(clock.slept) == 1


async def test_with_too_few_sessions_left_it_waits_until_all_are_back() -> None:
    clock = Clock()
    gateway = replace(GATEWAY, remaining=3, reset_after=3_600_000)
    limit = clock.limit(gateway)
    await limit.room_for(3)
    assert clock.slept == []
    with capture_logs() as lines:
        await limit.room_for(4)
    assert clock.slept == [HOUR]
    (line,) = lines
    assert (line["log_level"], line["left"], line["needed"]) == ("warning", 3, 4)
    assert line["reset_in_seconds"] == HOUR


async def test_each_turn_takes_a_session_of_the_day() -> None:
    clock = Clock()
    gateway = replace(GATEWAY, total=2, remaining=2, reset_after=3_600_000, at_once=8)
    limit = clock.limit(gateway)
    await limit.turn(0)
    await limit.turn(1)
    await limit.turn(2)
    await limit.turn(3)
    assert clock.slept == [HOUR]
    await limit.turn(4)
    assert clock.slept == [HOUR, 24 * HOUR]


async def test_a_bot_with_more_shards_than_sessions_a_day_begins_with_all_of_a_day() -> None:
    clock = Clock()
    limit = clock.limit(replace(GATEWAY, total=3, remaining=3))
    await limit.room_for(4)
    assert clock.slept == []
