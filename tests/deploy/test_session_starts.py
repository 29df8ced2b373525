"""How often a bot may begin a session: once in five seconds for each key, and so often in a day."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from deploy.sandbox.scale import Scale
from tests.deploy.gateway_client import INVALID_SESSION, GatewayClient
from tests.deploy.sandbox_client import ANA, Club, a_club, until

DAY = 24 * 3600


@pytest_asyncio.fixture(loop_scope="module")
async def club() -> AsyncIterator[Club]:
    async with a_club(limited=True, scale=Scale(shards=4, concurrency=2, sessions=5)) as club:
        yield club


async def starts(club: Club) -> dict[str, Any]:
    told: dict[str, Any] = (await club.ask("GET", "/gateway/bot")).body["session_start_limit"]
    return told


async def greeted(club: Club) -> GatewayClient:
    line = await club.line()
    await line.hear()
    return line


async def test_a_bot_learns_how_it_may_begin(club: Club) -> None:
    told = (await club.ask("GET", "/gateway/bot")).body
    assert told["shards"] == 4
    assert told["session_start_limit"] == {
        "total": 5,
        "remaining": 5,
        "reset_after": 0,
        "max_concurrency": 2,
    }


@pytest.mark.parametrize(("servers", "shards"), [(1, 1), (1_000, 1), (1_001, 2), (10_000, 10)])
def test_a_shard_is_recommended_for_each_thousand_servers(servers: int, shards: int) -> None:
    assert Scale(servers).recommended == shards
    assert Scale(servers, shards=7).recommended == 7


async def test_shards_of_one_key_begin_five_seconds_apart(club: Club) -> None:
    await club.shard(0, 4)
    # Of another key, so it needn't wait.
    await club.shard(1, 4)
    line = await greeted(club)
    await line.identify(shard=[2, 4])
    assert await line.hear() == {"op": INVALID_SESSION, "d": False, "s": None, "t": None}
    club.clock.wait(4.999)
    await line.identify(shard=[2, 4])
    assert (await line.hear())["op"] == INVALID_SESSION
    club.clock.wait(0.001)
    await line.identify(shard=[2, 4])
    assert (await line.event("READY"))["shard"] == [2, 4]


async def test_a_turned_away_shard_has_no_session(club: Club) -> None:
    await club.shard(0, 4)
    line = await greeted(club)
    await line.identify(shard=[0, 4])
    await line.hear()
    assert len((await club.page("GET", "gateway")).body["sessions"]) == 1
    await line.resume("unknown", 0)
    assert (await line.hear())["op"] == INVALID_SESSION


async def test_each_identify_counts_and_a_resume_does_not(club: Club) -> None:
    line = await club.shard(0, 4)
    told = await starts(club)
    assert (told["remaining"], told["reset_after"]) == (4, DAY * 1000)
    early = await greeted(club)
    await early.identify(shard=[0, 4])
    await early.hear()
    assert (await starts(club))["remaining"] == 3
    await line.socket.close(code=4000)
    back = await greeted(club)
    await back.resume(line.session, line.sequence)
    await back.event("RESUMED")
    club.clock.wait(60)
    told = await starts(club)
    assert (told["remaining"], told["reset_after"]) == (3, (DAY - 60) * 1000)
    club.clock.wait(DAY - 60)
    told = await starts(club)
    assert (told["remaining"], told["reset_after"]) == (5, 0)


@pytest.mark.parametrize("wrong", [{"token": "x"}, {"shard": [1, 1]}, {"intents": -1}])
async def test_what_is_no_identify_does_not_count(club: Club, wrong: Any) -> None:
    line = await greeted(club)
    await line.identify(**wrong)
    assert await line.closed()
    assert (await starts(club))["remaining"] == 5


async def test_a_bot_that_identifies_too_often_in_a_day_loses_all_sessions(club: Club) -> None:
    lines = []
    for index in range(5):
        lines.append(await club.shard(index % 4, 4))
        club.clock.wait(5)
    assert (await starts(club))["remaining"] == 0
    seat = await club.sit(ANA)
    sixth = await greeted(club)
    await sixth.identify(shard=[0, 4])
    assert [await each.closed() for each in (*lines, sixth)] == [4004] * 6
    assert (await seat.hear("bot"))["state"] == "offline"
    assert (await club.page("GET", "gateway")).body == {"sessions": []}
    # None of them can be resumed, and nothing begins until the day is over.
    back = await greeted(club)
    await back.resume(lines[0].session, lines[0].sequence)
    assert (await back.hear())["op"] == INVALID_SESSION
    await back.identify(shard=[0, 4])
    assert await back.closed() == 4004
    club.clock.wait(DAY)
    await club.shard(0, 4)
    await until(lambda: club.sandbox.state == "online")


async def test_without_limits_nobody_waits() -> None:
    async with a_club(limited=False) as club:
        for _ in range(3):
            await club.shard(0, 1)
        assert (await starts(club))["remaining"] == 997
