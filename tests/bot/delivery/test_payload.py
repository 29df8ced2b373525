"""Check the arguments that discord.py gets for a message, and the payload that it makes of them."""

import json
from typing import Any

import discord
import pytest
from discord.http import MultipartParameters, handle_message_parameters
from discord.webhook.async_ import interaction_message_response_params

from bot.delivery.message import (
    ACCENT,
    Button,
    Choice,
    File,
    Headed,
    Image,
    Look,
    Message,
    Page,
    Rule,
    Select,
    Text,
)
from bot.delivery.payload import edit_payload, payload
from bot.interactions.custom_id import LeaderboardGame, LeaderboardPage, Rematch
from engine.ids import PlayerId
from storage.ids import DuelId

CARD = File("card.png", b"\x89PNG a card", "Bo wins. 6, 12, 4.")
AVATAR = "https://cdn.discordapp.com/embed/avatars/0.png"
SELECT = Select(LeaderboardGame(), "Which game?", (Choice("divisor", "Divisor Duel", chosen=True),))
BUTTONS = (
    Button("Rematch", Rematch(DuelId(1)), Look.GO),
    Button("Leaderboard", LeaderboardPage("all", 1)),
)
PAGE = Page((Headed("**Bo**", AVATAR), Rule(), Text("1734"), Image("card.png"), SELECT, BUTTONS))
WITH_CARD = Page(PAGE.blocks, (CARD,))

NOBODY: dict[str, list[int]] = {"parse": [], "users": []}
LAID_OUT = [
    {
        "type": 17,
        "accent_color": ACCENT,
        "components": [
            {
                "type": 9,
                "components": [{"type": 10, "content": "**Bo**"}],
                "accessory": {"type": 11, "media": {"url": AVATAR}},
            },
            {"type": 14},
            {"type": 10, "content": "1734"},
            {
                "type": 12,
                "items": [
                    {
                        "media": {"url": "attachment://card.png"},
                        "description": "Bo wins. 6, 12, 4.",
                    }
                ],
            },
            {
                "type": 1,
                "components": [
                    {
                        "type": 3,
                        "custom_id": "d1:lg:x",
                        "placeholder": "Which game?",
                        "options": [{"label": "Divisor Duel", "value": "divisor", "default": True}],
                    }
                ],
            },
            {
                "type": 1,
                "components": [
                    {"type": 2, "style": 3, "label": "Rematch", "custom_id": "d1:g:1"},
                    {"type": 2, "style": 2, "label": "Leaderboard", "custom_id": "d1:l:all:1:x"},
                ],
            },
        ],
    }
]
ATTACHED = [{"id": 0, "filename": "card.png", "description": "Bo wins. 6, 12, 4."}]


def posted(**message: Any) -> MultipartParameters:
    return handle_message_parameters(**message)


def answered(**message: Any) -> MultipartParameters:
    return interaction_message_response_params(type=4, **message)


def body(parameters: MultipartParameters) -> Any:
    """Return the JSON body that goes over the wire."""
    if not parameters.multipart:
        return parameters.payload
    first, *_ = parameters.multipart
    return json.loads(first["value"])


def uploaded(parameters: MultipartParameters) -> list[tuple[str, str, bytes]]:
    """Return the name, filename and content of each uploaded file."""
    parts = (parameters.multipart or [])[1:]
    return [(each["name"], each["filename"], each["value"].read()) for each in parts]


def test_a_page_is_laid_out() -> None:
    sent = posted(**payload(WITH_CARD))
    assert body(sent) == {
        "components": LAID_OUT,
        "flags": 1 << 15,
        "tts": False,
        "allowed_mentions": NOBODY,
        "attachments": ATTACHED,
    }
    assert uploaded(sent) == [("files[0]", "card.png", CARD.data)]


def test_a_page_answers() -> None:
    sent = answered(**payload(WITH_CARD), flags=discord.MessageFlags(ephemeral=True))
    assert body(sent)["data"] == {
        "components": LAID_OUT,
        "flags": 1 << 15 | 1 << 6,
        "tts": False,
        "allowed_mentions": NOBODY,
        "attachments": ATTACHED,
    }
    assert uploaded(sent) == [("files[0]", "card.png", CARD.data)]


