"""Files that come with messages, and what becomes of them."""

import struct
from dataclasses import replace
from typing import Any

import pytest

from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, BUTTONS, CHANGE, DUELS, MESSAGE, V2, Club, named

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + struct.pack(">II", 640, 480) + b"rest"
POSTING = f"/channels/{DUELS}/messages"
PICTURE = ("files[0]", "board.png", "image/png", PNG)


async def posted(club: Club, *files: tuple[str, str, str, bytes], **body: Any) -> Any:
    sent = await club.upload("POST", POSTING, {"content": "hi"} | body, *files)
    assert sent.status == 200, sent.body
    return sent.body


async def test_a_file_comes_with_a_message(club: Club) -> None:
    told = await posted(club, PICTURE, attachments=[named("board.png") | {"description": "Alt"}])
    (file,) = told["attachments"]
    assert (file["filename"], file["description"], file["size"]) == ("board.png", "Alt", len(PNG))
    assert (file["width"], file["height"], file["content_type"]) == (640, 480, "image/png")
    assert file["url"].startswith(f"http://127.0.0.1:{club.sandbox.port}/attachments/")
    shown = await club.web.get(file["url"])
    assert (await shown.read(), shown.content_type) == (PNG, "image/png")
    assert shown.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_file_of_which_nothing_is_said_comes_as_well(club: Club) -> None:
    told = await posted(club, ("files[7]", "notes.txt", "text/plain", b"1, 2, 3"))
    (file,) = told["attachments"]
    assert (file["filename"], file["content_type"]) == ("notes.txt", "text/plain")
    assert {"description", "width", "height"}.isdisjoint(file)


async def test_a_file_alone_is_a_message(club: Club) -> None:
    sent = await club.upload("POST", POSTING, {}, PICTURE)
    assert [each["filename"] for each in sent.body["attachments"]] == ["board.png"]


async def test_a_picture_is_known_by_its_bytes(club: Club) -> None:
    """The declared type is ignored; and an incomplete picture has no size."""
    told = await posted(
        club,
        ("files[0]", "a.bin", "application/octet-stream", PNG),
        ("files[1]", "b.png", "image/png", PNG[:20]),
    )
    whole, half = told["attachments"]
    assert (whole["content_type"], whole["width"]) == ("image/png", 640)
    assert "width" not in half


@pytest.mark.parametrize("part", ["files", "files[]", "files[x]", "other", "files[100]"])
async def test_a_part_of_another_name_is_complained_of(club: Club, part: str) -> None:
    sent = await club.upload("POST", POSTING, {"content": "hi"}, (part, "a", "text/plain", b"1"))
    assert sent.complaint == (400, 50035)
    assert list(sent.body["errors"]) == [part]


async def test_a_file_that_did_not_come_is_complained_of(club: Club) -> None:
    sent = await club.post(content="hi", attachments=[named("board.png")])
    assert sent.complaint == (400, 50035)


async def test_an_address_is_for_one_name_only(club: Club) -> None:
    (file,) = (await posted(club, PICTURE))["attachments"]
    for wrong in ("other.png", "../board.png"):
        other = file["url"].replace("board.png", wrong)
        assert (await club.fetch("GET", other)).status == 404
    guessed = f"http://127.0.0.1:{club.sandbox.port}/attachments/guessed/board.png"
    assert (await club.fetch("GET", guessed)).status == 404


@pytest.mark.parametrize(
    "name",
    [
        "late board.png",
        "brett-ä.png",
        "50%25.png",
        "what?.png",
        "#1.png",
    ],
)
async def test_a_file_is_found_whatever_its_name(club: Club, name: str) -> None:
    (file,) = (await posted(club, ("files[0]", name, "text/plain", b"1")))["attachments"]
    assert (await club.fetch("GET", file["url"])).status == 200


async def test_a_text_may_say_its_charset(club: Club) -> None:
    kind = "text/plain; charset=utf-8"
    (file,) = (await posted(club, ("files[0]", "a.txt", kind, b"1")))["attachments"]
    assert (await club.fetch("GET", file["url"])).status == 200


async def test_a_picture_in_an_embed_is_shown_there(club: Club) -> None:
    embed = {"title": "Board", "image": {"url": "attachment://board.png"}}
    told = await posted(club, PICTURE, embeds=[embed])
    image = told["embeds"][0]["image"]
    assert (await club.fetch("HEAD", image["url"])).status == 200
    assert (image["width"], image["content_type"]) == (640, "image/png")
    # The picture isn't shown below the message once more.
    assert told["attachments"] == []


async def test_a_picture_in_components_is_shown_there(club: Club) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    text = ("files[1]", "notes.txt", "text/plain", b"1")
    sent = await club.upload("POST", POSTING, {"components": [gallery], "flags": V2}, PICTURE, text)
    media = sent.body["components"][0]["items"][0]["media"]
    assert media["url"].endswith("/board.png")
    assert (media["height"], media["proxy_url"]) == (480, media["url"])
    assert [each["filename"] for each in sent.body["attachments"]] == ["notes.txt"]


