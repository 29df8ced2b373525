"""Edits of messages with attachments, including those shown in components."""

import struct
from typing import Any

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    BUTTON,
    BUTTONS,
    CHANGE,
    DUELS,
    MESSAGE,
    THINKING,
    V2,
    Club,
    named,
)

POSTING = f"/channels/{DUELS}/messages"
TEXT = {"type": 10, "content": "Season 4"}


def a_picture(width: int = 640, height: int = 480) -> bytes:
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", width, height) + b"rest"


def upload(name: str, index: int = 0, content: bytes | None = None) -> tuple[str, str, str, bytes]:
    return f"files[{index}]", name, "image/png", content or a_picture()


def shown(name: str, **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, **more}]}


def page(*components: Any, **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": [{"type": 17, "components": list(components)}], **more}


def media(message: Any) -> dict[str, Any]:
    """Return the media of the gallery at the end of a page."""
    found: dict[str, Any] = message["components"][0]["components"][-1]["items"][0]["media"]
    return found


async def posted(club: Club, body: Any, *files: tuple[str, str, str, bytes]) -> Any:
    sent = await club.upload("POST", POSTING, body, *files)
    assert sent.status == 200, sent.body
    return sent.body


async def changed(club: Club, message: Any, body: Any, *files: tuple[str, str, str, bytes]) -> Any:
    sent = await club.upload("PATCH", f"{POSTING}/{message['id']}", body, *files)
    assert sent.status == 200, sent.body
    return sent.body


async def opens(club: Club, url: str) -> bool:
    return (await club.fetch("HEAD", url)).status == 200


# Plain messages.


async def test_files_come_to_a_message_that_had_none(club: Club) -> None:
    told = await posted(club, {"content": "hi"})
    about = named("a.png") | {"description": "Alt"}
    (file,) = (await changed(club, told, {"attachments": [about]}, upload("a.png")))["attachments"]
    assert (file["filename"], file["description"], file["width"]) == ("a.png", "Alt", 640)
    assert await opens(club, file["url"])


async def test_files_that_come_unlisted_take_the_place_of_others(club: Club) -> None:
    told = await posted(club, {"content": "hi"}, upload("a.png"))
    new = await changed(club, told, {"content": "ho"}, upload("b.png"))
    assert [each["filename"] for each in new["attachments"]] == ["b.png"]
    assert not await opens(club, told["attachments"][0]["url"])


async def test_of_files_that_come_only_those_are_taken_that_are_listed(club: Club) -> None:
    told = await posted(club, {"content": "hi"}, upload("a.png"))
    kept = {"id": told["attachments"][0]["id"]}
    files = upload("b.png", 0), upload("c.png", 1)
    listed = {"attachments": [kept, {"id": 1}]}
    new = await changed(club, told, listed, *files)
    assert [each["filename"] for each in new["attachments"]] == ["a.png", "c.png"]


async def test_what_is_said_of_a_file_can_change(club: Club) -> None:
    told = await posted(club, {"content": "hi"}, upload("a.png"))
    (file,) = told["attachments"]
    listed = {"attachments": [{"id": file["id"], "description": "Alt"}]}
    assert (await changed(club, told, listed))["attachments"] == [file | {"description": "Alt"}]
    listed = {"attachments": [{"id": file["id"]}]}
    assert (await changed(club, told, listed))["attachments"] == [file | {"description": "Alt"}]


async def test_a_file_is_called_what_it_is_said_to_be_called(club: Club) -> None:
    embed = {"image": {"url": "attachment://b.png"}}
    body = {"embeds": [embed], "attachments": [{"id": 0, "filename": "b.png"}]}
    told = await posted(club, body, upload("a.png"))
    assert told["embeds"][0]["image"]["url"].endswith("/b.png")
    assert await opens(club, told["embeds"][0]["image"]["url"])


async def test_nothing_is_left_if_the_last_file_goes(club: Club) -> None:
    told = await posted(club, {}, upload("a.png"))
    sent = await club.upload("PATCH", f"{POSTING}/{told['id']}", {"attachments": []})
    assert sent.complaint == (400, 50006)
    # Nor if the file that comes isn't wanted.
    sent = await club.upload(
        "PATCH", f"{POSTING}/{told['id']}", {"attachments": []}, upload("b.png")
    )
    assert sent.complaint == (400, 50006)
    assert await opens(club, told["attachments"][0]["url"])


# Pages.


async def test_a_page_shows_its_files_itself(club: Club) -> None:
    section = {
        "type": 9,
        "components": [TEXT],
        "accessory": {"type": 11, "media": {"url": "attachment://b.png"}, "description": "Face"},
    }
    file = {"type": 13, "file": {"url": "attachment://c.txt"}}
    body = page(section, file, shown("a.png", description="Alt"))
    files = (
        upload("a.png", 0),
        upload("b.png", 1, a_picture(64, 64)),
        ("files[2]", "c.txt", "text/plain", b"1, 2, 3"),
    )
    told = await posted(club, body, *files)
    assert told["attachments"] == []
    (section, file, gallery) = told["components"][0]["components"]
    thumbnail, item = section["accessory"], gallery["items"][0]
    assert (thumbnail["description"], thumbnail["media"]["width"]) == ("Face", 64)
    assert (item["description"], item["media"]["height"]) == ("Alt", 480)
    assert item["media"]["attachment_id"] == item["media"]["id"]
    assert (file["name"], file["size"], file["spoiler"]) == ("c.txt", 7, False)
    for each in (thumbnail["media"], item["media"], file["file"]):
        assert await opens(club, each["url"])


async def test_what_is_elsewhere_is_left_there(club: Club) -> None:
    url = "https://cdn.discordapp.com/embed/avatars/0.png"
    section = {
        "type": 9,
        "components": [TEXT],
        "accessory": {"type": 11, "media": {"url": url}},
    }
    told = await posted(club, page(section))
    found = told["components"][0]["components"][0]["accessory"]["media"]
    assert int(found.pop("id")) > int(told["id"])
    unknown = {"width": None, "height": None, "content_type": None}
    assert found == {"url": url, "proxy_url": url} | unknown


async def test_a_page_gets_another_picture(club: Club) -> None:
    told = await posted(club, page(TEXT, shown("a.png")), upload("a.png"))
    body = page(TEXT, shown("a.png"), attachments=[named("a.png")])
    new = await changed(club, told, body, upload("a.png", content=a_picture(320, 240)))
    assert (media(new)["width"], media(told)["width"]) == (320, 640)
    assert media(new)["url"] != media(told)["url"]
    assert await opens(club, media(new)["url"])
    assert not await opens(club, media(told)["url"])


async def test_a_page_keeps_its_picture(club: Club) -> None:
    told = await posted(club, page(TEXT, shown("a.png")), upload("a.png"))
    kept = {"id": media(told)["attachment_id"], "filename": "a.png"}
    other = TEXT | {"content": "Season 5"}
    new = await changed(club, told, page(other, shown("a.png"), attachments=[kept]))
    assert media(new) == media(told)
    assert await opens(club, media(new)["url"])


async def test_a_page_loses_its_picture(club: Club) -> None:
    told = await posted(club, page(TEXT, shown("a.png")), upload("a.png"))
    new = await changed(club, told, page(TEXT, attachments=[]))
    assert len(new["components"][0]["components"]) == 1
    assert new["attachments"] == []
    assert not await opens(club, media(told)["url"])


async def test_a_page_that_shows_what_is_not_there_is_refused(club: Club) -> None:
    where = "components.0.components.0.items.0.media.url"
    sent = await club.upload("POST", POSTING, page(shown("a.png")), upload("b.png"))
    assert sent.complaint == (400, 50035)
    told = await posted(club, page(TEXT, shown("a.png")), upload("a.png"))
    for body in (
        page(shown("a.png"), attachments=[]),
        page(shown("b.png")),
        page(shown("a.png"), attachments=[named("b.png")]),
    ):
        sent = await club.upload("PATCH", f"{POSTING}/{told['id']}", body, upload("b.png"))
        assert sent.complaint == (400, 50035), body
        found = sent.body["errors"]
        for step in where.split("."):
            found = found[step]
        assert found["_errors"][0]["code"].endswith("_REFERENCED_ATTACHMENT_NOT_FOUND")
    assert await opens(club, media(told)["url"])


async def test_a_plain_message_becomes_a_page_once_it_is_empty(club: Club) -> None:
    told = await posted(club, {"content": "hi", "embeds": [{"title": "x"}]}, upload("a.png"))
    path = f"{POSTING}/{told['id']}"
    refused = await club.ask("PATCH", path, page(TEXT))
    assert refused.complaint == (400, 50035)
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    codes = {key: each["_errors"][0]["code"] for key, each in refused.body["errors"].items()}
    assert codes == {"content": code, "embeds": code}
    for half in (page(TEXT, content=None), page(TEXT, embeds=[])):
        assert (await club.ask("PATCH", path, half)).complaint == (400, 50035)
    turned = await changed(club, told, page(TEXT, content=None, embeds=[]))
    assert (turned["content"], turned["embeds"], turned["flags"]) == ("", [], V2)
    # The page doesn't show the file any more, but the message keeps it.
    assert turned["attachments"] == told["attachments"]


# Answers.


async def test_an_answer_is_changed_with_files(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    assert (await club.answer(asked, MESSAGE, {"content": "pong"})).status == 204
    original = f"/webhooks/{club.application}/{asked['token']}/messages/@original"
    sent = await club.upload("PATCH", original, {"attachments": [named("a.png")]}, upload("a.png"))
    assert [each["filename"] for each in sent.body["attachments"]] == ["a.png"]
    none = await club.upload("PATCH", original, {"attachments": []})
    assert (none.body["content"], none.body["attachments"]) == ("pong", [])


@pytest.mark.parametrize("method", ["PATCH", "POST"])
async def test_a_page_is_what_somebody_waited_for(
    club: Club, line: GatewayClient, method: str
) -> None:
    """A page may replace the deferred answer, or be sent as a follow-up."""
    asked = await club.asked(line)
    assert (await club.answer(asked, THINKING)).status == 204
    path = f"/webhooks/{club.application}/{asked['token']}"
    path += "/messages/@original" if method == "PATCH" else ""
    body = page(TEXT, shown("a.png"), attachments=[named("a.png")])
    sent = await club.upload(method, path, body, upload("a.png"))
    assert sent.status == 200, sent.body
    assert sent.body["flags"] == V2
    assert await opens(club, media(sent.body)["url"])


async def answered(club: Club, asked: Any, data: Any, *files: Any) -> Any:
    path = f"/interactions/{asked['id']}/{asked['token']}/callback?with_response=1"
    sent = await club.upload("POST", path, {"type": CHANGE, "data": data}, *files)
    if sent.status != 200:
        return sent
    return sent.body["resource"]["message"]


async def test_a_press_changes_the_files_of_its_message(club: Club, line: GatewayClient) -> None:
    told = await posted(club, {"content": "hi", "components": BUTTONS}, upload("a.png"))
    kept = {"id": told["attachments"][0]["id"]}
    for listed, files, names in (
        ([kept, named("b.png")], [upload("b.png")], ["a.png", "b.png"]),
        ([named("c.png")], [upload("c.png")], ["c.png"]),
        ([], [], []),
    ):
        await club.press(ANA, told["id"])
        asked = await line.event("INTERACTION_CREATE")
        new = await answered(club, asked, {"attachments": listed}, *files)
        assert [each["filename"] for each in new["attachments"]] == names


async def test_a_press_turns_a_page(club: Club, line: GatewayClient) -> None:
    row = {"type": 1, "components": [BUTTON]}
    told = await posted(club, page(row, shown("a.png")), upload("a.png"))
    await club.press(ANA, told["id"])
    asked = await line.event("INTERACTION_CREATE")
    body = page(row, shown("a.png"), attachments=[named("a.png")])
    new = await answered(club, asked, body, upload("a.png", content=a_picture(320, 240)))
    assert (new["id"], media(new)["width"]) == (told["id"], 320)
    assert not await opens(club, media(told)["url"])
    await club.press(ANA, told["id"])
    asked = await line.event("INTERACTION_CREATE")
    new = await answered(club, asked, page(row, attachments=[]))
    assert not await opens(club, media(told)["url"])


async def test_a_press_makes_no_page_of_a_plain_message_as_it_is(
    club: Club, line: GatewayClient
) -> None:
    told = await posted(club, {"content": "hi", "components": BUTTONS})
    await club.press(ANA, told["id"])
    asked = await line.event("INTERACTION_CREATE")
    refused = await answered(club, asked, page(TEXT))
    assert refused.complaint == (400, 50035)
    assert list(refused.body["errors"]["data"]) == ["content"]
    new = await answered(club, asked, page(TEXT, content=None))
    assert (new["content"], new["flags"]) == ("", V2)


async def test_files_are_found_by_whoever_reads_later(club: Club) -> None:
    told = await posted(club, page(TEXT, shown("a.png", description="Alt")), upload("a.png"))
    hello = await (await club.sit(ANA)).hear("hello")
    assert hello["messages"] == [told]
