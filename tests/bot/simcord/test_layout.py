"""The check of a page's layout finds each kind of mistake."""

from typing import Any

import pytest

from tests.bot.simcord.layout import over_limit


def a_page(**changes: Any) -> Any:
    text = {"type": 10, "content": "x"}
    page = {"components": [text], "allowed_mentions": {"parse": []}, "attachments": []}
    return page | changes


BUTTON = {"type": 2, "style": 2, "label": "x", "custom_id": "d1:x"}
PICTURE = {"media": {"url": "attachment://a.png"}, "description": "A card."}


@pytest.mark.parametrize(
    ("page", "wrong"),
    [
        (a_page(), []),
        (a_page(components=[{"type": 14}] * 41), ["41 components"]),
        (a_page(components=[{"type": 10, "content": "x" * 1334}] * 3), ["4002 characters"]),
        (a_page(content="x"), ["content beside components"]),
        (a_page(allowed_mentions={"parse": ["users"]}), ["it may ping"]),
        (a_page(allowed_mentions={"parse": [], "users": [7]}), ["it may ping"]),
        ({"components": []}, ["it may ping"]),
        (
            a_page(components=[{"type": 1, "components": [BUTTON, BUTTON]}]),
            ["d1:x 2 times"],
        ),
        (
            a_page(components=[{"type": 1, "components": [BUTTON | {"disabled": True}]}]),
            ["a disabled button, which screen readers pass over"],
        ),
        (
            a_page(
                components=[
                    {
                        "type": 1,
                        "components": [BUTTON | {"custom_id": str(nth)} for nth in range(6)],
                    }
                ]
            ),
            ["a row too long"],
        ),
        (
            a_page(components=[{"type": 12, "items": [PICTURE]}]),
            ["attachment://a.png isn't there"],
        ),
        (
            a_page(attachments=[{"id": 0, "filename": "a.png"}]),
            ["attachment://a.png is shown nowhere"],
        ),
        (
            a_page(
                components=[{"type": 12, "items": [PICTURE | {"description": None}]}],
                attachments=[{"id": 0, "filename": "a.png"}],
            ),
            ["a picture that says nothing to whoever can't see it"],
        ),
    ],
)
def test_a_page_that_discord_would_not_take_is_noticed(page: Any, wrong: list[str]) -> None:
    assert [*over_limit(page)] == wrong
