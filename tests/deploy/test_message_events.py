"""The events by which a bot hears of messages: only those of its intents, and what it may read."""

from typing import Any

import pytest

from deploy.sandbox.gateway.intents import Intent, heard_in
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTONS,
    CHANGE,
    DUELS,
    EPHEMERAL,
    LOADING,
    MESSAGE,
    SERVER,
    THINKING,
    THREAD,
    Club,
)

CREATED, UPDATED, DELETED = "MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"
READING = Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT
NAMED = {"name": "A duel"}
EMBED = {"title": "Board", "type": "rich"}


def messages(place: str, key: str = "") -> str:
    return f"/channels/{place}/messages/{key}".rstrip("/")


async def deleted(club: Club, *keys: str) -> None:
    """By somebody who may."""
    store = club.sandbox.world.messages
    posts = [store.find(DUELS, each) for each in keys]
    store.delete_bulk(posts) if len(posts) > 1 else store.delete(posts[0])


async def test_a_bot_hears_what_people_say(club: Club) -> None:
    line = await club.online(READING)
    said = (await club.say(ANA, f"hello <@{BO}>")).id
    told = await line.event(CREATED)
    assert (told["id"], told["content"], told["type"]) == (said, f"hello <@{BO}>", 0)
    assert (told["channel_id"], told["guild_id"], told["channel_type"]) == (DUELS, SERVER, 0)
    # Members are told without their users, who stand beside them.
    ana = (await club.ask("GET", f"/guilds/{SERVER}/members/{ANA}")).body
    assert told["author"] == ana["user"]
    assert told["member"] == {key: each for key, each in ana.items() if key != "user"}
    (bo,) = told["mentions"]
    assert (bo["id"], bo["member"]["roles"]) == (BO, [])
    # Only events tell so.
    assert "member" not in (await club.ask("GET", messages(DUELS, said))).body["mentions"][0]