async def test_an_edit_keeps_the_files_that_it_names(club: Club) -> None:
    other = ("files[1]", "notes.txt", "text/plain", b"1")
    told = await posted(club, PICTURE, other)
    picture, notes = told["attachments"]
    path = f"{POSTING}/{told['id']}"
    same = (await club.ask("PATCH", path, {"content": "ho"})).body
    assert same["attachments"] == told["attachments"]
    fewer = (await club.ask("PATCH", path, {"attachments": [{"id": picture["id"]}]})).body
    assert fewer["attachments"] == [picture]
    assert (await club.fetch("GET", notes["url"])).status == 404
    more = [{"id": picture["id"]}, named("late.txt")]
    late = ("files[0]", "late.txt", "text/plain", b"2")
    both = (await club.upload("PATCH", path, {"attachments": more}, late)).body
    assert [each["filename"] for each in both["attachments"]] == ["board.png", "late.txt"]
    none = (await club.ask("PATCH", path, {"attachments": []})).body
    assert none["attachments"] == []
    assert (await club.fetch("GET", picture["url"])).status == 404


async def test_an_edit_shows_a_file_that_is_there(club: Club) -> None:
    told = await posted(club, PICTURE)
    embed = {"image": {"url": "attachment://board.png"}}
    edited = (await club.ask("PATCH", f"{POSTING}/{told['id']}", {"embeds": [embed]})).body
    assert edited["embeds"][0]["image"]["url"] == told["attachments"][0]["url"]


async def test_a_file_is_something(club: Club) -> None:
    """An edit may add a file while it removes the text."""
    told = await posted(club)
    edited = await club.upload("PATCH", f"{POSTING}/{told['id']}", {"content": ""}, PICTURE)
    assert (edited.status, len(edited.body.get("attachments", []))) == (200, 1)


async def test_a_file_that_was_in_an_embed_is_something(club: Club) -> None:
    embed = {"image": {"url": "attachment://board.png"}}
    told = (await club.upload("POST", POSTING, {"embeds": [embed]}, PICTURE)).body
    edited = await club.ask("PATCH", f"{POSTING}/{told['id']}", {"embeds": []})
    assert (edited.status, len(edited.body.get("attachments", []))) == (200, 1)


async def test_a_file_goes_with_its_message(club: Club) -> None:
    told = await posted(club, PICTURE)
    await club.ask("DELETE", f"{POSTING}/{told['id']}")
    assert (await club.fetch("GET", told["attachments"][0]["url"])).status == 404


async def test_the_oldest_files_are_forgotten(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.sandbox.files.KEPT", 2 * len(PNG))
    sent = [(await posted(club, PICTURE))["attachments"][0]["url"] for _ in range(3)]
    assert [(await club.web.get(each)).status for each in sent] == [404, 200, 200]


async def test_files_need_a_permission_of_their_own(club: Club, line: GatewayClient) -> None:
    """An answer needs no permission."""
    sent = await club.post()
    server = club.sandbox.world.servers.first
    server.places[DUELS] = replace(server.places[DUELS], closed={server.bot.id: May.ATTACH_FILES})
    refused = await club.upload("POST", POSTING, {"content": "hi"}, PICTURE)
    assert refused.complaint == (403, 50013)
    changed = await club.upload("PATCH", f"{POSTING}/{sent.id}", {"content": "ho"}, PICTURE)
    assert changed.complaint == (403, 50013)
    assert (await club.post()).status == 200
    asked = await club.asked(line)
    path = f"/interactions/{asked['id']}/{asked['token']}/callback"
    data = {"type": MESSAGE, "data": {"content": "hi"}}
    assert (await club.upload("POST", path, data, PICTURE)).status == 204


async def test_an_answer_brings_files(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    path = f"/interactions/{asked['id']}/{asked['token']}/callback?with_response=1"
    data = {"type": MESSAGE, "data": {"content": "hi"}}
    told = (await club.upload("POST", path, data, PICTURE)).body["resource"]["message"]
    assert [each["filename"] for each in told["attachments"]] == ["board.png"]


async def test_a_press_keeps_the_files_of_its_message(club: Club, line: GatewayClient) -> None:
    """An answer that changes a message may name the message's attachments."""
    told = await posted(club, PICTURE, components=BUTTONS)
    await club.press(ANA, told["id"])
    asked = await line.event("INTERACTION_CREATE")
    kept = [{"id": told["attachments"][0]["id"]}]
    changed = await club.answer(asked, CHANGE, {"content": "ho", "attachments": kept})
    assert changed.status == 204, changed.body
