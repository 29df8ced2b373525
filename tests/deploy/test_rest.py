"""REST as bots meet it: who may ask, what there is, and what isn't."""

import asyncio
import json
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.sandbox.endpoints import ENDPOINTS
from deploy.sandbox.faults import Aim
from tests.deploy.sandbox_client import ANA, ANAS, BUTTONS, DUELS, EVE, NEWS, SERVER, THREAD, Club

REAL = "MTQ1NjA3NDQ0Mzk4MDgwMDAw.GAbcde.0123456789abcdefghijklmnopqrstuvwxyz01"
PLACE = {
    "application": "1",
    "command": "1",
    "emoji": "1",
    "role": SERVER,
    "overwrite": SERVER,
    "guild": SERVER,
    "channel": DUELS,
    "user": ANA,
    "message": "1",
    "interaction": "1",
    "token": "t",
}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bot"},
        {"Authorization": "Bot "},
        {"Authorization": "Bot MQ.sandbox."},
        {"Authorization": f"Bot {REAL}"},
        {"Authorization": "MQ.sandbox.abc"},
        {"Authorization": "Bearer MQ.sandbox.abc"},
    ],
)
async def test_only_a_dummy_token_opens_anything(club: Club, headers: dict[str, str]) -> None:
    said = {"message": "401: Unauthorized", "code": 0}
    for each in (each for each in ENDPOINTS if not each.open):
        refused = await club.ask(each.method, each.path.format(**PLACE), headers=headers)
        assert (refused.status, refused.body) == (401, said)


async def test_a_bot_learns_who_it_is(club: Club) -> None:
    told = (await club.ask("GET", "/users/@me")).body
    assert (told["id"], told["username"], told["bot"]) == (club.application, "Duelhost", True)
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        own = (await club.ask("GET", path)).body
        assert (own["id"], own["bot"]["id"]) == (club.application, club.application)
        assert own["owner"]["username"] == "dan"


async def test_a_bot_learns_where_the_gateway_is(club: Club) -> None:
    url = f"ws://127.0.0.1:{club.sandbox.port}/gateway"
    told = (await club.ask("GET", "/gateway/bot")).body
    assert (told["url"], told["shards"]) == (url, 1)
    assert told["session_start_limit"] == {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 0,
        "max_concurrency": 1,
    }
    assert (await club.ask("GET", "/gateway", headers={})).body["url"] == url
    for token in ("", f"Bot {REAL}"):
        refused = await club.ask("GET", "/gateway/bot", headers={"Authorization": token})
        assert refused.complaint == (401, 0)


async def test_whoever_only_asks_for_the_gateway_is_told_nothing_else(club: Club) -> None:
    assert list((await club.ask("GET", "/gateway", headers={})).body) == ["url"]


async def test_a_bot_looks_at_its_server(club: Club) -> None:
    told = (await club.ask("GET", f"/guilds/{SERVER}")).body
    assert (told["id"], told["name"]) == (SERVER, "Number Club")
    assert (await club.ask("GET", "/guilds/1")).complaint == (404, 10004)


async def test_a_bot_looks_at_a_member(club: Club) -> None:
    ana = (await club.ask("GET", f"/guilds/{SERVER}/members/{ANA}")).body
    assert (ana["user"]["id"], ana["user"]["global_name"], ana["roles"]) == (ANA, "Ana", [])
    own = (await club.ask("GET", f"/guilds/{SERVER}/members/{club.application}")).body
    assert own["user"]["bot"]
    assert (await club.ask("GET", f"/guilds/{SERVER}/members/1")).complaint == (404, 10007)
    assert (await club.ask("GET", f"/guilds/1/members/{ANA}")).complaint == (404, 10004)


async def test_a_bot_looks_at_a_channel(club: Club) -> None:
    duels = (await club.ask("GET", f"/channels/{DUELS}")).body
    assert (duels["type"], duels["name"], duels["guild_id"]) == (0, "duels", SERVER)
    thread = (await club.ask("GET", f"/channels/{THREAD}")).body
    assert (thread["type"], thread["parent_id"]) == (11, DUELS)
    assert thread["thread_metadata"]["archived"] is False
    direct = (await club.ask("GET", f"/channels/{ANAS}")).body
    assert (direct["type"], [each["id"] for each in direct["recipients"]]) == (1, [ANA])
    assert "guild_id" not in direct
    assert (await club.ask("GET", "/channels/1")).complaint == (404, 10003)


async def test_whoever_sees_a_thread_is_in_it(club: Club) -> None:
    told = (await club.ask("GET", f"/channels/{THREAD}/thread-members/{EVE}")).body
    assert (told["id"], told["user_id"]) == (THREAD, EVE)
    for path in (f"/channels/{THREAD}/thread-members/1", f"/channels/{DUELS}/thread-members/{EVE}"):
        assert (await club.ask("GET", path)).complaint == (404, 10007)