async def test_a_bot_hears_of_its_own_messages(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    sent = (await club.post(content="hi", nonce="n", embeds=[EMBED])).id
    told = await line.event(CREATED)
    assert (told["id"], told["author"]["id"], told["nonce"]) == (sent, club.application, "n")
    assert (told["content"], told["embeds"][0]["title"]) == ("hi", "Board")
    await club.ask("PATCH", messages(DUELS, sent), {"content": "ho"})
    changed = await line.event(UPDATED)
    assert (changed["id"], changed["content"], changed["guild_id"]) == (sent, "ho", SERVER)
    assert changed["edited_timestamp"]
    await club.ask("DELETE", messages(DUELS, sent))
    gone = await line.event(DELETED)
    assert gone == {"id": sent, "channel_id": DUELS, "guild_id": SERVER}
    assert await line.is_quiet()


async def test_a_message_that_came_before_is_not_told_again(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    for _ in range(2):
        await club.post(content="hi", nonce="n", enforce_nonce=True)
    await line.event(CREATED)
    assert await line.is_quiet()


async def test_messages_are_deleted_at_once(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    keys = [(await club.post()).id for _ in range(3)]
    await deleted(club, *keys)
    gone = await line.event("MESSAGE_DELETE_BULK")
    assert gone == {"ids": keys, "channel_id": DUELS, "guild_id": SERVER}
    assert await line.is_quiet()
    for each in keys:
        assert (await club.ask("GET", messages(DUELS, each))).status == 404


async def test_direct_messages_take_an_intent_of_their_own(club: Club) -> None:
    direct, other = await club.online(Intent.DIRECT_MESSAGES), await club.online(READING)
    said = (await club.say(ANA, "hello", ANAS)).id
    told = await direct.event(CREATED)
    # Everything in them may be read.
    assert (told["id"], told["content"], told["channel_type"]) == (said, "hello", 1)
    assert {"guild_id", "member"}.isdisjoint(told)
    sent = (await club.post(ANAS)).id
    assert (await direct.event(CREATED))["id"] == sent
    await club.ask("DELETE", messages(ANAS, sent))
    assert await direct.event(DELETED) == {"id": sent, "channel_id": ANAS}
    await club.say(ANA, "hello")
    assert await direct.is_quiet()
    # Of all of them, the other one hears the last alone.
    assert (await other.event(CREATED))["channel_id"] == DUELS
    assert await other.is_quiet()


def test_each_kind_of_event_has_an_intent_for_direct_messages(club: Club) -> None:
    here, direct = (club.sandbox.world.servers.place(each) for each in (DUELS, ANAS))
    assert here
    assert direct
    guilds = [each for each in Intent if f"{each.name}".startswith("GUILD_MESSAGE")]
    assert [heard_in(here, each) for each in guilds] == guilds
    names = [f"{each.name}".replace("GUILD", "DIRECT") for each in guilds]
    assert [heard_in(direct, each).name for each in guilds] == names


@pytest.mark.parametrize(
    ("more", "whole"), [({}, False), ({"content": "hi <@{}>"}, True), ({"author": "bot"}, True)]
)
async def test_a_bot_without_the_intent_reads_only_what_is_for_it(
    club: Club, more: Any, whole: bool
) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    server, store = club.sandbox.world.servers.first, club.sandbox.world.messages
    author = server.bot if "author" in more else server.people[ANA]
    content = more.get("content", "hi").format(club.application)
    form = {"content": content, "embeds": [EMBED], "components": BUTTONS}
    post = store.write(server.places[DUELS], author, form)
    store.update(post)
    for event in (CREATED, UPDATED):
        told = await line.event(event)
        shown = [told["content"], told["embeds"], told["components"], told["attachments"]]
        assert told["author"]["id"] == author.id
        if whole:
            assert shown[0] == content
            assert all(shown[:3])
        else:
            assert shown == ["", [], [], []]


async def test_what_a_bot_asks_for_is_as_it_hears_it(club: Club) -> None:
    said, mine = (await club.say(ANA, "hello")).id, (await club.post(content="hi")).id
    direct = (await club.say(ANA, "hello", ANAS)).id

    async def read(place: str, key: str) -> str:
        return str((await club.ask("GET", messages(place, key))).body["content"])

    assert [await read(DUELS, said), await read(DUELS, mine)] == ["", "hi"]
    assert await read(ANAS, direct) == "hello"
    # Whether it has asked for the intent at the gateway makes no difference here.
    club.sandbox.world.context.privileged = Intent.MESSAGE_CONTENT
    assert await read(DUELS, said) == "hello"


async def test_a_reply_brings_what_it_answers(club: Club) -> None:
    reader, other = await club.online(READING), await club.online(READING & ~Intent.MESSAGE_CONTENT)
    club.sandbox.world.context.privileged = Intent.MESSAGE_CONTENT
    said = (await club.say(ANA, "hello")).id
    sent = await club.post(content="hi", message_reference={"message_id": said})
    for line, content in ((reader, "hello"), (other, "")):
        assert (await line.event(CREATED))["id"] == said
        told = await line.event(CREATED)
        assert (told["id"], told["content"]) == (sent.id, "hi")
        assert told["referenced_message"]["content"] == content
        assert told["message_reference"]["guild_id"] == SERVER
    await deleted(club, said)
    await club.ask("PATCH", messages(DUELS, sent.id), {"content": "ho"})
    assert (await reader.event(UPDATED))["referenced_message"] is None


async def test_what_a_bot_cannot_see_it_does_not_hear(club: Club) -> None:
    line = await club.online(READING)
    server = club.sandbox.world.servers.first
    server.places[DUELS].closed[server.bot.id] = May.VIEW
    said = (await club.say(ANA, "hello")).id
    await club.say(ANA, "hello", THREAD)
    await deleted(club, said)
    # Commands reach it there all the same.
    asked = await club.asked(line)
    assert asked["channel_id"] == DUELS
    assert line.sequence == 3
    del server.places[DUELS].closed[server.bot.id]
    await club.say(ANA, "hello again")
    assert (await line.event(CREATED))["content"] == "hello again"


async def test_answers_to_interactions_are_messages(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    await club.answer(await club.asked(line), MESSAGE, {"content": "pong"})
    told = await line.event(CREATED)
    assert (told["type"], told["content"], told["guild_id"]) == (20, "pong", SERVER)
    assert told["interaction_metadata"]["user"]["id"] == ANA
    deferred = await club.asked(line)
    await club.answer(deferred, THINKING)
    waits = await line.event(CREATED)
    assert waits["flags"] == LOADING
    await club.original("PATCH", deferred, {"content": "done"})
    done = await line.event(UPDATED)
    assert (done["id"], done["content"], done["flags"]) == (waits["id"], "done", 0)
    pressed = await club.pressed(line)
    await club.answer(pressed, CHANGE, {"content": "Pressed"})
    changed = await line.event(UPDATED)
    assert (changed["id"], changed["content"]) == (pressed["message"]["id"], "Pressed")


async def test_ephemeral_messages_are_told_as_direct_ones(club: Club) -> None:
    direct, other = await club.online(Intent.DIRECT_MESSAGES), await club.online(READING)
    asked = await club.asked(direct)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    told = await direct.event(CREATED)
    assert (told["content"], told["channel_id"], told["flags"]) == ("psst", DUELS, EPHEMERAL)
    assert {"guild_id", "member"}.isdisjoint(told)
    await club.original("PATCH", asked, {"content": "hush"})
    assert (await direct.event(UPDATED))["content"] == "hush"
    await club.original("DELETE", asked)
    assert await direct.event(DELETED) == {"id": told["id"], "channel_id": DUELS}
    await other.event("INTERACTION_CREATE")
    assert await other.is_quiet()


async def test_a_message_is_told_anew_when_a_thread_starts_from_it(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES)
    sent = (await club.post()).id
    await club.ask("POST", f"{messages(DUELS, sent)}/threads", NAMED)
    assert (await line.event("THREAD_CREATE"))["newly_created"] is True
    told = await line.event(UPDATED)
    assert (told["id"], told["flags"], told["thread"]["id"]) == (sent, 1 << 5, sent)
    assert told["edited_timestamp"] is None


async def test_a_bot_hears_that_it_has_come_into_a_thread(club: Club, line: GatewayClient) -> None:
    for _ in range(2):
        await club.post(THREAD, content=f"<@{ANA}>")
    told = await line.event("THREAD_MEMBERS_UPDATE")
    (member,) = told["added_members"]
    assert (told["id"], member["user_id"]) == (THREAD, club.application)
    assert (member["member"]["user"]["id"], member["presence"]) == (club.application, None)
    # Not that others have, if it may not know members.
    started = await club.ask("POST", f"{messages(DUELS)}/{(await club.post()).id}/threads", NAMED)
    assert (await line.event("THREAD_CREATE"))["id"] == started.id
    await club.say(BO, "hello", started.id)
    assert await line.is_quiet()


async def test_a_bot_that_asks_for_servers_alone_hears_of_no_message(
    club: Club, line: GatewayClient
) -> None:
    club.sandbox.world.context.privileged = Intent.MESSAGE_CONTENT
    for place in (DUELS, ANAS):
        sent = (await club.post(place, content=f"hi <@{ANA}>")).id
        await club.ask("PATCH", messages(place, sent), {"content": "ho"})
        await club.say(ANA, f"hello <@{club.application}>", place)
        await club.ask("DELETE", messages(place, sent))
    await deleted(club, (await club.post()).id, (await club.post()).id)
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    await club.follow_up(asked, content="pong")
    await club.original("PATCH", asked, {"content": "hush"})
    for each in ("departures", "returns"):
        await club.act(BO, each)
    assert await line.is_quiet()
