"""Check the JSON that Discord gets for a message."""

import pytest

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


def test_a_page_is_laid_out() -> None:
    assert payload(WITH_CARD) == {
        "components": LAID_OUT,
        "flags": 1 << 15,
        "allowed_mentions": NOBODY,
        "attachments": ATTACHED,
    }


def test_a_page_has_a_colour_of_its_own() -> None:
    page = Page((Text("1734"),), accent=0xFFBF40)
    (frame,) = payload(page)["components"]
    assert frame["accent_color"] == 0xFFBF40


def test_a_picture_without_words_says_none() -> None:
    """Discord takes no empty words."""
    page = Page((Image("a.png"),), (File("a.png", b""),))
    sent = payload(page)
    (frame,) = sent["components"]
    assert frame["components"][0]["items"][0]["description"] is None
    assert sent["attachments"] == [{"id": 0, "filename": "a.png"}]


def test_a_picture_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        payload(PAGE)


def test_files_go_along_with_words() -> None:
    more = File("duelhost.json", b"{}")
    assert payload(Message("Bo wins.", (BUTTONS,), files=(CARD, more))) == {
        "content": "Bo wins.",
        "components": LAID_OUT[0]["components"][-1:],  # type: ignore[index]
        "allowed_mentions": NOBODY,
        "attachments": [*ATTACHED, {"id": 1, "filename": "duelhost.json"}],
    }


def test_a_message_without_files_says_nothing_of_files() -> None:
    assert payload(Message("Bo wins.")) == {"content": "Bo wins.", "allowed_mentions": NOBODY}


def test_an_edit_takes_away_what_the_message_lacks() -> None:
    assert edit_payload(Message("Bo wins.")) == {
        "content": "Bo wins.",
        "components": [],
        "allowed_mentions": NOBODY,
        "attachments": [],
    }
    changed = edit_payload(Page((Text("1734"),)))
    assert changed["attachments"] == []
    assert changed["flags"] == 1 << 15
    assert "content" not in changed


def test_an_edit_puts_the_files_of_the_message_in_the_place_of_others() -> None:
    sent = edit_payload(WITH_CARD)
    assert sent["attachments"] == ATTACHED
    assert sent["components"] == LAID_OUT


def test_only_words_ping_and_only_whom_they_are_meant_for() -> None:
    ana = PlayerId(100_000_000_000_000_000)
    pinged = {"parse": [], "users": [ana]}
    assert payload(Message("Your move.", ping=ana))["allowed_mentions"] == NOBODY
    assert payload(Message("Your move."), ana)["allowed_mentions"] == pinged
    assert payload(WITH_CARD, ana)["allowed_mentions"] == NOBODY


def test_pictures_are_left_out_of_what_is_printed() -> None:
    assert "PNG" not in repr(WITH_CARD)
