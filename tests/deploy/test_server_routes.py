"""What bots look up when they start: users, servers, channels, roles, threads and members."""

from typing import Any

import pytest

from deploy.sandbox.gateway.intents import NONE, Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    DAN,
    DUELS,
    EVE,
    FRIENDS,
    LOBBY,
    MODERATORS,
    NEWS,
    SERVER,
    THREAD,
    Club,
)

GUILD = f"/guilds/{SERVER}"
BOTS = "100000000000000001"


async def listed(club: Club, path: str) -> list[str]:
    """Return the ids of the objects that a path has."""
    reply = await club.ask("GET", path)
    assert reply.status == 200, reply.body
    return [each["id"] for each in reply.body]


# Users.


async def test_a_bot_looks_at_users(club: Club) -> None:
    ana = (await club.ask("GET", f"/users/{ANA}")).body
    assert (ana["id"], ana["username"], ana["bot"]) == (ANA, "ana", False)
    assert (await club.ask("GET", f"/users/{club.application}")).body["bot"]
    await club.act(EVE, "departures")
    assert (await club.ask("GET", f"/users/{EVE}")).id == EVE
    assert (await club.ask("GET", "/users/1")).complaint == (404, 10013)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", [SERVER]),
        ("?after=1&limit=1", [SERVER]),
        (f"?after={SERVER}", []),
        (f"?before={SERVER}", []),
        (f"?before={int(SERVER) + 1}", [SERVER]),
    ],
)
async def test_a_bot_is_in_one_server(club: Club, asked: str, found: list[str]) -> None:
    assert await listed(club, f"/users/@me/guilds{asked}") == found


async def test_a_bot_learns_what_it_may_in_its_server(club: Club) -> None:
    (own,) = (await club.ask("GET", "/users/@me/guilds?with_counts=true")).body
    assert int(own["permissions"]) & May.SEND
    assert not int(own["permissions"]) & May.MANAGE_SERVER
    assert (own["owner"], own["approximate_member_count"]) == (False, 6)


async def test_a_bot_opens_direct_messages(club: Club) -> None:
    opened = await club.ask("POST", "/users/@me/channels", {"recipient_id": ANA})
    assert (opened.status, opened.id) == (200, ANAS)
    assert opened.body["recipients"][0]["id"] == ANA
    assert (await club.post(opened.id)).status == 200
    for nobody in ("1", club.application):
        refused = await club.ask("POST", "/users/@me/channels", {"recipient_id": nobody})
        assert refused.complaint == (400, 50033)
    assert (await club.ask("POST", "/users/@me/channels", {})).complaint == (400, 50035)


async def test_a_bot_keeps_its_name(club: Club) -> None:
    own = (await club.ask("GET", "/users/@me")).body
    same = await club.ask("PATCH", "/users/@me", {"username": own["username"]})
    assert (same.status, same.body) == (200, own)
    refused = await club.ask("PATCH", "/users/@me", {"username": "other", "avatar": "x"})
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"].keys() == {"username", "avatar"}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/sticker-packs", {"sticker_packs": []}),
        ("/soundboard-default-sounds", []),
        ("/voice/regions", []),
        ("/applications/{}/emojis", {"items": []}),
        (f"{GUILD}/soundboard-sounds", {"items": []}),
    ],
)
async def test_there_is_none_of_these(club: Club, path: str, told: Any) -> None:
    assert (await club.ask("GET", path.format(club.application))).body == told


async def test_sticker_packs_are_for_everybody(club: Club) -> None:
    assert (await club.ask("GET", "/sticker-packs", headers={})).status == 200


async def test_emojis_of_others_are_out_of_reach(club: Club) -> None:
    assert (await club.ask("GET", "/applications/1/emojis")).complaint == (403, 20012)


# The server.


async def test_a_server_is_counted_for_those_who_ask(club: Club) -> None:
    plain = (await club.ask("GET", GUILD)).body
    counted = (await club.ask("GET", f"{GUILD}?with_counts=true")).body
    assert counted.keys() - plain.keys() == {
        "approximate_member_count",
        "approximate_presence_count",
    }
    assert counted["approximate_member_count"] == 6
    # These come with the gateway's event only.
    assert not plain.keys() & {"channels", "members", "threads", "joined_at", "member_count"}
    assert (await club.ask("GET", f"{GUILD}/preview")).body["approximate_member_count"] == 6


async def test_a_server_has_channels(club: Club) -> None:
    assert await listed(club, f"{GUILD}/channels") == [DUELS, LOBBY, NEWS]


