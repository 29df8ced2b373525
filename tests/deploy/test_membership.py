"""People leave the server, and come back."""

import errno
import os
from typing import Any

from deploy.sandbox.gateway.intents import Intent
from tests.deploy.gateway_client import REQUEST_MEMBERS, GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTON,
    BUTTONS,
    DAN,
    DUELS,
    EPHEMERAL,
    FORM,
    MESSAGE,
    PING,
    SERVER,
    THREAD,
    Club,
)

LEFT = (400, "Ana has left the server, and can do nothing there.")
ASKING = {
    "custom_id": "m",
    "title": "x",
    "components": [
        {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 1}}
    ],
}
WHOM = {"type": 6, "name": "whom", "description": "x"}


async def leaves(club: Club, person: str = ANA) -> None:
    assert (await club.act(person, "departures")).status == 200


async def comes_back(club: Club, person: str = ANA) -> None:
    assert (await club.act(person, "returns")).status == 200


async def test_who_has_left_is_no_member(club: Club) -> None:
    await leaves(club)
    for path in (f"/guilds/{SERVER}/members/{ANA}", f"/channels/{THREAD}/thread-members/{ANA}"):
        assert (await club.ask("GET", path)).complaint == (404, 10007)
    await comes_back(club)
    assert (await club.ask("GET", f"/guilds/{SERVER}/members/{ANA}")).status == 200


async def test_who_has_left_is_not_found_at_the_gateway(club: Club, line: GatewayClient) -> None:
    async def told() -> tuple[list[str], list[str]]:
        await line.say(REQUEST_MEMBERS, {"guild_id": SERVER, "user_ids": [ANA, BO]})
        chunk = await line.event("GUILD_MEMBERS_CHUNK")
        return [each["user"]["id"] for each in chunk["members"]], chunk["not_found"]

    await leaves(club)
    assert await told() == ([BO], [ANA])
    await comes_back(club)
    assert await told() == ([ANA, BO], [])


async def test_a_server_has_as_many_members_as_are_in_it(club: Club) -> None:
    await leaves(club)
    guild = await told_of_guild(club)
    assert (guild["member_count"], guild["threads"][0]["member_count"]) == (5, 4)
    await comes_back(club)
    assert (await told_of_guild(club))["member_count"] == 6


async def told_of_guild(club: Club) -> Any:
    line = await club.line()
    await line.identify()
    return await line.event("GUILD_CREATE")


async def test_only_a_bot_that_may_know_hears_of_it(club: Club, line: GatewayClient) -> None:
    knowing = await club.online(Intent.GUILD_MEMBERS)
    await leaves(club)
    gone = await knowing.event("GUILD_MEMBER_REMOVE")
    assert (gone["guild_id"], gone["user"]["id"]) == (SERVER, ANA)
    await comes_back(club)
    back = await knowing.event("GUILD_MEMBER_ADD")
    same = (await club.ask("GET", f"/guilds/{SERVER}/members/{ANA}")).body
    assert back == same | {"guild_id": SERVER}
    assert await line.is_quiet()


async def test_their_seat_shows_another_server(club: Club) -> None:
    await club.register(PING)
    await club.say(BO, "hello")
    await club.post(ANAS, content="for Ana")
    seat = await club.sit(ANA)
    assert len((await seat.hear("hello"))["commands"]) == 1
    await leaves(club)
    hello = await seat.hear("hello")
    assert hello["me"]["here"] is False
    assert [(each["id"], each["writable"]) for each in hello["channels"]] == [(ANAS, False)]
    assert [each["content"] for each in hello["messages"]] == ["for Ana"]
    assert hello["commands"] == []
    # Nor do they hear of anything later.
    await club.say(BO, "bye")
    await club.register(PING, PING | {"name": "pong"})
    assert (await seat.hear("commands"))["commands"] == []
    assert "message" not in [each["type"] for each in seat.heard]
    await comes_back(club)
    hello = await seat.hear("hello")
    assert hello["me"]["here"] is True
    assert [each["content"] for each in hello["messages"]] == ["hello", "bye", "for Ana"]
    assert len(hello["commands"]) == 2


async def test_others_still_know_who_they_are(club: Club) -> None:
    bo, anybody = await club.sit(BO), await club.sit(None)
    before = (await (await club.sit(BO)).hear("hello"))["members"]
    await leaves(club)
    members = (await bo.hear("members"))["members"]
    assert (await anybody.hear("members"))["members"] == members
    assert [each["here"] for each in members] == [each["id"] != ANA for each in members]
    assert [each["name"] for each in members] == [each["name"] for each in before]
    assert (await club.page("GET", "members")).body == members[:-1]
    await comes_back(club)
    assert (await bo.hear("members"))["members"] == before


