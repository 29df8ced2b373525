"""The sandbox's answers match Discord's own API description."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.sandbox.tokens import a_dummy
from tests.bot.simcord.protocol import DESCRIPTION, description
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTON,
    BUTTONS,
    CHANGE,
    DUELS,
    EPHEMERAL,
    FORM,
    LATER,
    MESSAGE,
    PING,
    SERVER,
    THINKING,
    THREAD,
    V2,
    Club,
    Reply,
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
    if description() is None:
        if "CI" in os.environ:
            pytest.fail(f"{DESCRIPTION} is missing")
        pytest.skip(f"{DESCRIPTION} is missing")


def wrong_with(method: str, path: str, reply: Reply) -> list[str]:
    """Return the differences between an answer and Discord's description."""
    spec = description()
    template, operation = spec.find(method, path)
    assert operation, path
    told = operation["responses"]
    status = str(reply.status)
    found = told.get(status) or told[f"{status[0]}XX"]
    if "$ref" in found:
        found = spec.doc["components"]["responses"][found["$ref"].rsplit("/", 1)[1]]
    if "content" not in found:
        return [] if reply.body is None else [f"{template}: the description has no body here"]
    schema = json.dumps(found["content"]["application/json"]["schema"])
    validator = spec.validator(json.loads(schema.replace('"#/', '"urn:discord#/')))
    wrong = validator.iter_errors(_known(reply.body))
    return [f"{method} {template}: {each}" for error in wrong for each in spec._explain(error)]


def _known(body: Any) -> Any:
    """Without what the description gets wrong: where a form is wrong Discord names codes that are
    texts, and a limit has no code."""
    if isinstance(body, dict) and "errors" in body:
        return {key: each for key, each in body.items() if key != "errors"}
    return body | {"code": 0} if isinstance(body, dict) and "retry_after" in body else body


async def asked_for(club: Club, method: str, path: str, body: Any = None) -> list[str]:
    reply = await club.ask(method, path, body)
    assert reply.status in (200, 204), reply.body
    return wrong_with(method, path, reply)


@pytest.mark.parametrize(
    "path",
    [
        "/gateway",
        "/gateway/bot",
        "/users/@me",
        "/oauth2/applications/@me",
        "/applications/@me",
        f"/guilds/{SERVER}",
        f"/guilds/{SERVER}/members/{ANA}",
        f"/channels/{DUELS}",
        f"/channels/{THREAD}",
        f"/channels/{ANAS}",
        f"/channels/{THREAD}/thread-members/{ANA}",
    ],
)
async def test_what_there_is_is_described(club: Club, path: str) -> None:
    assert await asked_for(club, "GET", path) == []


async def test_commands_are_described(club: Club) -> None:
    path = f"/applications/{club.application}/commands"
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
    reply = await club.register(duel, menu, admin)
    assert reply.status == 200, reply.body
    assert wrong_with("PUT", path, reply) == []
    assert await asked_for(club, "GET", path) == []


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
    assert wrong_with("POST", path, sent) == []
    one = f"{path}/{sent.id}"
    assert await asked_for(club, "GET", one) == []
    change = {"components": [TEXT]} if body.get("flags") else {"content": "ho"}
    assert await asked_for(club, "PATCH", one, change) == []
    assert await asked_for(club, "DELETE", one) == []


async def test_threads_are_described(club: Club) -> None:
    path = f"/channels/{DUELS}/messages/{(await club.post()).id}"
    made = await club.ask("POST", f"{path}/threads", {"name": "A duel"})
    assert made.status == 201, made.body
    assert wrong_with("POST", f"{path}/threads", made) == []
    again = await club.ask("POST", f"{path}/threads", {"name": "A duel"})
    assert again.complaint == (400, 160004)
    assert wrong_with("POST", f"{path}/threads", again) == []
    # The message that it was started from now has it.
    assert await asked_for(club, "GET", path) == []
    assert await asked_for(club, "PUT", f"/channels/{made.id}/thread-members/{ANA}") == []
    for each in (f"/channels/{made.id}", f"/channels/{made.id}/thread-members/{ANA}"):
        assert await asked_for(club, "GET", each) == []


async def test_what_people_say_is_described(club: Club) -> None:
    said = (await club.say(ANA, f"hello <@{BO}>")).id
    assert await asked_for(club, "GET", f"/channels/{DUELS}/messages/{said}") == []


async def told(club: Club, asked: Any, kind: int, data: Any = None) -> list[str]:
    reply = await club.answer(asked, kind, data, "?with_response=true")
    assert reply.status == 200, reply.body
    return wrong_with("POST", f"/interactions/{asked['id']}/{asked['token']}/callback", reply)


async def test_answers_are_described(club: Club, line: GatewayClient) -> None:
    modal = {
        "custom_id": "m",
        "title": "x",
        "components": [
            {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 1}}
        ],
    }
    asked, pressed = club.asked, club.pressed
    private = {"content": "psst", "flags": EPHEMERAL}
    assert await told(club, await asked(line), MESSAGE, private) == []
    assert await told(club, await asked(line), FORM, modal) == []
    assert await told(club, await pressed(line), MESSAGE, {"content": "hi"}) == []
    deferred = await pressed(line)
    assert await told(club, deferred, LATER) == []
    board = f"/webhooks/{club.application}/{deferred['token']}/messages/@original"
    assert await asked_for(club, "PATCH", board, {"content": "hi"}) == []
    assert await asked_for(club, "DELETE", board) == []
    assert await told(club, await pressed(line), CHANGE, {"content": "hi"}) == []
    last = await asked(line)
    assert await told(club, last, THINKING) == []
    hook = f"/webhooks/{club.application}/{last['token']}"
    original = f"{hook}/messages/@original"
    assert await asked_for(club, "GET", original) == []
    assert await asked_for(club, "POST", hook, {"content": "pong"}) == []
    assert await asked_for(club, "POST", hook, private) == []
    assert await asked_for(club, "PATCH", original, {"content": "ping"}) == []
    assert await asked_for(club, "DELETE", original) == []


async def test_complaints_are_described(club: Club) -> None:
    path = f"/channels/{DUELS}/messages"
    for body in ({"content": "x" * 2001}, {"embeds": [{"title": "x" * 300}]}, {}):
        assert wrong_with("POST", path, await club.ask("POST", path, body)) == []
    for method, place, headers in complained_of():
        reply = await club.ask(method, place, headers=headers)
        assert reply.status >= 400
        assert wrong_with(method, place, reply) == []


def complained_of() -> Iterator[tuple[str, str, Any]]:
    dummy = {"Authorization": f"Bot {a_dummy('1')}"}
    yield "GET", "/users/@me", {}
    yield "GET", "/guilds/1", dummy
    yield "GET", "/channels/1", dummy
    yield "GET", f"/channels/{DUELS}/messages/1", dummy


async def test_limits_are_described() -> None:
    async with a_club(limited=True) as club:
        path = f"/channels/{DUELS}/messages"
        many = [await club.post() for _ in range(6)][-1]
        assert many.status == 429
        assert wrong_with("POST", path, many) == []
        # Each header of the description is there, and has a valid value.
        spec = description().doc["components"]["responses"]["ClientRatelimitedResponse"]
        assert spec["headers"].keys() - many.headers.keys() <= {"X-RateLimit-Global"}
        assert all(re.fullmatch(r"[\w.]+", each) for each in many.headers["Retry-After"])