@pytest.mark.parametrize(
    "path", ["/", "/nowhere", "/users/1/2", "/guilds", f"/channels/{DUELS}/messages/1/2", "/%00"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_nobody_finds_what_there_is_not(club: Club, method: str, path: str) -> None:
    refused = await club.ask(method, path)
    said = f"404: Not Found. The sandbox has no {method} {unquote(path)}"
    assert (refused.status, refused.body) == (404, {"message": said, "code": 0})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/users/@me"),
        ("GET", f"/channels/{DUELS}/typing"),
        ("PUT", f"/channels/{DUELS}/messages/1"),
        ("PATCH", "/applications/1/commands"),
        ("GET", "/interactions/1/t/callback"),
        ("POST", "/gateway/bot"),
    ],
)
async def test_what_there_is_takes_only_its_methods(club: Club, method: str, path: str) -> None:
    refused = await club.ask(method, path)
    said = f"405: Method Not Allowed. The sandbox has no {method} {path}"
    assert (refused.status, refused.body) == (405, {"message": said, "code": 0})


@pytest.mark.parametrize("path", ["/api/v9/users/@me", "/api/users/@me", "/api/v100/gateway"])
async def test_there_is_one_version(club: Club, path: str) -> None:
    refused = await club.fetch("GET", f"http://127.0.0.1:{club.sandbox.port}{path}")
    assert refused.complaint == (400, 50041)


POSTING = f"/channels/{DUELS}/messages"


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"nonsense",
        b'{"content": "\xff"}',
        b'{"content": ' * 5_000,
    ],
)
async def test_what_is_no_json_is_complained_of(club: Club, body: bytes) -> None:
    headers = {"Authorization": f"Bot {club.token}", "Content-Type": "application/json"}
    refused = await club.ask("POST", POSTING, data=body, headers=headers)
    assert refused.status == 400
    assert refused.body["code"] in (50109, 50035)


async def test_a_charset_that_does_not_exist_is_complained_of(club: Club) -> None:
    kind = {"Content-Type": "application/json; charset=klingon"}
    headers = {"Authorization": f"Bot {club.token}"} | kind
    refused = await club.ask("POST", POSTING, data=b'{"content": "hi"}', headers=headers)
    assert refused.status in (200, 400)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (
            "multipart/mixed; boundary=b",
            b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n",
        ),
        (
            "multipart/form-data; boundary=b",
            b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\n1",
        ),
        ("multipart/form-data; boundary=b", b"--b--\r\n"),
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=b", b"nonsense"),
    ],
)
async def test_a_form_that_is_none_is_complained_of(club: Club, kind: str, body: bytes) -> None:
    headers = {"Authorization": f"Bot {club.token}", "Content-Type": kind}
    refused = await club.ask("POST", POSTING, data=body, headers=headers)
    assert refused.status == 400
    assert refused.body["code"] in (50035, 50109, 50006)


async def test_what_is_too_large_is_complained_of(club: Club) -> None:
    large = BytesIO(json.dumps({"content": "x" * (31 << 20)}).encode())
    headers = {"Authorization": f"Bot {club.token}", "Content-Type": "application/json"}
    refused = await club.ask("POST", POSTING, data=large, headers=headers)
    assert refused.complaint == (413, 40005)


async def test_whoever_leaves_in_the_middle_of_a_sentence_leaves_nothing_behind(club: Club) -> None:
    said = [
        f"POST /api/v10{POSTING} HTTP/1.1",
        f"Host: 127.0.0.1:{club.sandbox.port}",
        f"Authorization: Bot {club.token}",
        "Content-Type: application/json",
        "Content-Length: 100",
    ]
    _, writer = await asyncio.open_connection("127.0.0.1", club.sandbox.port)
    writer.write("\r\n".join([*said, "", '{"content": "hi']).encode())
    await writer.drain()
    writer.transport.abort()
    assert (await club.ask("GET", "/users/@me")).status == 200


async def test_a_complaint_about_a_form_says_where(club: Club) -> None:
    refused = await club.post(content="x" * 2001)
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"


async def test_what_is_told_names_no_charset(club: Club) -> None:
    """discord.py compares the whole header."""
    assert (await club.ask("GET", "/users/@me")).headers["Content-Type"] == "application/json"


def test_every_endpoint_is_there_once() -> None:
    ways = [(each.method, each.path) for each in ENDPOINTS]
    assert len(ways) == len(set(ways))
    aimed = {Aim.POSTS, Aim.EDITS, Aim.ANSWERS}
    assert {each.aim for each in ENDPOINTS if each.method != "GET"} - {Aim.EVERYTHING} == aimed
    assert {each.aim for each in ENDPOINTS if each.method == "GET"} == {Aim.EVERYTHING}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["content", "flags", "components", "type", "embeds", "attachments", "id", "nonce"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=anything, way=st.integers(0, 3))
async def test_nothing_that_a_bot_sends_is_an_error_of_the_sandbox(
    club: Club, body: Any, way: int
) -> None:
    post = await club.post(NEWS if way else DUELS, content="hi", components=BUTTONS)
    mine = post.body["id"] if post.status == 200 else "1"
    method, path = (
        ("POST", POSTING),
        ("PATCH", f"{POSTING}/{mine}"),
        ("PUT", f"/applications/{club.application}/commands"),
        ("POST", f"/channels/{ANAS}/messages"),
    )[way]
    said = json.dumps(body).encode()
    headers = {"Authorization": f"Bot {club.token}", "Content-Type": "application/json"}
    assert (await club.ask(method, path, data=said, headers=headers)).status < 500
