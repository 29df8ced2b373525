"""The gateway as a bot meets it, word for word."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from aiohttp import WSMsgType

from deploy.sandbox.gateway import connection as lines
from deploy.sandbox.gateway.gateway import Heartbeat
from deploy.sandbox.gateway.intents import PRIVILEGED, Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import (
    ACK,
    GUILDS,
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    INVALID_SESSION,
    PRESENCE,
    RECONNECT,
    REQUEST_MEMBERS,
    RESUME,
    VOICE,
    GatewayClient,
)
from tests.deploy.sandbox_client import ANA, ANAS, NEWS, SERVER, THREAD, Club, a_club, until

REAL = "MTQ1NjA3NDQ0Mzk4MDgwMDAw.GAbcde.0123456789abcdefghijklmnopqrstuvwxyz01"


async def test_a_bot_is_greeted_and_learns_of_its_server(club: Club) -> None:
    line = await club.line()
    hello = {"op": HELLO, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None}
    assert await line.hear() == hello
    await line.identify()
    told = await line.hear()
    assert (told["op"], told["t"], told["s"]) == (0, "READY", 1)
    ready = told["d"]
    assert ready["v"] == 10
    assert ready["user"]["id"] == ready["application"]["id"] == club.application
    assert ready["user"]["bot"] is True
    assert ready["guilds"] == [{"id": SERVER, "unavailable": True}]
    assert ready["resume_gateway_url"] == f"ws://127.0.0.1:{club.sandbox.port}/gateway"
    assert ready["application"]["flags"] == 0
    assert "shard" not in ready
    guild = await line.hear()
    assert (guild["t"], guild["s"], guild["d"]["id"]) == ("GUILD_CREATE", 2, SERVER)


async def test_a_server_is_told_as_far_as_a_bot_may_see_it(club: Club) -> None:
    line = await club.line()
    await line.identify()
    guild = await line.event("GUILD_CREATE")
    assert guild["member_count"] == 6
    assert [each["user"]["id"] for each in guild["members"]] == [club.application]
    assert [each["name"] for each in guild["roles"]] == [
        *("@everyone", "Friends", "Duelhost", "Moderators")
    ]
    assert [each["name"] for each in guild["channels"]] == ["duels", "lobby", "announcements"]
    assert [each["id"] for each in guild["threads"]] == [THREAD]
    news = next(each for each in guild["channels"] if each["id"] == NEWS)
    denied = {"type": 0, "allow": "0", "deny": str(1 << 11 | 1 << 38)}
    assert news["permission_overwrites"] == [{"id": guild["roles"][2]["id"]} | denied]
    assert guild["roles"][2]["tags"] == {"bot_id": club.application}


async def test_a_bot_without_the_intent_hears_nothing_of_servers(club: Club) -> None:
    line = await club.line()
    await line.hear()
    await line.identify(intents=0)
    assert (await line.hear())["t"] == "READY"
    assert await line.is_quiet()


async def test_a_heartbeat_is_acknowledged_after_a_round_trip() -> None:
    """An immediate answer is too early: discord.py hasn't noted yet when it sent the heartbeat, and
    warns."""
    heartbeat = Heartbeat()
    assert heartbeat.round_trip == 0.05
    async with a_club(heartbeat=heartbeat) as club:
        line = await club.online()
        loop = asyncio.get_running_loop()
        sent = loop.time()
        await line.say(HEARTBEAT)
        assert (await line.hear())["op"] == ACK
        assert loop.time() - sent >= heartbeat.round_trip


async def test_a_heartbeat_is_acknowledged_before_and_after_identifying(club: Club) -> None:
    line = await club.line()
    await line.hear()
    await line.say(HEARTBEAT)
    assert (await line.hear())["op"] == ACK
    await line.identify()
    await line.event("GUILD_CREATE")
    assert await line.is_quiet()


async def test_a_bot_that_misses_its_heartbeat_is_gone() -> None:
    async with a_club(heartbeat=Heartbeat(20, 0.0)) as club:
        assert await (await club.line()).closed() == 4009


async def test_only_heartbeats_count_as_heartbeats() -> None:
    async with a_club(heartbeat=Heartbeat(40, 0.0)) as club:
        line = await club.online()
        for _ in range(10):
            await asyncio.sleep(0.02)
            await line.say(PRESENCE, {})
        with suppress(AssertionError):
            assert not await line.is_quiet()
        assert line.socket.close_code == 4009


async def test_heartbeats_keep_a_line_open() -> None:
    async with a_club(heartbeat=Heartbeat(100, 0.0)) as club:
        line = await club.line()
        await line.hear()
        for _ in range(10):
            await asyncio.sleep(0.02)
            assert await line.is_quiet()


@pytest.mark.parametrize("op", [PRESENCE, VOICE])
async def test_what_a_bot_sends_besides_is_taken_without_a_word(
    line: GatewayClient, op: int
) -> None:
    await line.say(op, {})
    assert await line.is_quiet()


async def test_the_server_has_no_sounds(line: GatewayClient) -> None:
    await line.say(31, {"guild_ids": [SERVER]})
    told = await line.event("SOUNDBOARD_SOUNDS")
    assert told == {"guild_id": SERVER, "soundboard_sounds": []}


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("", "The sandbox has v=9 and v=10."),
        ("?v=8&encoding=json", "The sandbox has v=9 and v=10."),
        ("?v=10&encoding=etf", "The sandbox has encoding=json only."),
    ],
)
async def test_another_version_is_closed(club: Club, query: str, why: str) -> None:
    line = await club.line(query)
    ended = await line.socket.receive()
    assert (ended.type, ended.data, ended.extra) == (WSMsgType.CLOSE, 4012, why)


@pytest.mark.parametrize("version", [9, 10])
@pytest.mark.parametrize("path", ["gateway", "gateway/"])
async def test_an_address_has_a_slash_or_none_and_one_of_two_versions(
    club: Club, path: str, version: int
) -> None:
    line = await club.line(f"?v={version}&encoding=json", path)
    await line.identify(shard=[0, 1])
    ready = await line.event("READY")
    assert (ready["v"], ready["shard"]) == (version, [0, 1])


async def test_a_token_may_say_whose_it_is(club: Club, line: GatewayClient) -> None:
    other = await club.line()
    await other.identify(token=f"Bot {other.token}")
    await other.event("GUILD_CREATE")
    back = await club.line()
    await back.resume(line.session, line.sequence, token=f"Bot {other.token}")
    assert (await back.event("RESUMED")) == {"_trace": []}


@pytest.mark.parametrize("token", [f"Bot {REAL}", "Bot", "Bot ", "Bearer MQ.sandbox.x"])
async def test_no_other_token_is_taken(club: Club, token: str) -> None:
    line = await club.line()
    await line.identify(token=token)
    assert await line.closed() == 4004


async def test_json_is_what_is_spoken_unless_something_else_is_asked(club: Club) -> None:
    assert (await (await club.line("?v=10")).hear())["op"] == HELLO


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("{", 4002),
        ("[]", 4002),
        ("1", 4002),
        ("{}", 4002),
        ('{"op": "x"}', 4002),
        ('{"op": null}', 4002),
        ('{"op": Infinity}', 4002),
        ('{"op": NaN}', 4002),
        (r'{"op": 8, "d": {"nonce": "\ud800"}}', 4002),
        ("[" * 4_000, 4002),
        (b"\xff\xfe", 4002),
        ('{"op": 0}', 4001),
        ('{"op": 5}', 4001),
        ('{"op": 99}', 4001),
        ('{"op": 10}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": 2}', 4004),
        ('{"op": 2, "d": []}', 4004),
        ('{"op": 2, "d": {}}', 4004),
        ('{"op": 2, "d": {"token": 5}}', 4004),
        ('{"op": 2, "d": {"token": "MQ.sandbox."}}', 4004),
        (json.dumps({"op": 2, "d": {"token": REAL, "intents": 1}}), 4004),
        ('{"op": 6, "d": {}}', 4004),
        ('{"op": 6}', 4004),
        (json.dumps({"op": 6, "d": {"token": REAL, "session_id": "x", "seq": 1}}), 4004),
    ],
)
async def test_what_a_bot_may_not_say_closes_the_line(
    club: Club, said: str | bytes, code: int
) -> None:
    line = await club.line()
    await line.hear()
    if isinstance(said, bytes):
        await line.socket.send_bytes(said)
    else:
        await line.socket.send_str(said)
    assert await line.closed() == code


@pytest.mark.parametrize(
    ("more", "code"),
    [
        *(
            ({"shard": wrong}, 4010)
            for wrong in ("x", [], [0], [0, 0], [2, 2], [-1, 2], [0, 16_385], [0, True], [0, "1"])
        ),
        ({"intents": None}, 4013),
        ({"intents": "1"}, 4013),
        ({"intents": True}, 4013),
        ({"intents": -1}, 4013),
        ({"intents": 1 << 26}, 4013),
        ({"intents": GUILDS | 1 << 1}, 4014),
        ({"intents": GUILDS | 1 << 8}, 4014),
        ({"intents": GUILDS | 1 << 15}, 4014),
    ],
)
async def test_a_bot_that_wants_what_it_cannot_have_is_closed(
    club: Club, more: dict[str, Any], code: int
) -> None:
    line = await club.line()
    await line.identify(**more)
    assert await line.closed() == code
    assert club.sandbox.state == "offline"


async def test_a_bot_learns_which_intents_it_may_not_have(club: Club) -> None:
    line = await club.line()
    await line.hear()
    await line.identify(intents=Intent.GUILD_MEMBERS | Intent.MESSAGE_CONTENT)
    ended = await line.socket.receive()
    says = "Disallowed intent(s): GUILD_MEMBERS|MESSAGE_CONTENT."
    assert (ended.data, ended.extra) == (4014, says)


async def test_a_privileged_bot_may_have_all_intents() -> None:
    async with a_club(privileged=True) as club:
        line = await club.line()
        await line.identify(intents=(1 << 26) - 1)
        ready = await line.event("READY")
        assert ready["application"]["flags"] == 1 << 13 | 1 << 15 | 1 << 19
        own = (await club.ask("GET", "/applications/@me")).body
        assert own["flags"] == int(own["flags_new"]) == ready["application"]["flags"]


async def test_a_bot_that_hears_of_presences_is_told_of_everybody(club: Club) -> None:
    guild = await told_of_server(club, Intent.GUILD_PRESENCES)
    people = [each["user"]["id"] for each in guild["members"]]
    assert len(people) == guild["member_count"] == 6
    assert [each["user"]["id"] for each in guild["presences"]] == people
    assert {each["status"] for each in guild["presences"]} == {"online"}
    # The others may ask for them.
    guild = await told_of_server(club, Intent.GUILD_MEMBERS)
    assert (len(guild["members"]), guild["presences"]) == (1, [])


async def told_of_server(club: Club, intents: Intent) -> Any:
    club.sandbox.world.context.privileged = PRIVILEGED
    line = await club.line()
    await line.identify(intents=Intent.GUILDS | intents)
    return await line.event("GUILD_CREATE")


async def test_threads_are_told_where_the_bot_may_look(club: Club) -> None:
    server = club.sandbox.world.servers.first
    duels = server.places[server.places[THREAD].parent or ""]
    duels.closed[server.bot.id] = May.VIEW
    line = await club.line()
    await line.identify()
    assert (await line.event("GUILD_CREATE"))["threads"] == []


async def test_the_only_shard_may_be_named(club: Club) -> None:
    line = await club.line()
    await line.identify(shard=[0, 1], intents=(1 << 26) - 1 - (1 << 1 | 1 << 8 | 1 << 15))
    await line.event("GUILD_CREATE")


async def test_shards_share_what_there_is(club: Club) -> None:
    """The server's id makes it the third shard's of four. What is in no server is the first's."""
    shards = []
    for index in range(4):
        line = await club.line()
        await line.hear()
        await line.identify(shard=[index, 4], intents=GUILDS | 1 << 9 | 1 << 12)
        ready = await line.event("READY")
        assert (ready["shard"], len(ready["guilds"])) == ([index, 4], index == 2)
        shards.append(line)
    first, second, third, _ = shards
    await third.event("GUILD_CREATE")
    await club.say(ANA, "here")
    assert (await third.event("MESSAGE_CREATE"))["content"] == ""
    await club.say(ANA, "directly", ANAS)
    assert (await first.event("MESSAGE_CREATE"))["content"] == "directly"
    for line in shards:
        await line.say(REQUEST_MEMBERS, {"guild_id": SERVER, "user_ids": [ANA]})
    await third.event("GUILD_MEMBERS_CHUNK")
    for line in shards:
        assert await line.is_quiet()
    await club.asked(third)
    assert await second.is_quiet()


