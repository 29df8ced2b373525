"""Threads that the bot starts from a message."""

from typing import Any

import pytest

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTONS,
    CHANGE,
    CLEO,
    DUELS,
    EPHEMERAL,
    MESSAGE,
    NEWS,
    PING,
    SERVER,
    THREAD,
    Club,
    Reply,
)

HAS_THREAD = 1 << 5


async def started(club: Club, message: str, place: str = DUELS, **form: Any) -> Reply:
    path = f"/channels/{place}/messages/{message}/threads"
    return await club.ask("POST", path, {"name": "Ana against Bo"} | form)


async def a_thread(club: Club) -> str:
    made = await started(club, (await club.post()).id)
    assert made.status == 201, made.body
    return made.id


async def test_a_thread_has_the_id_of_its_message(club: Club) -> None:
    post = await club.post()
    club.clock.wait(5)
    made = await started(club, post.id, auto_archive_duration=60)
    assert (made.status, made.id) == (201, post.id)
    told = made.body
    assert (told["type"], told["name"], told["parent_id"]) == (11, "Ana against Bo", DUELS)
    assert (told["owner_id"], told["guild_id"]) == (club.application, SERVER)
    assert told["thread_metadata"]["auto_archive_duration"] == 60
    assert told["thread_metadata"]["create_timestamp"] == "2027-01-15T08:00:05+00:00"
    assert told["member"]["user_id"] == club.application
    assert told["last_message_id"] is None
    del told["member"]
    assert (await club.ask("GET", f"/channels/{post.id}")).body == told


async def test_nothing_is_said_in_the_channel_about_it(club: Club) -> None:
    thread = await a_thread(club)
    assert (await club.ask("GET", f"/channels/{DUELS}")).body["last_message_id"] == thread
    found = await club.ask("GET", f"/channels/{DUELS}/messages/{thread}")
    assert found.body["flags"] == HAS_THREAD
    assert (found.body["thread"]["id"], found.body["edited_timestamp"]) == (thread, None)
    changed = await club.ask("PATCH", f"/channels/{DUELS}/messages/{thread}", {"flags": 4})
    assert changed.body["flags"] == HAS_THREAD | 4


async def test_the_bot_is_told(club: Club, line: GatewayClient) -> None:
    thread = await a_thread(club)
    told = await line.event("THREAD_CREATE")
    assert (told["id"], told["newly_created"]) == (thread, True)
    again = await club.online()
    assert again.session
    guild = await greeted(club)
    assert [each["id"] for each in guild["threads"]] == [THREAD, thread]


async def greeted(club: Club) -> dict[str, Any]:
    line = await club.line()
    await line.hear()
    await line.identify()
    return await line.event("GUILD_CREATE")


async def test_pages_are_told_before_they_see_its_first_message(club: Club) -> None:
    ana = await club.sit(ANA)
    thread = await a_thread(club)
    assert (await club.post(thread, content="The board")).status == 200
    heard = await ana.hear("channel")
    assert heard["channel"] == {
        "id": thread,
        "name": "Ana against Bo",
        "type": 11,
        "parent": DUELS,
        "writable": True,
        "topic": "",
        "archived": False,
    }
    # The first message, the same one with its thread, and the one in the thread.
    assert (await ana.message())["flags"] == HAS_THREAD
    assert (await ana.message())["channel_id"] == thread
    hello = await (await club.sit(BO)).hear("hello")
    assert heard["channel"] in hello["channels"]


async def test_pages_of_those_who_do_not_see_the_channel_are_not_told(club: Club) -> None:
    club.deny(May.VIEW, whom=CLEO)
    cleo = await club.sit(CLEO)
    await a_thread(club)
    elsewhere = (await club.post(NEWS)).status, await club.say(ANA, "hello", NEWS)
    assert elsewhere[1].status == 200
    await cleo.message()
    assert [each["type"] for each in cleo.heard] == ["hello", "message"]


async def test_there_is_one_thread_for_a_message(club: Club) -> None:
    thread = await a_thread(club)
    assert (await started(club, thread)).complaint == (400, 160004)
    # Also when the message is gone. Its thread stays.
    other = await a_thread(club)
    await club.ask("DELETE", f"/channels/{DUELS}/messages/{other}")
    assert (await started(club, other)).complaint == (404, 10008)
    assert (await club.post(other)).status == 200


async def test_a_thread_takes_a_permission(club: Club) -> None:
    post = await club.post()
    club.deny(May.MAKE_THREADS)
    assert (await started(club, post.id)).complaint == (403, 50013)
    club.deny(May.SEND_IN_THREADS)
    thread = await started(club, post.id)
    assert thread.status == 201
    assert (await club.post(thread.id)).complaint == (403, 50013)
    path = f"/channels/{thread.id}/thread-members/{ANA}"
    assert (await club.ask("PUT", path)).complaint == (403, 50013)


