"""What a bot does with members: roles, nicknames, timeouts, kicks and bans."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Role
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BOTS,
    CLEO,
    DAN,
    DUELS,
    EVE,
    FRIENDS,
    LOBBY,
    MODERATORS,
    PING,
    SERVER,
    Club,
    a_club,
)

MEMBERS, BANS = f"/guilds/{SERVER}/members", f"/guilds/{SERVER}/bans"
ALLOWED = (
    May.KICK
    | May.BAN
    | May.TIME_OUT
    | May.MANAGE_NICKNAMES
    | May.MANAGE_ROLES
    | May.USE_COMMANDS
    | May.MANAGE_MESSAGES
)
FORBIDDEN, INVALID = (403, 50013), (400, 50035)


def allow(club: Club, may: May) -> None:
    roles = club.sandbox.world.servers.first.roles
    roles[BOTS] = Role(BOTS, "Duelhost", may | May.VIEW | May.SEND, managed=True)


@pytest.fixture
def club(club: Club) -> Club:
    """Its bot moderates."""
    allow(club, ALLOWED)
    return club


async def listening(club: Club) -> GatewayClient:
    return await club.online(Intent.GUILD_MEMBERS | Intent.GUILD_MODERATION)


async def change(club: Club, person: str, **body: Any) -> Any:
    return await club.ask("PATCH", f"{MEMBERS}/{person}", body)


def later(club: Club, **time: float) -> str:
    """Return this time from now, as bots write it."""
    now = datetime.fromtimestamp(club.clock() / 1000, UTC)
    return (now + timedelta(**time)).isoformat()


# Roles.


async def test_a_bot_gives_a_role_and_takes_it(club: Club) -> None:
    line, seat = await listening(club), await club.sit(BO)
    path = f"{MEMBERS}/{ANA}/roles/{FRIENDS}"
    for _ in range(2):
        assert (await club.ask("PUT", path)).status == 204
    told = await line.event("GUILD_MEMBER_UPDATE")
    assert (told["guild_id"], told["user"]["id"], told["roles"]) == (SERVER, ANA, [FRIENDS])
    assert (await seat.hear("members"))["members"][0]["roles"] == [FRIENDS]
    assert (await club.ask("GET", f"{MEMBERS}/{ANA}")).body["roles"] == [FRIENDS]
    assert await line.is_quiet()
    assert (await club.ask("DELETE", path)).status == 204
    assert (await line.event("GUILD_MEMBER_UPDATE"))["roles"] == []


async def test_a_role_counts_at_once(club: Club) -> None:
    roles = club.sandbox.world.servers.first.roles
    roles[FRIENDS] = Role(FRIENDS, "Friends", May.MANAGE_SERVER)
    command = (await club.register(PING | {"default_member_permissions": "32"})).body[0]
    seat = await club.sit(ANA)
    assert (await seat.hear("hello"))["commands"] == []
    await club.ask("PUT", f"{MEMBERS}/{ANA}/roles/{FRIENDS}")
    hello = await seat.hear("hello")
    assert [each["id"] for each in hello["commands"]] == [command["id"]]
    assert (hello["me"]["moderator"], hello["me"]["roles"]) == (True, [FRIENDS])


async def test_all_roles_are_set_at_once(club: Club) -> None:
    changed = await change(club, ANA, roles=[FRIENDS, FRIENDS])
    assert (changed.status, changed.body["roles"]) == (200, [FRIENDS])
    # Dan keeps a role that the bot couldn't give.
    assert (await change(club, DAN, roles=[FRIENDS, MODERATORS])).status == 200
    assert (await change(club, DAN, roles=[FRIENDS])).complaint == FORBIDDEN
    assert (await change(club, ANA, roles=None)).body["roles"] == []


@pytest.mark.parametrize(
    ("role", "complaint"),
    [
        (MODERATORS, FORBIDDEN),
        (BOTS, (400, 50028)),
        (SERVER, (400, 50028)),
        ("5", (404, 10011)),
    ],
)
async def test_roles_that_a_bot_cannot_give(
    club: Club, role: str, complaint: tuple[int, int]
) -> None:
    for method in ("PUT", "DELETE"):
        path = f"{MEMBERS}/{ANA}/roles/{role}"
        assert (await club.ask(method, path)).complaint == complaint
    assert (await change(club, ANA, roles=[role])).complaint == complaint


# Nicknames.


async def test_a_nickname_is_told_and_shown(club: Club) -> None:
    line, seat = await listening(club), await club.sit(BO)
    assert (await change(club, ANA, nick="Annie")).body["nick"] == "Annie"
    told = await line.event("GUILD_MEMBER_UPDATE")
    assert (told["nick"], told["user"]["global_name"]) == ("Annie", "Ana")
    assert (await seat.hear("members"))["members"][0]["name"] == "Annie"
    found = (await club.ask("GET", f"{MEMBERS}/search?query=anni")).body
    assert [each["user"]["id"] for each in found] == [ANA]
    for nothing in (None, ""):
        assert (await change(club, ANA, nick=nothing)).body["nick"] is None
    assert (await change(club, ANA, nick="n" * 33)).complaint == INVALID


async def test_a_bot_names_itself(club: Club, line: GatewayClient) -> None:
    """It hears of that also without the intent."""
    own = f"{MEMBERS}/@me"
    assert (await club.ask("PATCH", own, {"nick": "x"})).body["nick"] == "x"
    assert (await line.event("GUILD_MEMBER_UPDATE"))["nick"] == "x"
    assert (await change(club, club.application, nick="y")).body["nick"] == "y"
    await change(club, ANA, nick="z")
    assert (await line.event("GUILD_MEMBER_UPDATE"))["nick"] == "y"
    assert await line.is_quiet()
    picture = await club.ask("PATCH", own, {"avatar": "data:image/png;base64,"})
    assert picture.complaint == INVALID
    assert (await club.ask("PATCH", own, {})).status == 200


# Timeouts.


async def test_who_is_timed_out_may_only_read(club: Club) -> None:
    (command,) = (await club.register(PING)).body
    post = (await club.post()).id
    line, seat = await listening(club), await club.sit(BO)
    until = later(club, minutes=1)
    told = (await change(club, ANA, communication_disabled_until=until)).body
    assert told["communication_disabled_until"] == until
    assert (await line.event("GUILD_MEMBER_UPDATE"))["communication_disabled_until"] == until
    (ana, *_) = (await seat.hear("members"))["members"]
    assert ana["timed_out_until"] == club.clock() + 60_000
    assert (await club.say(ANA, "x")).why == (400, "Ana is timed out, and may only read.")
    asked = {"channel": DUELS, "command": command["id"]}
    assert (await club.act(ANA, "commands", **asked)).why == (400, "You may not use commands here.")
    assert (await club.act(ANA, "reactions", message=post, emoji="👍")).status == 400
    # The bot hears of it all the same in direct messages.
    assert (await club.say(ANA, "x", ANAS)).status == 200
    club.clock.wait(60)
    assert (await club.say(ANA, "x")).status == 200
    member = (await club.ask("GET", f"{MEMBERS}/{ANA}")).body
    assert member["communication_disabled_until"] is None


@pytest.mark.parametrize("end", [None, "2020-01-01T00:00:00", "2020-01-01T00:00:00Z"])
async def test_a_timeout_is_ended(club: Club, end: str | None) -> None:
    await change(club, ANA, communication_disabled_until=later(club, days=28))
    assert (await club.say(ANA, "x")).status == 400
    told = (await change(club, ANA, communication_disabled_until=end)).body
    assert told["communication_disabled_until"] is None
    assert (await club.say(ANA, "x")).status == 200


@pytest.mark.parametrize("until", ["tomorrow", 5, "9999-12-31T23:59:59-23:59"])
async def test_no_time_to_end_a_timeout(club: Club, until: Any) -> None:
    assert (await change(club, ANA, communication_disabled_until=until)).complaint == INVALID


async def test_a_timeout_has_an_end_and_not_everybody_gets_one(club: Club) -> None:
    too_long = later(club, days=28, seconds=1)
    assert (await change(club, ANA, communication_disabled_until=too_long)).complaint == INVALID
    roles = club.sandbox.world.servers.first.roles
    roles[FRIENDS] = Role(FRIENDS, "Friends", May.ADMINISTRATOR)
    await change(club, ANA, roles=[FRIENDS])
    soon = later(club, days=1)
    assert (await change(club, ANA, communication_disabled_until=soon)).complaint == FORBIDDEN


# Those who have to go.


async def test_a_bot_kicks_somebody_who_comes_back_as_a_stranger(club: Club) -> None:
    line, seat, other = await listening(club), await club.sit(ANA), await club.sit(BO)
    until = later(club, days=1)
    await change(club, ANA, nick="x", roles=[FRIENDS], communication_disabled_until=until)
    assert (await club.ask("DELETE", f"{MEMBERS}/{ANA}")).status == 204
    gone = await line.event("GUILD_MEMBER_REMOVE")
    assert (gone["guild_id"], gone["user"]["id"]) == (SERVER, ANA)
    await seat.hear("hello")
    await seat.hear("hello")
    assert (await seat.hear("hello"))["me"]["here"] is False
    await other.hear("members")
    assert (await other.hear("members"))["members"][0]["here"] is False
    assert (await club.ask("DELETE", f"{MEMBERS}/{ANA}")).complaint == (404, 10007)
    assert (await club.act(ANA, "returns")).status == 200
    back = await line.event("GUILD_MEMBER_ADD")
    assert (back["nick"], back["roles"]) == (None, [])
    assert back["communication_disabled_until"] == until


async def test_who_is_banned_stays_away(club: Club) -> None:
    line = await listening(club)
    assert (await club.ask("PUT", f"{BANS}/{ANA}")).status == 204
    for event in ("GUILD_BAN_ADD", "GUILD_MEMBER_REMOVE"):
        told = await line.event(event)
        assert (told["guild_id"], told["user"]["id"]) == (SERVER, ANA)
    assert (await club.act(ANA, "returns")).why == (400, "Ana is banned from the server.")
    (ban,) = (await club.ask("GET", BANS)).body
    assert ban["user"]["id"] == ANA
    assert (await club.ask("GET", f"{BANS}/{ANA}")).body == ban
    # Once more, which does nothing.
    assert (await club.ask("PUT", f"{BANS}/{ANA}", {})).status == 204
    assert (await club.ask("DELETE", f"{BANS}/{ANA}")).status == 204
    assert (await line.event("GUILD_BAN_REMOVE"))["user"]["id"] == ANA
    for method in ("GET", "DELETE"):
        assert (await club.ask(method, f"{BANS}/{ANA}")).complaint == (404, 10026)
    assert (await club.act(ANA, "returns")).status == 200


async def test_somebody_who_has_left_is_banned(club: Club) -> None:
    await club.act(EVE, "departures")
    line = await listening(club)
    assert (await club.ask("PUT", f"{BANS}/{EVE}")).status == 204
    assert (await line.event("GUILD_BAN_ADD"))["user"]["id"] == EVE
    assert await line.is_quiet()
    assert (await club.ask("PUT", f"{BANS}/1")).complaint == (404, 10013)


async def test_with_somebody_go_their_last_messages(club: Club) -> None:
    await club.say(ANA, "old")
    club.clock.wait(3600)
    await club.say(ANA, "new")
    await club.say(ANA, "new", LOBBY)
    await club.say(ANA, "kept", ANAS)
    await club.say(BO, "kept")
    await club.ask("PUT", f"{BANS}/{ANA}", {"delete_message_seconds": 3599})
    left = [each.payload["content"] for each in club.sandbox.world.messages.posts()]
    assert left == ["old", "kept", "kept"]
    await club.ask("PUT", f"{BANS}/{ANA}", {"delete_message_days": 1})
    left = [each.payload["content"] for each in club.sandbox.world.messages.posts()]
    assert left == ["kept", "kept"]
    wrong = await club.ask("PUT", f"{BANS}/{ANA}", {"delete_message_days": 8})
    assert wrong.complaint == INVALID


# Permissions.

Deed = tuple[str, str, Any]
UNTIL = {"communication_disabled_until": None}
NICK: Deed = ("PATCH", f"{MEMBERS}/{{}}", {"nick": "x"})
TIMEOUT: Deed = ("PATCH", f"{MEMBERS}/{{}}", UNTIL)
KICK: Deed = ("DELETE", f"{MEMBERS}/{{}}", None)
BAN: Deed = ("PUT", f"{BANS}/{{}}", None)
ROLES: Deed = ("PATCH", f"{MEMBERS}/{{}}", {"roles": [FRIENDS]})
OWN: Deed = ("PATCH", f"{MEMBERS}/@me", {"nick": "x"})


@pytest.mark.parametrize(
    ("deed", "needed"),
    [
        (NICK, May.MANAGE_NICKNAMES),
        (TIMEOUT, May.TIME_OUT),
        (KICK, May.KICK),
        (BAN, May.BAN),
        (("DELETE", f"{BANS}/{{}}", None), May.BAN),
        (("GET", f"{BANS}/{{}}", None), May.BAN),
        (("GET", BANS, None), May.BAN),
        (ROLES, May.MANAGE_ROLES),
        (("PUT", f"{MEMBERS}/{{}}/roles/{FRIENDS}", None), May.MANAGE_ROLES),
        (OWN, May.CHANGE_NICKNAME),
    ],
)
async def test_it_takes_a_permission(club: Club, deed: Deed, needed: May) -> None:
    roles = club.sandbox.world.servers.first.roles
    roles[SERVER] = Role(SERVER, "@everyone", roles[SERVER].permissions & ~needed)
    allow(club, ALLOWED & ~needed)
    method, path, body = deed
    assert (await club.ask(method, path.format(ANA), body)).complaint == FORBIDDEN


@pytest.mark.parametrize("deed", [NICK, TIMEOUT, KICK, BAN])
async def test_nobody_above_the_bot_is_moderated(club: Club, deed: Deed) -> None:
    method, path, body = deed
    club.sandbox.world.servers.first.profiles[CLEO] = club.sandbox.world.servers.first.profiles[DAN]
    for person in (DAN, CLEO):
        assert (await club.ask(method, path.format(person), body)).complaint == FORBIDDEN


async def test_a_bot_does_not_send_itself_away(club: Club) -> None:
    for method, path, body in (KICK, BAN):
        asked = await club.ask(method, path.format(club.application), body)
        assert asked.complaint == FORBIDDEN


async def test_nobody_is_in_a_voice_channel(club: Club) -> None:
    assert (await change(club, ANA, mute=True)).complaint == (400, 40032)
    assert (await change(club, ANA, mute=None, flags=0)).status == 200
    assert (await change(club, "1", nick="x")).complaint == (404, 10007)


# What is kept.

Again = Callable[[], AbstractAsyncContextManager[Club]]


@pytest.fixture
def again(tmp_path: Path) -> Again:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Club]:
        async with a_club(journal=tmp_path / "discord.jsonl") as club:
            allow(club, ALLOWED)
            yield club

    return opened


async def test_members_are_the_next_time_as_they_were(again: Again) -> None:
    async with again() as club:
        until = later(club, days=1)
        changes = {"nick": "Annie", "roles": [FRIENDS], "communication_disabled_until": until}
        await change(club, ANA, **changes)
        await change(club, EVE, **changes)
        await club.ask("DELETE", f"{MEMBERS}/{EVE}")
        await club.ask("PUT", f"{BANS}/{BO}")
        await club.ask("PUT", f"{BANS}/{CLEO}")
        await club.ask("DELETE", f"{BANS}/{CLEO}")
    for _ in range(2):
        async with again() as club:
            told = (await club.ask("GET", f"{MEMBERS}/{ANA}")).body
            assert {key: told[key] for key in changes} == changes
            assert [each["user"]["id"] for each in (await club.ask("GET", BANS)).body] == [BO]
            server = club.sandbox.world.servers.first
            assert server.gone == {EVE, BO, CLEO}
            eve = server.profile(server.people[EVE])
            assert (eve.roles, eve.nick) == ((), None)
            assert server.is_timed_out(server.people[EVE])
            bot = (await club.ask("GET", f"{MEMBERS}/{club.application}")).body
            assert bot["roles"] == [BOTS]
