"""The users that a message pings."""

from typing import Any

import pytest

from tests.deploy.sandbox_client import ANA, BO, DAN, DUELS, MODERATORS, V2, Club


def pinged(told: Any) -> list[str]:
    return [each["id"] for each in told["mentions"]]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (f"<@{ANA}> and <@!{BO}>", [ANA, BO]),
        (f"<@{BO}> <@{ANA}> <@{BO}>", [BO, ANA]),
        ("<@1>", []),
        (f"@{ANA}", []),
        ("<@>", []),
    ],
)
async def test_members_are_pinged_who_are_mentioned(
    club: Club, content: str, found: list[str]
) -> None:
    assert pinged((await club.post(content=content)).body) == found


@pytest.mark.parametrize(
    ("allowed", "users", "roles"),
    [
        (None, [ANA, BO], [MODERATORS]),
        ({}, [], []),
        ({"parse": []}, [], []),
        ({"parse": ["users"]}, [ANA, BO], []),
        ({"parse": ["roles"]}, [], [MODERATORS]),
        ({"users": [BO, DAN]}, [BO], []),
        ({"roles": [MODERATORS]}, [], [MODERATORS]),
        ({"parse": ["everyone"]}, [], []),
    ],
)
async def test_only_those_are_pinged_who_may_be(
    club: Club, allowed: Any, users: list[str], roles: list[str]
) -> None:
    more = {} if allowed is None else {"allowed_mentions": allowed}
    told = (await club.post(content=f"<@{ANA}> <@{BO}> <@&{MODERATORS}> <@&1>", **more)).body
    assert (pinged(told), told["mention_roles"]) == (users, roles)


@pytest.mark.parametrize("who", ["@everyone", "@here"])
async def test_everybody_is_pinged_by_whoever_may(club: Club, who: str) -> None:
    text = f"{who}, come"
    assert (await club.say(DAN, text)).body["mention_everyone"]
    assert not (await club.say(ANA, text)).body["mention_everyone"]
    assert not (await club.post(content=text)).body["mention_everyone"]
    assert not (await club.say(DAN, "@everyones")).body["mention_everyone"]


async def test_everybody_is_pinged_only_if_that_may_be(club: Club) -> None:
    server = club.sandbox.world.servers.first
    dan, place = server.people[DAN], server.places[DUELS]
    for parse, is_pinged in (([], False), (["users"], False), (["everyone"], True)):
        form = {"content": "@everyone", "allowed_mentions": {"parse": parse}}
        told = club.sandbox.world.messages.write(place, dan, form).payload
        assert told["mention_everyone"] is is_pinged


async def test_text_in_components_pings(club: Club) -> None:
    text = {"type": 10, "content": f"<@{ANA}>"}
    inner = {"type": 17, "components": [text, {"type": 14}]}
    assert pinged((await club.post(components=[inner], flags=V2)).body) == [ANA]


async def test_an_edit_of_components_says_so_too(club: Club) -> None:
    text = {"type": 10, "content": f"<@{ANA}>"}
    sent = await club.post(components=[text], flags=V2)
    path = f"/channels/{DUELS}/messages/{sent.id}"
    other = {"components": [text | {"content": f"<@{BO}>"}]}
    assert pinged((await club.ask("PATCH", path, other)).body) == [BO]


async def test_an_edit_says_anew_whom_a_message_mentions(club: Club) -> None:
    sent = await club.post(content=f"<@{ANA}>")
    path = f"/channels/{DUELS}/messages/{sent.id}"
    same = await club.ask("PATCH", path, {"embeds": [{"title": "x"}]})
    assert pinged(same.body) == [ANA]
    assert pinged((await club.ask("PATCH", path, {"content": f"<@{BO}>"})).body) == [BO]
