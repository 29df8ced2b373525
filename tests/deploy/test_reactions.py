"""Reactions: put under messages by bots and people, and told to both."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CLEO,
    DUELS,
    EPHEMERAL,
    MESSAGE,
    SERVER,
    Club,
    Reply,
    a_club,
)

THUMB, HEART = "👍", "❤️"


async def react(  # noqa: PLR0917
    club: Club,
    message: str,
    emoji: str = THUMB,
    method: str = "PUT",
    who: str = "/@me",
    place: str = DUELS,
) -> Reply:
    path = f"/channels/{place}/messages/{message}/reactions/{quote(emoji)}{who}"
    return await club.ask(method, path)


async def press(club: Club, person: str, message: str, emoji: str = THUMB) -> Reply:
    return await club.act(person, "reactions", message=message, emoji=emoji)


async def told(club: Club, message: str, place: str = DUELS) -> list[tuple[str, int, bool]]:
    body = (await club.ask("GET", f"/channels/{place}/messages/{message}")).body
    return [
        (each["emoji"]["name"], each["count"], each["me"]) for each in body.get("reactions", [])
    ]


async def test_a_bot_reacts_and_takes_it_back(club: Club) -> None:
    post = (await club.say(ANA, "hello")).id
    for emoji in (THUMB, HEART, THUMB):
        assert (await react(club, post, emoji)).status == 204
    assert await told(club, post) == [(THUMB, 1, True), (HEART, 1, True)]
    for _ in range(2):
        assert (await react(club, post, THUMB, "DELETE")).status == 204
    assert await told(club, post) == [(HEART, 1, True)]
    await react(club, post, HEART, "DELETE")
    body = (await club.ask("GET", f"/channels/{DUELS}/messages/{post}")).body
    assert "reactions" not in body
    assert body["edited_timestamp"] is None


async def test_people_join_in_and_go(club: Club) -> None:
    post = (await club.post()).id
    await react(club, post)
    assert (await press(club, ANA, post)).status == 200
    await press(club, BO, post, HEART)
    assert await told(club, post) == [(THUMB, 2, True), (HEART, 1, False)]
    await press(club, ANA, post)
    await react(club, post, THUMB, "DELETE")
    assert await told(club, post) == [(HEART, 1, False)]


async def test_the_page_shows_who_has_reacted(club: Club) -> None:
    post = (await club.post()).id
    ana = await club.sit(ANA)
    await react(club, post)
    assert (await ana.message())["reacted"] == {THUMB: [club.application]}
    await press(club, BO, post)
    assert (await ana.message())["reacted"] == {THUMB: [club.application, BO]}
    hello = await (await club.sit(CLEO)).hear("hello")
    assert hello["messages"][0]["reacted"] == {THUMB: [club.application, BO]}
    await press(club, BO, post)
    await react(club, post, THUMB, "DELETE")
    assert (await ana.message())["reacted"] == {THUMB: [club.application]}
    assert "reacted" not in await ana.message()


async def test_bots_with_the_intent_hear_of_it(club: Club) -> None:
    deaf, line = await club.online(), await club.online(Intent.GUILD_MESSAGE_REACTIONS)
    post = (await club.post()).id
    await press(club, ANA, post)
    added = await line.event("MESSAGE_REACTION_ADD")
    assert added["member"]["user"]["id"] == ANA
    here = {"channel_id": DUELS, "message_id": post, "guild_id": SERVER}
    emoji = {"emoji": {"id": None, "name": THUMB}}
    by = emoji | {"user_id": ANA, "burst": False, "type": 0}
    assert added.items() >= (here | by | {"message_author_id": club.application}).items()
    await press(club, ANA, post)
    assert await line.event("MESSAGE_REACTION_REMOVE") == here | by
    club.grant(May.MANAGE_MESSAGES)
    path = f"/channels/{DUELS}/messages/{post}/reactions"
    for _ in range(2):
        await react(club, post)
    # A second time says nothing new.
    await line.event("MESSAGE_REACTION_ADD")
    assert (await club.ask("DELETE", f"{path}/{quote(THUMB)}")).status == 204
    assert (await line.hear())["t"] == "MESSAGE_REACTION_REMOVE_EMOJI"
    await react(club, post)
    assert (await club.ask("DELETE", path)).status == 204
    assert await line.event("MESSAGE_REACTION_REMOVE_ALL") == here
    assert await told(club, post) == []
    assert await line.is_quiet()
    assert await deaf.is_quiet()


async def test_direct_messages_have_an_intent_of_their_own(club: Club) -> None:
    server = await club.online(Intent.GUILD_MESSAGE_REACTIONS)
    direct = await club.online(Intent.DIRECT_MESSAGE_REACTIONS)
    post = (await club.post(ANAS)).id
    await press(club, ANA, post)
    heard = await direct.event("MESSAGE_REACTION_ADD")
    assert (heard["channel_id"], heard["user_id"]) == (ANAS, ANA)
    assert not heard.keys() & {"guild_id", "member"}
    assert await server.is_quiet()
    # Nobody moderates direct messages.
    theirs = await react(club, post, THUMB, "DELETE", f"/{ANA}", ANAS)
    assert theirs.complaint == (400, 50003)


async def test_those_who_have_reacted_are_listed(club: Club) -> None:
    post = (await club.post()).id
    for person in (CLEO, ANA, BO):
        await press(club, person, post)
    await react(club, post)
    path = f"/channels/{DUELS}/messages/{post}/reactions/{quote(THUMB)}"

    async def listed(asked: str = "") -> list[str]:
        return [each["id"] for each in (await club.ask("GET", path + asked)).body]

    assert await listed() == [ANA, BO, CLEO, club.application]
    assert await listed("?limit=2") == [ANA, BO]
    assert await listed(f"?after={BO}") == [CLEO, club.application]
    assert await listed("?type=1") == []
    assert (await club.ask("GET", f"{path}?limit=101")).complaint == (400, 50035)
    none = await react(club, post, HEART, "GET", "")
    assert (none.status, none.body) == (200, [])


@pytest.mark.parametrize("emoji", ["a", "thumbsup", "👍👍", "name:120000000000000001", "/", "%"])
async def test_only_an_emoji_is_reacted_with(club: Club, emoji: str) -> None:
    post = (await club.post()).id
    path = f"/channels/{DUELS}/messages/{post}/reactions/{quote(emoji, safe='')}"
    for method, who in (("PUT", "/@me"), ("DELETE", "/@me"), ("GET", "")):
        assert (await club.ask(method, path + who)).complaint == (404, 10014)
    refused = await press(club, ANA, post, emoji)
    assert refused.why == (400, "This is no emoji.")


async def test_the_colourful_form_is_the_same_reaction(club: Club) -> None:
    post = (await club.post()).id
    await press(club, ANA, post, "❤")
    await react(club, post, HEART)
    assert await told(club, post) == [("❤", 2, True)]


async def test_there_are_twenty_different_ones(club: Club) -> None:
    post = (await club.post()).id
    for each in range(20):
        assert (await react(club, post, chr(0x1F600 + each))).status == 204
    refused = await react(club, post)
    assert refused.complaint == (403, 30010)
    page = await press(club, ANA, post)
    assert page.why == (400, "A message has no more than 20 different reactions.")
    assert (await press(club, ANA, post, chr(0x1F600))).status == 200


async def test_only_those_react_who_may(club: Club) -> None:
    club.deny(May.REACT)
    post = (await club.post()).id
    assert (await react(club, post)).complaint == (403, 50013)
    await press(club, ANA, post)
    # Joining in takes no permission.
    assert (await react(club, post)).status == 204
    club.deny(May.REACT | May.READ_HISTORY, whom=ANA)
    for post in ((await club.post()).id, (await club.say(BO, "hello")).id):
        await react(club, post)
        assert (await press(club, ANA, post)).why == (400, "You may not react here.")


async def test_others_reactions_are_for_moderators(club: Club) -> None:
    post = (await club.post()).id
    await press(club, ANA, post)
    await react(club, post)
    for who in (f"/{ANA}", "", "/1"):
        assert (await react(club, post, THUMB, "DELETE", who)).complaint == (403, 50013)
    own = await react(club, post, THUMB, "DELETE", f"/{club.application}")
    assert own.status == 204
    club.grant(May.MANAGE_MESSAGES)
    assert (await react(club, post, THUMB, "DELETE", "/1")).complaint == (404, 10013)
    assert (await react(club, post, THUMB, "DELETE", f"/{ANA}")).status == 204
    assert await told(club, post) == []


async def test_people_react_to_what_they_see(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    (secret,) = (await (await club.sit(ANA)).hear("hello"))["messages"]
    assert (await press(club, BO, secret["id"])).why == (400, "There is no such message.")
    # Discord doesn't know what only one person sees, by its id.
    assert (await press(club, ANA, secret["id"])).status == 400
    assert (await react(club, secret["id"])).complaint == (404, 10008)


async def test_reactions_are_slower_than_messages() -> None:
    async with a_club(limited=True) as club:
        post = (await club.post()).id
        first = await react(club, post)
        assert first.headers["X-RateLimit-Limit"] == "1"
        many = await react(club, post, HEART)
        assert (many.status, many.body["retry_after"]) == (429, 0.25)
        club.clock.wait(0.25)
        assert (await react(club, post, HEART)).status == 204


async def test_reactions_are_known_again(tmp_path: Path) -> None:
    journal = tmp_path / "discord.jsonl"
    async with a_club(journal=journal) as club:
        post = (await club.post()).id
        await react(club, post)
        await press(club, ANA, post)
        await press(club, ANA, post, HEART)
        await press(club, ANA, post, HEART)
        before = (await club.ask("GET", f"/channels/{DUELS}/messages/{post}")).body
    for _ in range(2):
        async with a_club(journal=journal) as club:
            path = f"/channels/{DUELS}/messages/{post}"
            assert (await club.ask("GET", path)).body["reactions"] == before["reactions"]
            shown: Any = (await (await club.sit(BO)).hear("hello"))["messages"]
            assert shown[0]["reacted"] == {THUMB: [club.application, ANA]}