@pytest.mark.parametrize("op", [IDENTIFY, RESUME])
async def test_nobody_introduces_themselves_twice(line: GatewayClient, op: int) -> None:
    await line.say(op, {"token": line.token, "intents": 1, "session_id": "x", "seq": 1})
    assert await line.closed() == 4005


async def test_a_bot_that_talks_too_much_is_closed(line: GatewayClient) -> None:
    # One send was used to identify.
    for _ in range(lines.SENDS - 1):
        await line.say(HEARTBEAT)
        assert (await line.hear())["op"] == ACK
    await line.say(HEARTBEAT)
    assert await line.closed() == 4008


async def test_a_minute_later_it_may_talk_again(
    line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MINUTE", 0.0)
    for _ in range(lines.SENDS + 1):
        assert await line.is_quiet()


async def test_what_is_longer_than_discord_takes_closes_the_line(line: GatewayClient) -> None:
    """4096 bytes, its documentation says."""
    await line.say(PRESENCE, {"status": "x" * 4096})
    with suppress(AssertionError):
        assert not await line.is_quiet()
    assert line.socket.close_code == 4002


async def test_a_bot_is_told_to_reconnect(club: Club, line: GatewayClient) -> None:
    assert (await club.page("POST", "gateway/reconnect")).body == {}
    assert await line.hear() == {"op": RECONNECT, "d": None, "s": None, "t": None}
    assert await line.is_quiet()


async def test_a_session_that_was_forgotten_cannot_be_resumed(
    club: Club, line: GatewayClient
) -> None:
    assert (await club.page("POST", "gateway/invalidate")).body == {}
    assert await line.hear() == {"op": INVALID_SESSION, "d": False, "s": None, "t": None}
    other = await club.line()
    await other.hear()
    await other.resume(line.session, line.sequence)
    assert (await other.hear())["op"] == INVALID_SESSION
    # Either may begin anew on its line.
    await line.identify()
    await line.event("GUILD_CREATE")


async def test_people_see_that_a_session_was_forgotten(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    await club.page("POST", "gateway/invalidate")
    await line.hear()
    await line.identify()
    await seat.hear("bot")
    assert [each["state"] for each in seat.heard if each["type"] == "bot"] == ["offline"]


async def test_a_line_breaks_without_a_word(club: Club, line: GatewayClient) -> None:
    assert (await club.page("POST", "gateway/drop")).body == {}
    with suppress(AssertionError):
        assert not await line.is_quiet()
    assert line.socket.close_code == 1006
    await until(lambda: club.sandbox.state == "offline")


async def test_a_bot_that_says_nothing_more_is_waited_for_no_longer(club: Club) -> None:
    line = await club.line()
    await line.hear()
    await line.socket.close(code=1000)
    await until(lambda: not club.sandbox.gateway.connections)
    assert not club.sandbox.gateway.connected


@pytest.mark.parametrize("code", [1000, 3024, 4200])
async def test_the_code_of_a_good_bye_comes_back(
    club: Club, line: GatewayClient, code: int
) -> None:
    await line.socket.close(code=code)
    assert line.socket.close_code == code
    await until(lambda: not club.sandbox.gateway.connections)


async def test_who_ends_the_sandbox_says_good_bye() -> None:
    async with a_club() as club:
        line = await club.online()
        await club.sandbox.gateway.close()
        assert await line.closed() == 1001
        assert club.sandbox.state == "offline"
