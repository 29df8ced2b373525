"""Channels that a bot creates, changes and deletes, and who may do what in them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deploy.sandbox.guild.guild import Profile
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BOTS,
    DAN,
    DUELS,
    FRIENDS,
    LOBBY,
    SERVER,
    THREAD,
    Club,
    a_club,
)

CHANNELS = f"/guilds/{SERVER}/channels"
FORBIDDEN, INVALID, UNKNOWN = (403, 50013), (400, 50035), (404, 10003)
VIEW, SEND = str(int(May.VIEW)), str(int(May.SEND))


@pytest.fixture
def club(club: Club) -> Club:
    """Its bot may change channels."""
    club.grant(May.MANAGE_CHANNELS | May.MANAGE_ROLES)
    return club


def ticket(club: Club) -> list[dict[str, Any]]:
    """Return overwrites that let only Ana and the bot see a channel."""
    return [
        {"id": SERVER, "type": 0, "deny": VIEW},
        {"id": ANA, "type": 1, "allow": int(May.VIEW), "deny": "0"},
        {"id": club.application, "type": 1, "allow": VIEW},
    ]


async def create(club: Club, **form: Any) -> Any:
    return await club.ask("POST", CHANNELS, {"name": "tickets"} | form)


async def names(club: Club, person: str) -> list[str]:
    """Return the names of the channels that somebody sees."""
    hello = await (await club.sit(person)).hear("hello")
    return [each["name"] for each in hello["channels"] if each["type"] == 0]


async def test_a_bot_creates_a_channel(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    made = await create(club, name="New Channel", topic="x", rate_limit_per_user=5, position=3)
    assert made.status == 201
    assert (made.body["name"], made.body["topic"], made.body["type"]) == ("new-channel", "x", 0)
    assert made.body["rate_limit_per_user"] == 5
    assert await line.event("CHANNEL_CREATE") == made.body
    shown = {each["id"]: each for each in (await seat.hear("channels"))["channels"]}
    assert (shown[made.id]["name"], shown[made.id]["topic"]) == ("new-channel", "x")
    assert (await club.post(made.id)).status == 200
    assert (await club.say(ANA, "hi", made.id)).status == 200
    assert made.id in [each["id"] for each in (await club.ask("GET", CHANNELS)).body]


@pytest.mark.parametrize(
    "form",
    [
        {"name": ""},
        {"name": None},
        {"name": "x" * 101},
        {"type": 2},
        {"type": 4},
        {"type": 1},
        {"parent_id": DUELS},
        {"topic": "x" * 1025},
        {"rate_limit_per_user": 21_601},
        {"permission_overwrites": [{"id": SERVER, "allow": "x"}]},
        {"permission_overwrites": [{"id": SERVER, "deny": True}]},
        {"permission_overwrites": [{"allow": "0"}]},
        {"permission_overwrites": [{"id": SERVER, "type": 2}]},
    ],
)
async def test_no_channel(club: Club, form: Any) -> None:
    assert (await create(club, **form)).complaint == INVALID


async def test_a_bot_changes_a_channel(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    path = f"/channels/{DUELS}"
    changed = (await club.ask("PATCH", path, {"name": "Games", "topic": "y"})).body
    assert (changed["name"], changed["topic"]) == ("games", "y")
    assert await line.event("CHANNEL_UPDATE") == changed
    first = (await seat.hear("channels"))["channels"][0]
    assert (first["name"], first["topic"]) == ("games", "y")
    same = (await club.ask("PATCH", path, {"name": None, "rate_limit_per_user": None})).body
    assert (same["name"], same["topic"]) == ("games", "y")
    assert (await club.ask("PATCH", path, {"topic": None})).body["topic"] is None
    assert (await club.ask("PATCH", path, {"type": 5})).complaint == INVALID


async def test_slow_mode_is_for_people(club: Club) -> None:
    await club.ask("PATCH", f"/channels/{DUELS}", {"rate_limit_per_user": 5})
    assert (await club.say(ANA, "1")).status == 200
    club.clock.wait(1.5)
    why = "This channel is in slow mode. You may write again in 4 s."
    assert (await club.say(ANA, "2")).why == (400, why)
    assert (await club.say(BO, "1")).status == 200
    assert [(await club.say(DAN, each)).status for each in "12"] == [200, 200]
    club.clock.wait(3.5)
    assert (await club.say(ANA, "2")).status == 200


async def test_a_bot_deletes_a_channel_with_its_threads(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    post = (await club.post()).id
    await club.say(ANA, "hi", THREAD)
    told = await club.ask("DELETE", f"/channels/{DUELS}")
    assert (told.status, told.id) == (200, DUELS)
    assert (await line.event("THREAD_DELETE"))["id"] == THREAD
    assert await line.event("CHANNEL_DELETE") == told.body
    await seat.hear("channels")
    shown = [each["id"] for each in (await seat.hear("channels"))["channels"]]
    assert not {DUELS, THREAD} & {*shown}
    for place in (DUELS, THREAD):
        assert (await club.ask("GET", f"/channels/{place}")).complaint == UNKNOWN
        assert (await club.post(place)).complaint == UNKNOWN
        assert (await club.say(ANA, "x", place)).why == (400, "There is no such channel.")
    assert (await club.press(ANA, post)).why == (400, "There is no such message.")


async def test_a_command_from_a_channel_that_is_gone(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.ask("DELETE", f"/channels/{DUELS}")
    assert (await club.answer(asked, 4, {"content": "x"})).status == 404


# Who may do what in a channel.


async def test_a_ticket_is_seen_by_those_whom_it_is_for(club: Club) -> None:
    made = await create(club, permission_overwrites=ticket(club))
    told = {each["id"]: each for each in made.body["permission_overwrites"]}
    assert told[SERVER] == {"id": SERVER, "type": 0, "allow": "0", "deny": VIEW}
    assert told[ANA] == {"id": ANA, "type": 1, "allow": VIEW, "deny": "0"}
    assert "tickets" in await names(club, ANA)
    assert "tickets" not in await names(club, BO)
    assert (await club.post(made.id, content="private")).status == 200
    bo = await club.sit(BO)
    await bo.hear("hello")
    path = f"/channels/{made.id}/permissions/{BO}"
    assert (await club.ask("PUT", path, {"type": 1, "allow": VIEW})).status == 204
    hello = await bo.hear("hello")
    assert "private" in [each["content"] for each in hello["messages"]]
    assert (await club.ask("DELETE", path)).status == 204
    hello = await bo.hear("hello")
    assert "tickets" not in [each["name"] for each in hello["channels"]]
    assert (await club.ask("DELETE", path)).complaint == (404, 10009)


async def test_a_channel_is_locked_and_opened(club: Club, line: GatewayClient) -> None:
    path = f"/channels/{DUELS}/permissions/{SERVER}"
    assert (await club.ask("PUT", path, {"type": 0, "deny": SEND, "allow": None})).status == 204
    (told,) = (await line.event("CHANNEL_UPDATE"))["permission_overwrites"]
    assert (told["id"], told["deny"]) == (SERVER, SEND)
    assert (await club.say(ANA, "x")).why == (400, "You may not write here.")
    # A role may more than everybody, and a member more than a role.
    club.sandbox.world.servers.first.profiles[ANA] = Profile((FRIENDS,))
    await club.ask("PUT", f"/channels/{DUELS}/permissions/{FRIENDS}", {"type": 0, "allow": SEND})
    assert (await club.say(ANA, "x")).status == 200
    await club.ask("PUT", f"/channels/{DUELS}/permissions/{ANA}", {"type": 1, "deny": SEND})
    assert (await club.say(ANA, "x")).status == 400
    whole = await club.ask("PATCH", f"/channels/{DUELS}", {"permission_overwrites": []})
    assert whole.status == 200
    assert (await club.say(BO, "x")).status == 200


async def test_a_bot_gives_only_what_it_has(club: Club) -> None:
    ban = str(int(May.BAN))
    path = f"/channels/{DUELS}/permissions/{SERVER}"
    assert (await club.ask("PUT", path, {"type": 0, "allow": ban})).complaint == FORBIDDEN
    overwrites = [{"id": SERVER, "type": 0, "deny": ban}]
    assert (await create(club, permission_overwrites=overwrites)).complaint == FORBIDDEN
    # Of voice channels the sandbox knows nothing.
    assert (await club.ask("PUT", path, {"type": 0, "allow": str(1 << 20)})).status == 204
    nobody = f"/channels/{DUELS}/permissions/5"
    assert (await club.ask("PUT", nobody, {"type": 1, "allow": SEND})).complaint == (404, 10009)


@pytest.mark.parametrize(
    ("method", "path", "form", "needed"),
    [
        ("POST", CHANNELS, {"name": "x"}, May.MANAGE_CHANNELS),
        ("PATCH", f"/channels/{DUELS}", {"name": "x"}, May.MANAGE_CHANNELS),
        ("PATCH", f"/channels/{DUELS}", {"permission_overwrites": []}, May.MANAGE_ROLES),
        ("DELETE", f"/channels/{DUELS}", None, May.MANAGE_CHANNELS),
        ("PUT", f"/channels/{DUELS}/permissions/{SERVER}", {"type": 0}, May.MANAGE_ROLES),
    ],
)
async def test_it_takes_a_permission(
    club: Club, method: str, path: str, form: Any, needed: May
) -> None:
    roles = club.sandbox.world.servers.first.roles
    roles[BOTS] = replace(roles[BOTS], permissions=roles[BOTS].permissions & ~needed)
    assert (await club.ask(method, path, form)).complaint == FORBIDDEN


@pytest.mark.parametrize("place", [THREAD, ANAS])
async def test_only_channels_have_overwrites(club: Club, place: str) -> None:
    path = f"/channels/{place}/permissions/{ANA}"
    assert (await club.ask("PUT", path, {"type": 1})).complaint == (400, 50024)


# What is kept.

Again = Callable[[], AbstractAsyncContextManager[Club]]


@pytest.fixture
def again(tmp_path: Path) -> Again:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Club]:
        async with a_club(journal=tmp_path / "discord.jsonl") as club:
            club.grant(May.MANAGE_CHANNELS | May.MANAGE_ROLES)
            yield club

    return opened


async def test_channels_are_the_next_time_as_they_were(again: Again) -> None:
    async with again() as club:
        made = await create(club, topic="x", permission_overwrites=ticket(club))
        await club.post(made.id, content="private")
        thread = f"/channels/{made.id}/threads"
        await club.ask("POST", thread, {"name": "more", "type": 11})
        await club.ask("PATCH", f"/channels/{DUELS}", {"name": "games", "rate_limit_per_user": 5})
        await club.ask("DELETE", f"/channels/{LOBBY}")
        before = (await club.ask("GET", CHANNELS)).body
    for _ in range(2):
        async with again() as club:
            after = (await club.ask("GET", CHANNELS)).body
            assert [each | {"position": 0} for each in after] == [
                each | {"position": 0} for each in before
            ]
            hello = await (await club.sit(ANA)).hear("hello")
            assert "private" in [each["content"] for each in hello["messages"]]
            assert "more" in [each["name"] for each in hello["channels"]]
            assert "tickets" not in await names(club, BO)
            assert (await club.ask("GET", f"/channels/{LOBBY}")).complaint == UNKNOWN
