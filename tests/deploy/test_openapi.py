"""Shapes of answers that no other test has, and what the check of all answers relies on.
`Club` compares each answer with Discord's own API description."""

import re
from typing import Any

import pytest

from deploy.sandbox.endpoints import ENDPOINTS
from tests.bot.simcord.protocol import description
from tests.deploy import openapi_check
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTON,
    BUTTONS,
    DUELS,
    EPHEMERAL,
    MESSAGE,
    PING,
    SERVER,
    THREAD,
    V2,
    Club,
    a_club,
)

PICTURE = ("files[0]", "board.png", "image/png", b"\x89PNG\r\n\x1a\n" + bytes(range(32)))
TEXT = {"type": 10, "content": "hi"}
GAMES = [{"label": each, "value": each} for each in ("parity", "split")]
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
FILE = {"type": 13, "file": {"url": "attachment://board.png"}}
FACE = {"type": 11, "media": {"url": "https://example.org/face.png"}, "description": "Ana"}
SECTION = {"type": 9, "components": [TEXT], "accessory": BUTTON | {"custom_id": "a"}}
PROFILE = {"type": 9, "components": [TEXT], "accessory": FACE}
PARTS = [SECTION, PROFILE, {"type": 14}, GALLERY, FILE, *BUTTONS]
BOX = {"type": 17, "accent_color": 5, "components": PARTS}
EMBED = {
    "title": "Board",
    "description": "x",
    "color": 5,
    "fields": [{"name": "a", "value": "b", "inline": True}],
    "footer": {"text": "f"},
    "author": {"name": "n"},
    "image": {"url": "attachment://board.png"},
    "timestamp": "2026-01-01T00:00:00+00:00",
}


@pytest.fixture(autouse=True)
def described() -> None:
    openapi_check.described()


def test_every_endpoint_is_one_of_discords() -> None:
    """`tests/conftest.py` sees to it that a good answer of each of them is checked."""
    theirs = {(method, openapi_check.nameless(path)) for _, method, _, path, _ in description().ops}
    ours = {(each.method, openapi_check.nameless(each.path)) for each in ENDPOINTS}
    assert ours - theirs == set()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, {"id": ANA, "username": 5}),
        (200, None),
        (204, None),
        (201, {}),
        (404, {"message": "Unknown User"}),
        (404, "404: Not Found"),
    ],
    ids=["wrong", "nothing", "empty", "other status", "no code", "no JSON"],
)
def test_a_wrong_answer_is_found(status: int, body: Any) -> None:
    with pytest.raises(pytest.fail.Exception, match="GET /users/@me: "):
        openapi_check.answer("GET", "/api/v10/users/@me", status, body)


def test_a_wrong_event_is_found() -> None:
    event = {"member": {"user": {"id": ANA}}}
    with pytest.raises(pytest.fail.Exception, match=r"INTERACTION_CREATE member: \$\.user: "):
        openapi_check.event("INTERACTION_CREATE", event)
    with pytest.raises(pytest.fail.Exception, match="EVENTS"):
        openapi_check.event("DUEL_CREATE", event)


def test_what_discord_does_not_have_may_not_succeed() -> None:
    openapi_check.answer("GET", "/api/v10/duels", 404, {"message": "404: Not Found", "code": 0})
    with pytest.raises(pytest.fail.Exception, match="no such request"):
        openapi_check.answer("GET", "/api/v10/duels", 200, {})


@pytest.mark.parametrize(
    "path",
    [
        "/gateway/bot",
        f"/guilds/{SERVER}",
        f"/guilds/{SERVER}/members/{ANA}",
        f"/channels/{DUELS}",
        f"/channels/{THREAD}",
        f"/channels/{ANAS}",
    ],
)
async def test_what_there_is_is_described(club: Club, path: str) -> None:
    assert (await club.ask("GET", path)).status == 200


async def test_commands_are_described(club: Club) -> None:
    options = [
        {"type": 4, "name": "size", "description": "x", "min_value": 2, "max_value": 9},
        {"type": 3, "name": "move", "description": "x", "autocomplete": True},
        {"type": 3, "name": "g", "description": "x", "choices": [{"name": "a", "value": "b"}]},
        {"type": 7, "name": "where", "description": "x", "channel_types": [0]},
    ]
    start = {"type": 1, "name": "start", "description": "x", "options": options}
    group = {"type": 2, "name": "show", "description": "x", "options": [start]}
    duel = PING | {"name": "duel", "options": [start | {"name": "begin"}, group]}
    menu = {"name": "Profile", "type": 2, "contexts": [0], "integration_types": [0]}
    admin = PING | {"name": "admin", "default_member_permissions": "32", "nsfw": False}
    assert (await club.register(duel, menu, admin)).status == 200


@pytest.mark.parametrize(
    "body",
    [
        {"content": f"hi <@{ANA}> <@{BO}>"},
        {"content": "hi", "embeds": [EMBED], "components": BUTTONS, "nonce": "n"},
        {"components": [BOX, TEXT], "flags": V2},
        {
            "content": "hi",
            "components": [
                {
                    "type": 1,
                    "components": [
                        {"type": 3, "custom_id": "s", "options": GAMES, "placeholder": "Game"}
                    ],
                }
            ],
        },
        {
            "content": "hi",
            "components": [
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 5,
                            "custom_id": "s",
                            "default_values": [{"id": ANA, "type": "user"}],
                        }
                    ],
                }
            ],
        },
        {"content": "", "attachments": [{"id": 0, "description": "Alt"}]},
    ],
    ids=["plain", "embed", "components", "choice", "members", "file"],
)
async def test_messages_are_described(club: Club, body: Any) -> None:
    path = f"/channels/{DUELS}/messages"
    sent = await club.upload("POST", path, body, PICTURE)
    assert sent.status == 200, sent.body
    assert (await club.ask("GET", f"{path}/{sent.id}")).status == 200
    change = {"components": [TEXT]} if body.get("flags") else {"content": "ho"}
    assert (await club.ask("PATCH", f"{path}/{sent.id}", change)).status == 200


async def test_a_message_with_a_thread_is_described(club: Club) -> None:
    path = f"/channels/{DUELS}/messages/{(await club.post()).id}"
    assert (await club.ask("POST", f"{path}/threads", {"name": "A duel"})).status == 201
    assert (await club.ask("GET", path)).status == 200


async def test_follow_ups_are_described(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    said = await club.follow_up(asked, content="pong")
    changed = await club.original("PATCH", asked, {"content": "ping"}, said.id)
    assert changed.status == 200
    assert (await club.original("DELETE", asked, message=said.id)).status == 204


async def test_what_people_say_is_described(club: Club) -> None:
    said = (await club.say(ANA, f"hello <@{BO}>")).id
    assert (await club.ask("GET", f"/channels/{DUELS}/messages/{said}")).status == 200


async def test_limits_are_described() -> None:
    async with a_club(limited=True) as club:
        many = [await club.post() for _ in range(6)][-1]
        assert many.status == 429
        # Each header of the description is there, and has a valid value.
        spec = description().doc["components"]["responses"]["ClientRatelimitedResponse"]
        assert spec["headers"].keys() - many.headers.keys() <= {"X-RateLimit-Global"}
        assert all(re.fullmatch(r"[\w.]+", each) for each in many.headers["Retry-After"])
