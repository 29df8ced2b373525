"""Shards: each hears of its own servers, and is disturbed alone."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio

from deploy.sandbox.gateway.connection import Session
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.gateway.shards import LARGEST, Shard
from deploy.sandbox.scale import Scale
from tests.deploy.gateway_client import (
    HEARTBEAT,
    INVALID_SESSION,
    RECONNECT,
    REQUEST_MEMBERS,
    GatewayClient,
)
from tests.deploy.sandbox_client import ANA, ANAS, DUELS, SERVER, Club, a_club, of_server, until

INTENTS = Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES
# By shard of two: a server of it. The first server is the first shard's.
SERVERS = [SERVER, of_server(1, SERVER)]
CHANNELS = [DUELS, of_server(1, DUELS)]


@pytest_asyncio.fixture(loop_scope="module")
async def club() -> AsyncIterator[Club]:
    async with a_club(scale=Scale(4)) as club:
        yield club


@pytest_asyncio.fixture(loop_scope="module")
async def shards(club: Club) -> list[GatewayClient]:
    return [await greeted(club, index, 2) for index in range(2)]


async def greeted(club: Club, index: int, count: int) -> GatewayClient:
    """A shard that has been told of its servers."""
    line = await club.shard(index, count, INTENTS)
    shard = Shard(index, count)
    for key in club.sandbox.world.servers.ids(shard):
        assert (await line.event("GUILD_CREATE"))["id"] == key
    return line


async def sessions(club: Club) -> Any:
    return (await club.page("GET", "gateway")).body["sessions"]


async def test_a_shard_is_told_of_its_servers_only(club: Club) -> None:
    for index in range(2):
        line = await club.shard(index, 2)
        told = [await line.event("GUILD_CREATE") for _ in range(2)]
        assert [each["id"] for each in told] == [SERVERS[index], of_server(index + 2, SERVER)]
        assert await line.is_quiet()


async def test_events_go_to_the_shard_of_their_server(
    club: Club, shards: list[GatewayClient]
) -> None:
    for index, line in enumerate(shards):
        await club.say(ANA, "hello", CHANNELS[index])
        assert (await line.event("MESSAGE_CREATE"))["guild_id"] == SERVERS[index]
        asked = await club.asked(line, place=CHANNELS[index])
        assert asked["guild_id"] == SERVERS[index]
    for line in shards:
        assert await line.is_quiet()


async def test_direct_messages_go_to_the_first_shard(
    club: Club, shards: list[GatewayClient]
) -> None:
    first, second = shards
    await club.say(ANA, "hello", ANAS)
    assert (await first.event("MESSAGE_CREATE"))["channel_id"] == ANAS
    asked = await club.asked(first, place=ANAS)
    assert "guild_id" not in asked
    assert await second.is_quiet()


async def test_a_shard_asks_for_members_of_its_own_servers(shards: list[GatewayClient]) -> None:
    first, second = shards
    for line in shards:
        await line.say(REQUEST_MEMBERS, {"guild_id": SERVERS[0], "user_ids": [ANA]})
        await line.say(31, {"guild_ids": SERVERS})
    assert (await first.event("GUILD_MEMBERS_CHUNK"))["guild_id"] == SERVERS[0]
    assert (await first.event("SOUNDBOARD_SOUNDS"))["guild_id"] == SERVERS[0]
    assert (await second.hear())["d"]["guild_id"] == SERVERS[1]
    for line in shards:
        assert await line.is_quiet()


async def test_a_shard_identified_twice_has_two_sessions(
    club: Club, shards: list[GatewayClient]
) -> None:
    first, second = shards
    twin, whole = await greeted(club, 0, 2), await greeted(club, 0, 1)
    asked = await club.asked(first)
    for line in (twin, whole):
        assert (await line.event("INTERACTION_CREATE"))["id"] == asked["id"]
    assert await second.is_quiet()
    await club.say(ANA, "there", CHANNELS[1])
    for line in (second, whole):
        assert (await line.event("MESSAGE_CREATE"))["guild_id"] == SERVERS[1]
    for line in (first, twin):
        assert await line.is_quiet()


async def test_a_shard_is_resumed_while_the_other_stays(
    club: Club, shards: list[GatewayClient]
) -> None:
    first, second = shards
    await first.socket.close(code=4000)
    await until(lambda: [each["connected"] for each in club.sandbox.gateway.told] == [False, True])
    assert club.sandbox.state == "online"
    await club.say(ANA, "missed", CHANNELS[0])
    await club.say(ANA, "heard", CHANNELS[1])
    assert (await second.event("MESSAGE_CREATE"))["content"] == ""
    back = await club.line()
    await back.hear()
    await back.resume(first.session, first.sequence)
    assert (await back.event("MESSAGE_CREATE"))["channel_id"] == CHANNELS[0]
    await back.event("RESUMED")
    assert await second.is_quiet()
    await club.say(ANA, "again", CHANNELS[0])
    await back.event("MESSAGE_CREATE")


async def test_every_session_is_listed(club: Club) -> None:
    assert await sessions(club) == []
    line = await club.line()
    await line.hear()
    properties = {"os": "linux", "browser": "one", "device": "one"}
    await line.identify(shard=[1, 2], properties=properties)
    await line.event("READY")
    other = await club.shard(0, 2)
    port = line.socket.get_extra_info("sockname")[1]
    told = {"session": line.session, "shard": [1, 2], "connected": True}
    first, second = await sessions(club)
    assert first == told | {"port": port, "properties": properties}
    assert (second["session"], second["shard"], second["properties"]) == (
        (other.session, [0, 2], {})
    )
    await line.socket.close(code=4000)
    await until(lambda: not club.sandbox.gateway.told[0]["connected"])
    gone = {"connected": False, "port": None, "properties": properties}
    assert (await sessions(club))[0] == told | gone
    await other.socket.close(code=1000)
    await until(lambda: len(club.sandbox.gateway.told) == 1)


async def test_a_cut_hits_one_shard(club: Club, shards: list[GatewayClient]) -> None:
    first, second = shards
    assert (await club.page("POST", "gateway/drop", json={"shard": [1, 2]})).body == {}
    with suppress(AssertionError):
        assert not await second.is_quiet()
    assert second.socket.close_code == 1006
    assert await first.is_quiet()


async def test_one_shard_is_told_to_reconnect(club: Club, shards: list[GatewayClient]) -> None:
    first, second = shards
    await club.page("POST", "gateway/reconnect", json={"shard": [0, 2]})
    assert (await first.hear())["op"] == RECONNECT
    assert await second.is_quiet()


async def test_one_shard_is_forgotten(club: Club, shards: list[GatewayClient]) -> None:
    first, second = shards
    await club.page("POST", "gateway/invalidate", json={"shard": [0, 2]})
    assert (await first.hear())["op"] == INVALID_SESSION
    assert await second.is_quiet()
    assert [each["shard"] for each in await sessions(club)] == [[1, 2]]
    await first.identify(shard=[0, 2])
    await first.event("READY")


async def test_a_disturbance_without_a_shard_hits_all(
    club: Club, shards: list[GatewayClient]
) -> None:
    await club.page("POST", "gateway/reconnect", json={})
    for line in shards:
        assert (await line.hear())["op"] == RECONNECT


@pytest.mark.parametrize("shard", [0, [2, 2], ["0", 1], {}])
async def test_a_disturbance_names_a_shard_that_there_can_be(club: Club, shard: Any) -> None:
    says = (400, "shard is [index, count]")
    assert (await club.page("POST", "gateway/drop", json={"shard": shard})).why == says
    assert (await club.set("lose", shard=shard)).why == says


async def test_an_interaction_comes_twice_to_one_shard(
    club: Club, shards: list[GatewayClient]
) -> None:
    fault = (await club.set("duplicate", on="interactions", times=2, shard=[1, 2])).body
    assert fault["shard"] == [1, 2]
    first, second = shards
    await club.asked(first, place=CHANNELS[0])
    assert await first.is_quiet()
    asked = await club.asked(second, place=CHANNELS[1])
    assert (await second.event("INTERACTION_CREATE"))["id"] == asked["id"]
    (left,) = (await club.page("GET", "faults")).body["set"]
    assert left["left"] == 1


async def test_requests_fail_for_one_shard(club: Club, shards: list[GatewayClient]) -> None:
    await club.set("fail", on="everything", times=10, shard=[1, 2])
    assert (await club.post(CHANNELS[0])).status == 200
    assert (await club.post(CHANNELS[1])).status == 500
    assert (await club.ask("GET", f"/guilds/{SERVERS[0]}")).status == 200
    assert (await club.ask("GET", f"/guilds/{SERVERS[1]}")).status == 500
    asked = await club.asked(shards[0], place=CHANNELS[0])
    assert (await club.answer(asked, 4, {"content": "hi"})).status == 204
    asked = await club.asked(shards[1], place=CHANNELS[1])
    assert (await club.answer(asked, 4, {"content": "hi"})).status == 500
    # Whatever has no server is the first shard's.
    assert (await club.ask("GET", "/users/@me")).status == 200


@pytest.mark.parametrize(
    ("named", "count"), [({}, 1), ({"shard": [0, 1]}, 1), ({"shard": [1, 2]}, 2)]
)
async def test_a_shard_has_so_many_servers(named: Any, count: int) -> None:
    async with a_club(scale=Scale(count * LARGEST + count)) as club:
        line = await club.line()
        await line.hear()
        await line.identify(**named)
        assert await line.closed() == 4011
        assert club.sandbox.state == "offline"
        line = await club.shard(0, count + 1)
        await line.event("GUILD_CREATE")
    async with a_club(scale=Scale(count * LARGEST)) as club:
        line = await club.line()
        await line.hear()
        await line.identify(**named)
        assert len((await line.event("READY"))["guilds"]) == LARGEST


async def test_others_are_served_while_a_shard_is_told_of_its_servers() -> None:
    async with a_club(scale=Scale(4 * LARGEST)) as club:
        line = await club.line()
        await line.hear()
        await line.identify(shard=[3, 4])
        await line.say(HEARTBEAT)
        assert len((await line.event("READY"))["guilds"]) == LARGEST
        # Comparing them all with Discord's description would take ten seconds.
        told = [json.loads(await line.socket.receive_str()) for _ in range(LARGEST + 1)]
        names = [each["t"] for each in told]
        assert names.count("GUILD_CREATE") == LARGEST
        # The heartbeat was acknowledged in between.
        assert names.index(None) < LARGEST / 2
        keys = [each["d"]["id"] for each in told if each["t"]]
        assert keys == club.sandbox.world.servers.ids(Shard(3, 4))
        # Nothing has happened in any of them.
        assert list(club.sandbox.world.servers.kept) == []


async def test_a_session_is_told_of_a_server_before_anything_happens_there(club: Club) -> None:
    ids = club.sandbox.world.servers.ids()
    session = Session(INTENTS, untold=dict.fromkeys(ids))
    session.tell("READY", {})
    club.sandbox.gateway.sessions[session.id] = session
    await club.post(of_server(3, DUELS))
    await club.post(of_server(3, DUELS))
    line = await club.line()
    await line.hear()
    await line.resume(session.id, 1)
    told = [await line.hear() for _ in range(7)]
    events = [(each["t"], each["d"].get("guild_id", each["d"].get("id"))) for each in told]
    assert events == [
        ("GUILD_CREATE", ids[3]),
        ("MESSAGE_CREATE", ids[3]),
        ("MESSAGE_CREATE", ids[3]),
        ("RESUMED", None),
        *(("GUILD_CREATE", each) for each in ids[:3]),
    ]
    assert await line.is_quiet()