@pytest.mark.parametrize("place", [THREAD, ANAS])
async def test_threads_are_started_in_channels_of_servers_only(club: Club, place: str) -> None:
    post = await club.post(place)
    assert (await started(club, post.id, place)).complaint == (400, 50024)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "BASE_TYPE_BAD_LENGTH"),
        ({"name": "x" * 101}, "BASE_TYPE_BAD_LENGTH"),
        ({"auto_archive_duration": 61}, "BASE_TYPE_CHOICES"),
        ({"rate_limit_per_user": -1}, "NUMBER_TYPE_MIN"),
        ({"type": 11}, "SANDBOX_UNKNOWN_FIELD"),
    ],
)
async def test_a_form_for_a_thread_is_strict(club: Club, wrong: dict[str, Any], code: str) -> None:
    refused = await started(club, (await club.post()).id, **wrong)
    assert refused.complaint == (400, 50035)
    (field,) = wrong
    assert refused.body["errors"][field]["_errors"][0]["code"] == code


async def test_a_private_message_has_no_thread(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    secret = {"content": "psst", "flags": EPHEMERAL}
    sent = await club.answer(asked, MESSAGE, secret, "?with_response=true")
    message = sent.body["resource"]["message"]["id"]
    assert (await started(club, message)).complaint == (404, 10008)


async def test_members_are_added_or_come_by_themselves(club: Club) -> None:
    thread = await a_thread(club)

    async def members() -> list[str]:
        path = f"/channels/{thread}/thread-members/"
        asked = [(each, await club.ask("GET", path + each)) for each in (ANA, BO, CLEO)]
        return [each for each, reply in asked if reply.status == 200]

    assert await members() == []
    assert (await club.ask("PUT", f"/channels/{thread}/thread-members/{ANA}")).status == 204
    assert await members() == [ANA]
    # A mention that pings nobody brings nobody either.
    await club.post(thread, content=f"<@{BO}>", allowed_mentions={"parse": []})
    assert await members() == [ANA]
    await club.post(thread, content=f"<@{BO}>", allowed_mentions={"users": [BO]})
    assert await members() == [ANA, BO]
    await club.say(CLEO, "hello", thread)
    assert await members() == [ANA, BO, CLEO]


async def test_bots_with_the_intent_hear_of_members(club: Club) -> None:
    line = await club.online(Intent.GUILD_MEMBERS)
    thread = await a_thread(club)
    for _ in range(2):
        await club.ask("PUT", f"/channels/{thread}/thread-members/{ANA}")
    told = await line.event("THREAD_MEMBERS_UPDATE")
    assert [each["user_id"] for each in told["added_members"]] == [ANA]
    assert (told["id"], told["member_count"]) == (thread, 2)
    await club.say(BO, f"I am <@{BO}>", thread)
    told = await line.event("THREAD_MEMBERS_UPDATE")
    assert [each["user_id"] for each in told["added_members"]] == [BO]
    assert await line.is_quiet()


async def test_only_members_of_the_server_are_added_and_only_to_threads(club: Club) -> None:
    thread = await a_thread(club)
    unknown = await club.ask("PUT", f"/channels/{thread}/thread-members/1")
    assert unknown.complaint == (404, 10013)
    elsewhere = await club.ask("PUT", f"/channels/{DUELS}/thread-members/{ANA}")
    assert elsewhere.complaint == (400, 50024)


async def test_a_message_in_a_thread_pings(club: Club) -> None:
    thread = await a_thread(club)
    ana = await club.sit(ANA)
    await club.post(thread, content=f"Your move, <@{ANA}>")
    assert [each["id"] for each in (await ana.message())["mentions"]] == [ANA]


async def test_a_thread_is_played_in(club: Club, line: GatewayClient) -> None:
    thread = await a_thread(club)
    board = await club.post(thread, content="Press it", components=BUTTONS)
    await club.press(ANA, board.id)
    pressed = await line.event("INTERACTION_CREATE")
    assert (pressed["channel_id"], pressed["channel"]["id"]) == (thread, thread)
    assert pressed["channel"]["last_message_id"] == board.id
    assert pressed["channel"]["parent_id"] == DUELS
    assert int(pressed["app_permissions"]) & May.SEND_IN_THREADS
    changed = await club.answer(pressed, CHANGE, {"content": "Pressed"})
    assert changed.status == 204
    (known,) = (await club.register(PING)).body
    await club.act(BO, "commands", channel=thread, command=known["id"])
    asked = await line.event("INTERACTION_CREATE")
    answered = await club.answer(asked, MESSAGE, {"content": "pong"}, "?with_response=true")
    assert answered.body["resource"]["message"]["channel_id"] == thread
    path = f"/channels/{thread}/messages/{board.id}"
    assert (await club.ask("DELETE", path)).status == 204