async def test_they_can_do_nothing_in_it(club: Club, line: GatewayClient) -> None:
    (command,) = (await club.register(PING)).body
    post = (await club.post(content="Press it", components=BUTTONS)).id
    menu = {"channel": DUELS, "command": command["id"]}
    await leaves(club)
    assert (await club.say(ANA, "hello")).why == LEFT
    assert (await club.act(ANA, "commands", **menu)).why == LEFT
    assert (await club.act(ANA, "suggestions", **menu, focused="x")).why == LEFT
    assert (await club.press(ANA, post)).why == (400, "There is no such message.")
    assert await line.is_quiet()
    await comes_back(club)
    assert (await club.press(ANA, post)).status == 200


async def test_a_form_that_they_had_open_is_no_use(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    assert (await club.answer(asked, FORM, ASKING)).status == 204
    await leaves(club)
    filled = {"form": asked["id"], "values": {"t": "x"}}
    assert (await club.act(ANA, "forms", **filled)).why == LEFT
    assert await line.is_quiet()
    await comes_back(club)
    assert (await club.act(ANA, "forms", **filled)).status == 200


async def test_what_was_private_in_it_is_out_of_sight(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    await leaves(club)
    assert (await (await club.sit(ANA)).hear("hello"))["messages"] == []


async def test_they_cannot_be_chosen(club: Club) -> None:
    command = {**PING, "options": [WHOM]}
    menu = {"name": "Profile", "type": 2}
    known, about = (await club.register(command, menu)).body
    select = {"type": 1, "components": [{"type": 5, "custom_id": "s"}]}
    post = (await club.post(content="Choose", components=[select])).id
    await leaves(club)
    nobody = (400, "There is no such member here.")
    option = {"channel": DUELS, "command": known["id"], "options": {"whom": ANA}}
    assert (await club.act(BO, "commands", **option)).why == nobody
    target = {"channel": DUELS, "command": about["id"], "target": ANA}
    assert (await club.act(BO, "commands", **target)).why == nobody
    assert (await club.press(BO, post, "s", values=[ANA])).why == nobody


async def test_a_mention_of_them_pings_nobody(club: Club) -> None:
    await leaves(club)
    told = (await club.post(content=f"<@{ANA}> and <@{BO}>")).body
    assert [each["id"] for each in told["mentions"]] == [BO]


async def test_without_a_server_in_common_nothing_more_is_said(
    club: Club, line: GatewayClient
) -> None:
    direct = (await club.post(ANAS, components=[{"type": 1, "components": [BUTTON]}])).id
    (command,) = (await club.register(PING)).body
    await leaves(club)
    assert (await club.post(ANAS)).complaint == (403, 50278)
    said = (400, "Ana has left the server, and has none in common with the bot.")
    assert (await club.say(ANA, "hello", ANAS)).why == said
    none = (400, "There is no such command here.")
    sent = await club.act(ANA, "commands", channel=ANAS, command=command["id"])
    assert sent.why == none
    # Buttons of earlier messages can still be pressed.
    assert (await club.press(ANA, direct)).status == 200
    told = await line.event("INTERACTION_CREATE")
    assert (told["context"], told["user"]["id"]) == (1, ANA)
    await comes_back(club)
    assert (await club.post(ANAS)).status == 200


async def test_nobody_leaves_or_comes_twice(club: Club) -> None:
    back = (400, "Ana is in the server already.")
    assert (await club.act(ANA, "returns")).why == back
    await leaves(club)
    assert (await club.act(ANA, "departures")).why == (400, "Ana has left the server already.")
    await comes_back(club)
    assert (await club.act(ANA, "returns")).why == back


async def test_who_owns_the_server_stays(club: Club) -> None:
    why = "Dan owns the server. Whoever does can't leave it."
    assert (await club.act(DAN, "departures")).why == (400, why)
    assert (await club.ask("GET", f"/guilds/{SERVER}/members/{DAN}")).status == 200


async def test_what_cannot_be_saved_has_not_happened(club: Club) -> None:
    def full(_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kept = club.sandbox.world.context.note
    club.sandbox.world.context.note = full
    assert (await club.act(ANA, "departures")).status == 507
    assert club.sandbox.world.servers.first.gone == set()
    club.sandbox.world.context.note = kept
    await leaves(club)
    club.sandbox.world.context.note = full
    assert (await club.act(ANA, "returns")).status == 507
    assert club.sandbox.world.servers.first.gone == {ANA}
