"""Embeds of messages."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    REQUIRED,
    UNKNOWN,
    Json,
    Limit,
    Said,
    Wrong,
    at_most,
    cases,
    embed,
    has_limit,
    no_less_than,
    no_more_than,
    wrong_with,
)


def fields(count: int) -> Json:
    return embed(fields=[{"name": "x", "value": "x"}] * count)


def shared(**facts: Any) -> Json:
    """Five thousand characters in one embed, and the rest in another."""
    return {"embeds": [{"description": "x" * 4096}, {"description": "x" * 904}, facts]}


def http(length: int) -> str:
    return "http://" + "x" * (length - 7)


LIMITS: list[Limit] = [
    ("embeds", lambda n: {"embeds": [{"title": "x"}] * n}, 10, "embeds", at_most(10)),
    ("title", lambda n: embed(title="x" * n), 256, "embeds.0.title", at_most(256)),
    (
        "description",
        lambda n: embed(description="x" * n),
        4096,
        "embeds.0.description",
        at_most(4096),
    ),
    ("fields", fields, 25, "embeds.0.fields", at_most(25)),
    (
        "name",
        lambda n: embed(fields=[{"name": "x" * n, "value": "x"}]),
        256,
        "embeds.0.fields.0.name",
        at_most(256),
    ),
    (
        "value",
        lambda n: embed(fields=[{"name": "x", "value": "x" * n}]),
        1024,
        "embeds.0.fields.0.value",
        at_most(1024),
    ),
    (
        "footer",
        lambda n: embed(footer={"text": "x" * n}),
        2048,
        "embeds.0.footer.text",
        at_most(2048),
    ),
    (
        "author",
        lambda n: embed(author={"name": "x" * n}),
        256,
        "embeds.0.author.name",
        at_most(256),
    ),
    ("url", lambda n: embed(url=http(n)), 2048, "embeds.0.url", at_most(2048)),
    (
        "color",
        lambda n: embed(color=n),
        0xFFFFFF,
        "embeds.0.color",
        no_more_than(0xFFFFFF),
    ),
    (
        "text of all embeds",
        lambda n: shared(title="x" * 100, description="x" * (n - 5100)),
        6000,
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED Embed size exceeds maximum size of 6000",
    ),
]


@cases("body, most, where, says", LIMITS)
def test_so_much_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    for form in (forms.message, forms.edit):
        has_limit(form, body, most, where, says)


WRONG: list[Wrong] = [
    ("an empty embed", {"embeds": [{"color": 3}]}, {"embeds.0.description": REQUIRED}),
    (
        "a field without a name",
        embed(fields=[{"name": "", "value": ""}]),
        {"embeds.0.fields.0.name": REQUIRED, "embeds.0.fields.0.value": REQUIRED},
    ),
    (
        "half a field",
        embed(fields=[{"name": "x"}]),
        {"embeds.0.fields.0.value": REQUIRED},
    ),
    ("an author without a name", embed(author={}), {"embeds.0.author.name": REQUIRED}),
    ("a colour below black", embed(color=-1), {"embeds.0.color": no_less_than(0)}),
    (
        "a time that is none",
        embed(timestamp="soon"),
        {"embeds.0.timestamp": "DATE_TIME_TYPE_PARSE Could not parse soon. Should be ISO8601."},
    ),
    (
        "no address",
        embed(url="example.org"),
        {"embeds.0.url": "URL_TYPE_INVALID_URL Not a well formed URL."},
    ),
    (
        "a strange address",
        embed(url="ftp://x"),
        {
            "embeds.0.url": "URL_TYPE_INVALID_SCHEME "
            "Scheme \"ftp\" is not supported. Scheme must be one of ('http', 'https')."
        },
    ),
    (
        "a type of embed that is no text",
        embed(type=1),
        {"embeds.0.type": 'STRING_TYPE_CONVERT Could not interpret "1" as string.'},
    ),
    ("what isn't known in an embed", embed(colour=3), {"embeds.0.colour": UNKNOWN}),
    (
        "a picture that hasn't come",
        embed(image={"url": "attachment://a.png"}),
        {
            "embeds.0.image.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND "
            "The referenced attachment 'attachment://a.png' was not found"
        },
    ),
]


@cases("body, said", WRONG)
def test_what_is_wrong_with_new_messages_and_edits(body: Json, said: Said) -> None:
    assert wrong_with(forms.message, body) == said
    assert wrong_with(forms.edit, body) == said


def test_an_embed_is_given_back_with_its_type_and_without_what_discord_py_adds() -> None:
    written = forms.message(embed(flags=0, timestamp="2026-01-01T00:00:00+00:00"))
    assert written["embeds"] == [
        {"type": "rich", "description": "x", "timestamp": "2026-01-01T00:00:00+00:00"}
    ]


def test_pictures_of_embeds_may_be_files_that_came_along() -> None:
    url = "attachment://a.png"
    body = embed(
        image={"url": url},
        thumbnail={"url": url},
        author={"name": "x", "icon_url": url},
        footer={"text": "x", "icon_url": url},
    )
    assert forms.message(body, {"0": "a.png"})
    places = ["image.url", "thumbnail.url", "author.icon_url", "footer.icon_url"]
    said = wrong_with(forms.message, body, {"0": "b.png"})
    assert list(said) == [f"embeds.0.{place}" for place in places]


@pytest.mark.parametrize(
    "alone",
    [
        {"title": "x"},
        {"description": "x"},
        {"fields": [{"name": "x", "value": "x"}]},
        {"image": {"url": "http://x"}},
        {"thumbnail": {"url": "http://x"}},
        {"author": {"name": "x"}},
        {"footer": {"text": "x"}},
    ],
    ids=str,
)
def test_an_embed_needs_only_one_thing(alone: Json) -> None:
    assert forms.message({"embeds": [alone]})


@pytest.mark.parametrize("filler", ["author", "footer", "field"])
def test_all_the_text_of_an_embed_counts(filler: str) -> None:
    def body(n: int) -> Json:
        parts = {
            "author": {"author": {"name": "x" * n}},
            "footer": {"footer": {"text": "x" * n}},
            "field": {"fields": [{"name": "x" * (n - 1), "value": "x"}]},
        }
        whole = {"description": "x" * 3900}
        return {"embeds": [whole, {"description": "x" * 2000}, parts[filler]]}

    assert forms.message(body(100))
    assert list(wrong_with(forms.message, body(101))) == ["embeds"]
