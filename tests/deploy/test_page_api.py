"""The page's side: what somebody hears and may do in their seat."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import ClientSession, WSMsgType

from deploy.sandbox.guild.permissions import May
from deploy.sandbox.page_api import subscribers
from deploy.sandbox.sandbox import Sandbox
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.page_client import PageClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BOS,
    BUTTONS,
    DAN,
    DUELS,
    EPHEMERAL,
    LOBBY,
    MESSAGE,
    NEWS,
    PING,
    SERVER,
    THREAD,
    Club,
    until,
)


async def test_members_are_offered_in_order(club: Club) -> None:
    told = (await club.page("GET", "members")).body
    assert [each["name"] for each in told] == ["Ana", "Bo", "Cleo", "Dan", "Eve"]
    assert told[0] == {
        "id": ANA,
        "username": "ana",
        "name": "Ana",
        "bot": False,
        "here": True,
        "moderator": False,
        "color": "#e8b04b",
        "roles": [],
        "timed_out_until": 0,
    }
    assert [each["moderator"] for each in told] == [False, False, False, True, False]


async def test_whoever_sits_down_sees_the_club(club: Club) -> None:
    await club.register(PING, PING | {"name": "admin", "default_member_permissions": "32"})
    hello = await (await club.sit(ANA)).hear("hello")
    assert hello["me"]["id"] == ANA
    assert hello["server"] == {"id": SERVER, "name": "Number Club"}
    assert hello["application"] == {"id": club.application, "name": "Duelhost"}
    assert [each["id"] for each in hello["members"]][-1] == club.application
    assert hello["members"][-1]["bot"] is True
    assert [each["name"] for each in hello["commands"]] == ["ping"]
    assert (hello["bot"], hello["faults"], hello["forms"]) == ("offline", [], [])
    assert hello["messages"] == []
    assert [(each["id"], each["type"], each["writable"]) for each in hello["channels"]] == [
        (DUELS, 0, True),
        (THREAD, 11, True),
        (LOBBY, 0, True),
        (NEWS, 0, False),
        (ANAS, 1, True),
    ]
    assert hello["channels"][0] == {
        "id": DUELS,
        "name": "duels",
        "type": 0,
        "parent": None,
        "writable": True,
        "topic": "Type /duel start and pick somebody.",
        "archived": False,
    }
    assert hello["channels"][1]["parent"] == DUELS


@pytest.mark.parametrize("nobody", [None, "1", ""])
async def test_whoever_has_no_seat_yet_sees_who_there_is(club: Club, nobody: str | None) -> None:
    await club.post()
    await club.register(PING)
    seat = await club.sit(nobody)
    hello = await seat.hear("hello")
    assert hello["me"] is None
    assert len(hello["members"]) == 6
    assert hello["channels"] == hello["commands"] == hello["messages"] == []
    await club.post()
    await club.set("lose")
    await seat.hear("faults")
    assert [each["type"] for each in seat.heard] == ["hello", "faults"]


async def test_after_a_reload_everything_is_there(club: Club, line: GatewayClient) -> None:
    said = (await club.say(ANA, "hello")).body
    post = (await club.post(content="hi", components=BUTTONS)).body
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    direct = (await club.post(ANAS)).body
    await club.post(BOS)
    gone = (await club.post()).id
    await club.ask("DELETE", f"/channels/{DUELS}/messages/{gone}")
    fault = (await club.set("lose")).body
    for _ in range(2):
        seat = await club.sit(ANA)
        hello = await seat.hear("hello")
        messages = hello["messages"]
        assert [each["content"] for each in messages] == ["hello", "hi", "psst", "hi"]
        assert [messages[0], messages[1], messages[3]] == [said, post, direct]
        assert (hello["bot"], hello["faults"]) == ("online", [fault])
        await seat.leave()
    theirs = (await (await club.sit(BO)).hear("hello"))["messages"]
    assert [each["channel_id"] for each in theirs] == [DUELS, DUELS, BOS]


async def test_a_seat_that_is_left_hears_nothing(club: Club) -> None:
    seat = await club.sit(ANA)
    await seat.hear("hello")
    assert len(club.sandbox.world.subscribers.all) == 1
    # Messages from the page are ignored.
    await seat.socket.send_str("hello?")
    await seat.leave()
    await until(lambda: not club.sandbox.world.subscribers.all)


async def test_a_seat_that_does_not_read_is_taken_away(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert subscribers.BEHIND == 10_000
    monkeypatch.setattr(subscribers, "BEHIND", 3)
    seat = await club.sit(ANA)
    await seat.hear("hello")
    (kept,) = club.sandbox.world.subscribers.all
    # These events are queued without a turn of the event loop in which they could be sent.
    for _ in range(5):
        kept.hear({"type": "channels", "channels": []})
    for _ in range(3):
        assert (await seat.socket.receive_json())["type"] == "channels"
    assert (await seat.socket.receive()).type is WSMsgType.CLOSE
    await until(lambda: not club.sandbox.world.subscribers.all)


async def test_seats_are_left_when_the_sandbox_closes() -> None:
    sandbox = Sandbox()
    async with ClientSession() as web:
        async with sandbox.open():
            seat = PageClient(
                await web.ws_connect(f"{sandbox.url}live?member={ANA}".replace("http", "ws"))
            )
            await seat.hear("hello")
            closing = asyncio.create_task(seat.socket.receive())
        assert (await asyncio.wait_for(closing, 3)).type is WSMsgType.CLOSE
        assert seat.socket.close_code == 1000


# Talking.


async def test_what_somebody_says_is_heard_by_all(club: Club) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    said = await club.say(ANA, f"  hello <@{BO}> ")
    assert said.status == 200
    told = said.body
    assert (told["content"], told["type"], told["author"]["id"]) == (f"hello <@{BO}>", 0, ANA)
    assert (told["author"]["bot"], told["flags"]) == (False, 0)
    assert [each["id"] for each in told["mentions"]] == [BO]
    assert await ana.message() == await bo.message() == told


async def test_direct_messages_are_heard_by_their_person(club: Club) -> None:
    ana, bo, dan = await club.sit(ANA), await club.sit(BO), await club.sit(DAN)
    await club.post(ANAS, content="for Ana")
    await club.say(ANA, "thanks", ANAS)
    await club.say(ANA, "hello")
    assert [(await ana.message())["content"] for _ in range(3)] == ["for Ana", "thanks", "hello"]
    # The server's owner can't read private messages either.
    assert (await bo.message())["content"] == (await dan.message())["content"] == "hello"
    for other in (BO, DAN):
        assert (await club.say(other, "hello", ANAS)).why == (400, "There is no such channel.")


async def test_what_is_deleted_is_gone_from_seats_that_saw_it(
    club: Club, line: GatewayClient
) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    secret = (await ana.message())["id"]
    await club.original("DELETE", asked)
    assert (await ana.hear("deleted"))["message"] == secret
    await club.say(BO, "hello")
    await bo.message()
    assert "deleted" not in [each["type"] for each in bo.heard]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"channel": DUELS, "content": "  "}, "There is nothing to send."),
        ({"channel": DUELS}, "content is missing."),
        ({"channel": DUELS, "content": 5}, "content is missing."),
        ({"channel": "1", "content": "x"}, "There is no such channel."),
        ({"channel": BOS, "content": "x"}, "There is no such channel."),
        ({"content": "x"}, "channel is missing."),
        (
            {"channel": DUELS, "content": "x" * 2001},
            "A message has no more than 2000 characters.",
        ),
    ],
)
async def test_what_cannot_be_said_is_refused(club: Club, asked: Any, why: str) -> None:
    assert (await club.act(ANA, "messages", **asked)).why == (400, why)


async def test_as_much_can_be_said_as_discord_takes(club: Club) -> None:
    assert (await club.say(ANA, " " + "x" * 2000)).status == 200


async def test_who_may_not_write_somewhere_is_told_so(club: Club) -> None:
    places = club.sandbox.world.servers.first.places
    places[LOBBY] = replace(places[LOBBY], closed={ANA: May.SEND, BO: May.VIEW})
    assert (await club.say(ANA, "hello", LOBBY)).why == (400, "You may not write here.")
    assert (await club.say(BO, "hello", LOBBY)).why == (400, "There is no such channel.")
    assert (await club.say(DAN, "hello", LOBBY)).status == 200
    hello = await (await club.sit(BO)).hear("hello")
    assert LOBBY not in [each["id"] for each in hello["channels"]]
    assert hello["messages"] == []


# Validation that every act shares.

ACTS = ("messages", "commands", "suggestions", "presses", "forms", "departures", "returns")


async def test_only_members_act(club: Club) -> None:
    none = (400, "There is no such member.")
    for act in ACTS:
        assert (await club.act("1", act)).why == none
        assert (await club.act(club.application, act)).why == none


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("text/plain", b"{}", "Send JSON."),
        ("application/x-www-form-urlencoded", b"channel=1", "Send JSON."),
        ("application/json", b"{", "This isn't JSON."),
        ("application/json", b"\xff", "This isn't JSON."),
        ("application/json", b"[]", "Send an object."),
        ("application/json", b"null", "Send an object."),
    ],
)
async def test_only_json_is_read(club: Club, kind: str, body: bytes, why: str) -> None:
    headers = {"Content-Type": kind}
    for act in ACTS:
        refused = await club.page("POST", f"seats/{ANA}/{act}", data=body, headers=headers)
        assert refused.why == (400, why)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"[" * 50_000),
        ("application/json; charset=klingon", b"{}"),
        ("application/json; charset=punycode", b"{}"),
        # A bot's JSON parser may stumble over these.
        ("application/json", b'{"channel": "%s", "content": "\\ud800"}' % DUELS.encode()),
        ("application/json", b'{"channel": "%s", "content": NaN}' % DUELS.encode()),
        ("application/json", b'{"channel": "%s", "content": 1e999}' % DUELS.encode()),
    ],
)
async def test_what_cannot_be_read_is_refused(club: Club, kind: str, body: bytes) -> None:
    headers = {"Content-Type": kind}
    refused = await club.page("POST", f"seats/{ANA}/messages", data=body, headers=headers)
    assert refused.why == (400, "This isn't JSON.")


async def test_there_are_no_other_acts(club: Club) -> None:
    assert (await club.act(ANA, "resign")).status in (404, 405)
    assert (await club.page("GET", f"seats/{ANA}/messages")).status in (404, 405)