def test_a_page_has_a_colour_of_its_own() -> None:
    page = Page((Text("1734"),), accent=0xFFBF40)
    (frame,) = body(posted(**payload(page)))["components"]
    assert frame["accent_color"] == 0xFFBF40


def test_a_picture_without_words_says_none() -> None:
    """Discord takes no empty words."""
    page = Page((Image("a.png"),), (File("a.png", b""),))
    sent = body(posted(**payload(page)))
    (frame,) = sent["components"]
    assert frame["components"][0]["items"][0]["description"] is None
    assert sent["attachments"] == [{"id": 0, "filename": "a.png"}]


def test_a_picture_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        posted(**payload(PAGE))


@pytest.mark.parametrize("message", [WITH_CARD, Message("Bo wins.", files=(CARD,))])
def test_each_attempt_has_files_of_its_own(message: Message | Page) -> None:
    """discord.py reads them to the end."""
    for _ in range(2):
        assert uploaded(posted(**payload(message))) == [("files[0]", "card.png", CARD.data)]
        assert uploaded(posted(**edit_payload(message))) == [("files[0]", "card.png", CARD.data)]


def test_files_go_along_with_words() -> None:
    more = File("duelhost.json", b"{}")
    sent = posted(**payload(Message("Bo wins.", (BUTTONS,), files=(CARD, more))))
    assert body(sent) == {
        "content": "Bo wins.",
        "components": LAID_OUT[0]["components"][-1:],  # type: ignore[index]
        "tts": False,
        "allowed_mentions": NOBODY,
        "attachments": [*ATTACHED, {"id": 1, "filename": "duelhost.json"}],
    }
    assert uploaded(sent) == [
        ("files[0]", "card.png", CARD.data),
        ("files[1]", "duelhost.json", b"{}"),
    ]


def test_a_message_without_files_says_nothing_of_files() -> None:
    assert body(posted(**payload(Message("Bo wins.")))) == {
        "content": "Bo wins.",
        "tts": False,
        "allowed_mentions": NOBODY,
    }


def test_an_edit_takes_away_what_the_message_lacks() -> None:
    assert body(posted(**edit_payload(Message("Bo wins.")))) == {
        "content": "Bo wins.",
        "components": [],
        "tts": False,
        "allowed_mentions": NOBODY,
        "attachments": [],
    }
    page = Page((Text("1734"),))
    changed = body(posted(**edit_payload(page)))
    assert changed["attachments"] == []
    assert changed["flags"] == 1 << 15
    assert "content" not in changed


def test_an_edit_puts_the_files_of_the_message_in_the_place_of_others() -> None:
    sent = posted(**edit_payload(WITH_CARD))
    assert body(sent)["attachments"] == ATTACHED
    assert body(sent)["components"] == LAID_OUT


def test_only_words_ping_and_only_whom_they_are_meant_for() -> None:
    ana = PlayerId(100_000_000_000_000_000)
    pinged = {"parse": [], "users": [ana]}
    assert body(posted(**payload(Message("Your move.", ping=ana))))["allowed_mentions"] == NOBODY
    assert body(posted(**payload(Message("Your move."), ana)))["allowed_mentions"] == pinged
    assert body(posted(**payload(WITH_CARD, ana)))["allowed_mentions"] == NOBODY


@pytest.mark.parametrize("message", [WITH_CARD, Message("Bo wins.", (BUTTONS,))])
async def test_what_was_sent_is_no_business_of_discord_py(message: Message | Page) -> None:
    """discord.py would keep every message that has buttons, for as long as the bot runs."""
    view = payload(message)["view"]
    assert view.is_finished()
    assert not view.is_dispatchable()
    assert view.timeout is None
    assert view.has_components_v2() is isinstance(message, Page)


def test_pictures_are_left_out_of_what_is_printed() -> None:
    assert "PNG" not in repr(WITH_CARD)
