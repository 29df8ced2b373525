"""The helpers of the end-to-end tests read messages from the page and act there; they understand
each way to write a message."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, BO, DUELS, MESSAGE, PING, V2, Club, named
from tests.e2e.message import Message
from tests.e2e.player import NotPossible, Player

POSTING = f"/channels/{DUELS}/messages"
PNG = b"\x89PNG\r\n\x1a\n"
FACE = "https://cdn.discordapp.com/embed/avatars/0.png"
LINK = f"https://discord.com/channels/100000000000000000/{DUELS}/5"


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(label: str) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": label}


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def beside(accessory: Any, *texts: str) -> dict[str, Any]:
    """A section."""
    return {"type": 9, "components": [*map(text, texts)], "accessory": accessory}


def picture(url: str, said: str | None = None) -> dict[str, Any]:
    return {"media": {"url": url}} | ({"description": said} if said else {})


SELECT = {
    "type": 3,
    "custom_id": "which",
    "placeholder": "Which game?",
    "options": [{"label": "Divisor Duel", "value": "divisor"}],
}
PAGE = [
    {
        "type": 17,
        "components": [
            text("## Number Club"),
            beside({"type": 11, **picture(FACE, "Ana's face")}, f"1\\. <@{ANA}>", "In <#5>"),
            {"type": 14},
            beside(button("More"), f"[The duel]({LINK})"),
            {
                "type": 12,
                "items": [
                    picture("attachment://brett-ä.png", "A board"),
                    picture("attachment://b.png"),
                ],
            },
            {"type": 13, "file": {"url": "attachment://notes.txt"}},
            row(SELECT),
        ],
    },
    row(button("Back"), button("On") | {"disabled": True}),
]
FILES = [
    ("files[0]", "brett-ä.png", "image/png", PNG),
    ("files[1]", "b.png", "image/png", PNG),
    ("files[2]", "notes.txt", "text/plain", b"1, 2, 3"),
    ("files[3]", "unseen.png", "image/png", PNG),
]


@pytest_asyncio.fixture(loop_scope="module")
async def people(club: Club) -> AsyncIterator[tuple[Player, Player]]:
    members = {each["id"]: each for each in (await club.page("GET", "members")).body}
    ana, bo = (Player(club.web, club.sandbox.url, members[each]) for each in (ANA, BO))
    for each in (ana, bo):
        await each.sits_down()
    yield ana, bo
    for each in (ana, bo):
        await each.stands_up()


async def paged(club: Club, reader: Player) -> Message:
    sent = await club.upload("POST", POSTING, {"flags": V2, "components": PAGE}, *FILES)
    assert sent.status == 200, sent.body
    return await reader.sees("Number Club")


async def test_a_page_says_what_stands_in_it(club: Club, people: tuple[Player, Player]) -> None:
    message = await paged(club, people[0])
    assert message.laid_out
    assert message.text == "## Number Club\n1. @Ana\nIn #5\n[The duel](LINK)"
    assert message.links == ["5"]
    assert message.pings == ["Ana"]


async def test_a_page_has_files(club: Club, people: tuple[Player, Player]) -> None:
    ana, _ = people
    message = await paged(club, ana)
    about = [(each["filename"], each["description"]) for each in message.files]
    assert about == [("brett-ä.png", "A board"), ("b.png", None), ("notes.txt", None)]
    assert await ana.opens(message.files[0]) == PNG
    assert await ana.opens(message.files[2]) == b"1, 2, 3"
    # Pictures from elsewhere are included, and hidden ones aren't.
    said = [each["description"] for each in message.pictures]
    assert said == ["Ana's face", "A board", None, None]
    assert message.pictures[0]["url"] == FACE


async def test_a_page_can_be_used(
    club: Club, line: GatewayClient, people: tuple[Player, Player]
) -> None:
    ana, _ = people
    message = await paged(club, ana)
    assert message.labels == ["More", "Which game?", "Back"]
    assert message.choices == ["More", "Divisor Duel", "Back"]
    for doing in (ana.presses("More"), ana.chooses("Divisor Duel"), ana.presses("Back")):
        acting = asyncio.create_task(doing)
        asked = await line.event("INTERACTION_CREATE")
        await club.answer(asked, MESSAGE, {"content": "pong"})
        assert (await acting).announced == "pong"


async def test_a_plain_message_has_files_too(club: Club, people: tuple[Player, Player]) -> None:
    ana, _ = people
    body = {
        "content": "Look:",
        "embeds": [{"image": {"url": "attachment://b.png"}, "thumbnail": {"url": FACE}}],
        "attachments": [named("brett-ä.png") | {"description": "A board"}],
    }
    assert (await club.upload("POST", POSTING, body, *FILES[:2])).status == 200
    message = await ana.sees("Look:")
    assert not message.laid_out
    names = [(each["filename"], each["description"]) for each in message.files]
    assert names == [("b.png", None), ("brett-ä.png", "A board")]
    assert message.pictures[0]["url"] == FACE
    assert await ana.opens(message.files[1]) == PNG


async def test_people_leave_and_come_back(club: Club, people: tuple[Player, Player]) -> None:
    ana, bo = people
    whom = {"type": 6, "name": "whom", "description": "x"}
    await club.register(PING | {"options": [whom]})
    for each in people:
        await each.has_commands()
    await bo.says("hello")
    await ana.leaves()
    assert not ana.here
    with pytest.raises(NotPossible, match="Ana is not offered ping"):
        await ana.types("/ping")
    with pytest.raises(NotPossible, match="Ana sees no channel duels"):
        await ana.says("hello")
    with pytest.raises(NotPossible, match="There is no such member here"):
        await bo.types("/ping", whom=ana)
    with pytest.raises(NotPossible, match="has left the server already"):
        await ana.leaves()
    # Mentions of a member who has left still show their name.
    await club.post(content=f"Where is <@{ANA}>?")
    await bo.reads("hello", "Where is @Ana?")
    await ana.comes_back()
    assert ana.here
    await ana.reads("hello", "Where is @Ana?")
    with pytest.raises(NotPossible, match="is in the server already"):
        await ana.comes_back()