async def test_a_server_has_roles(club: Club) -> None:
    assert MODERATORS in await listed(club, f"{GUILD}/roles")
    found = await club.ask("GET", f"{GUILD}/roles/{MODERATORS}")
    assert (found.id, found.body["name"]) == (MODERATORS, "Moderators")
    assert (await club.ask("GET", f"{GUILD}/roles/1")).complaint == (404, 10011)


async def test_the_members_of_roles_are_counted(club: Club) -> None:
    counts = (await club.ask("GET", f"{GUILD}/roles/member-counts")).body
    assert counts == {FRIENDS: 0, BOTS: 1, MODERATORS: 1}


async def test_a_server_has_threads(club: Club) -> None:
    message = (await club.post()).id
    path = f"/channels/{DUELS}/messages/{message}/threads"
    made = (await club.ask("POST", path, {"name": "A duel"})).id
    told = (await club.ask("GET", f"{GUILD}/threads/active")).body
    assert [each["id"] for each in told["threads"]] == [THREAD, made]
    assert [(each["id"], each["user_id"]) for each in told["members"]] == [(made, club.application)]
    club.deny(May.VIEW)
    assert (await club.ask("GET", f"{GUILD}/threads/active")).body["threads"] == []


@pytest.mark.parametrize("what", ["emojis", "stickers", "scheduled-events", "regions"])
async def test_a_server_has_none_of_these(club: Club, what: str) -> None:
    assert await listed(club, f"{GUILD}/{what}") == []


@pytest.mark.parametrize(
    ("what", "needed"),
    [
        ("webhooks", May.MANAGE_WEBHOOKS),
        ("invites", May.MANAGE_SERVER),
        ("integrations", May.MANAGE_SERVER),
    ],
)
async def test_who_may_manage_these_learns_that_there_are_none(
    club: Club, what: str, needed: May
) -> None:
    assert (await club.ask("GET", f"{GUILD}/{what}")).complaint == (403, 50013)
    club.grant(needed)
    assert (await club.ask("GET", f"{GUILD}/{what}")).body == []


async def test_there_is_one_server(club: Club) -> None:
    for what in ("", "/channels", "/roles", "/members", "/members/search?query=a", "/emojis"):
        assert (await club.ask("GET", f"/guilds/1{what}")).complaint == (404, 10004)


# Members.


async def found(club: Club, asked: str) -> list[str]:
    reply = await club.ask("GET", f"{GUILD}/members{asked}")
    assert reply.status == 200, reply.body
    return [each["user"]["id"] for each in reply.body]


async def test_all_members_are_listed_to_bots_with_the_intent(club: Club) -> None:
    club.sandbox.world.context.privileged = Intent.GUILD_MEMBERS
    assert await found(club, "") == [ANA]
    assert await found(club, f"?limit=2&after={ANA}") == [BO, "110000000000000003"]
    await club.act(EVE, "departures")
    everybody = await found(club, "?limit=1000")
    assert (everybody[0], everybody[-1]) == (ANA, club.application)
    assert EVE not in everybody
    club.sandbox.world.context.privileged = NONE
    assert (await club.ask("GET", f"{GUILD}/members")).complaint == (403, 50001)


async def test_members_are_found_by_the_beginning_of_their_names(club: Club) -> None:
    assert await found(club, "/search?query=DA") == [DAN]
    assert await found(club, "/search?query=zoe") == []
    both = await found(club, "/search?query=d&limit=5")
    assert both == [DAN, club.application]
    assert (await club.ask("GET", f"{GUILD}/members/search")).complaint == (400, 50035)


@pytest.mark.parametrize(
    ("asked", "key", "code"),
    [
        ("limit=0", "limit", "NUMBER_TYPE_MIN"),
        ("limit=1001", "limit", "NUMBER_TYPE_MAX"),
        ("limit=x", "limit", "NUMBER_TYPE_COERCE"),
        ("limit=-1", "limit", "NUMBER_TYPE_COERCE"),
        ("after=x", "after", "NUMBER_TYPE_COERCE"),
        (f"after={1 << 64}", "after", "NUMBER_TYPE_COERCE"),
    ],
)
async def test_a_wrong_question_is_complained_of(
    club: Club, asked: str, key: str, code: str
) -> None:
    refused = await club.ask("GET", f"{GUILD}/members?{asked}")
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"][key]["_errors"][0]["code"] == code
