"""Files that people hand to a command."""

import asyncio
from base64 import b64encode
from typing import Any

import pytest

from deploy.sandbox.interactions.uploads import uploaded
from deploy.sandbox.refused import Refused
from tests.deploy.commands import OPPONENT, refused, registered, sent
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, BO, DUELS, SUGGESTIONS, Club

PICTURE = {"type": 11, "name": "picture", "description": "Which", "required": True}


def a_file(content: bytes = b"hi", **more: Any) -> dict[str, Any]:
    encoded = b64encode(content).decode()
    return {"name": "ä b.txt", "type": "text/plain", "content": encoded} | more


async def test_a_file_is_handed_to_a_command(club: Club, line: GatewayClient) -> None:
    command = await registered(club, PICTURE, OPPONENT)
    given = {"picture": a_file(), "opponent": BO}
    data = await sent(club, line, command, options=given)
    ((key, attachment),) = data["resolved"]["attachments"].items()
    assert {each["name"]: each["value"] for each in data["options"]} == {
        "picture": key,
        "opponent": BO,
    }
    assert data["resolved"]["users"].keys() == {BO}
    assert (attachment["filename"], attachment["size"]) == ("ä b.txt", 2)
    assert (attachment["content_type"], attachment["ephemeral"]) == ("text/plain", True)
    async with club.web.get(attachment["url"]) as served:
        assert await served.read() == b"hi"


async def test_a_file_and_nothing_else_is_taken_for_one(club: Club) -> None:
    command = await registered(club, PICTURE)
    for wrong in (
        "x",
        5,
        {},
        a_file(name=""),
        a_file(name="../x"),
        a_file(name=5),
        a_file(type=None),
        a_file() | {"content": "?"},
    ):
        why = await refused(club, command, options={"picture": wrong})
        assert why == "picture is a file."
    assert club.sandbox.world.shelf.files == {}


def test_a_file_isnt_too_large() -> None:
    most = 10 << 20
    assert len(uploaded("picture", a_file(bytes(most))).content) == most
    with pytest.raises(Refused, match=r"A file has no more than 10 MB\."):
        uploaded("picture", a_file(bytes(most + 1)))


async def test_files_are_no_part_of_what_is_completed(club: Club, line: GatewayClient) -> None:
    text = {"type": 3, "name": "text", "description": "Which", "autocomplete": True}
    command = await registered(club, PICTURE, text)
    asked = {"channel": DUELS, "command": command, "focused": "text"}
    given = {"picture": a_file(), "text": "a"}
    suggested = asyncio.create_task(club.act(ANA, "suggestions", **asked, options=given))
    told = await line.event("INTERACTION_CREATE")
    assert [each["name"] for each in told["data"]["options"]] == ["text"]
    await club.answer(told, SUGGESTIONS, {"choices": []})
    assert (await suggested).body == {"choices": []}
