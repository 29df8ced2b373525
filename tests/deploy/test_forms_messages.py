"""Messages, and what is in them besides components."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.form_errors import (
    ID,
    NOT_FOUND,
    REQUIRED,
    UNKNOWN,
    Json,
    Said,
    at_most,
    between,
    button,
    embed,
    laid_out,
    no_less_than,
    no_more_than,
    row,
    text,
    wrong_with,
)

V2 = 1 << 15
UNSUPPORTED = "SANDBOX_UNSUPPORTED This is not supported by the sandbox."


def fields(count: int) -> Json:
    return embed(fields=[{"name": "x", "value": "x"}] * count)


def shared(**facts: Any) -> Json:
    """Five thousand characters in one embed, and the rest in another."""
    return {"embeds": [{"description": "x" * 4096}, {"description": "x" * 904}, facts]}


def pinging(**facts: Any) -> Json:
    return {"content": "x", "allowed_mentions": facts}


def http(length: int) -> str:
    return "http://" + "x" * (length - 7)


NO_MORE: list[tuple[str, Callable[[int], Json], int, str, str]] = [
    ("content", lambda n: {"content": "x" * n}, 2000, "content", at_most(2000)),
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
    (
        "users",
        lambda n: pinging(users=[str(each) for each in range(n)]),
        100,
        "allowed_mentions.users",
        at_most(100),
    ),
    (
        "roles",
        lambda n: pinging(roles=list(range(n))),
        100,
        "allowed_mentions.roles",
        at_most(100),
    ),
    (
        "nonce",
        lambda n: {"content": "x", "nonce": "x" * n},
        25,
        "nonce",
        "NONCE_TYPE_TOO_LONG Must be 25 or fewer characters long.",
    ),
    (
        "number as nonce",
        lambda n: {"content": "x", "nonce": n},
        2**63 - 1,
        "nonce",
        f"NONCE_TYPE_OUT_OF_BOUNDS Must be between {-(2**63)} and {2**63 - 1}.",
    ),
    (
        "id",
        lambda n: pinging(users=[n]),
        2**64 - 1,
        "allowed_mentions.users.0",
        f'NUMBER_TYPE_COERCE Value "{2**64}" is not snowflake.',
    ),
]


@pytest.mark.parametrize(
    ("body", "most", "where", "says"), [each[1:] for each in NO_MORE], ids=[e[0] for e in NO_MORE]
)
def test_so_much_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    assert forms.message(body(most))
    assert wrong_with(forms.message, body(most + 1)) == {where: says}
    if "nonce" not in body(most):
        assert forms.edit(body(most))
        assert wrong_with(forms.edit, body(most + 1)) == {where: says}


WRONG: list[tuple[str, Json, Said]] = [
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
    (
        "a kind of mention that isn't one",
        pinging(parse=["here"]),
        {
            "allowed_mentions.parse.0": "BASE_TYPE_CHOICES "
            "Value must be one of {'users', 'roles', 'everyone'}."
        },
    ),
    (
        "somebody twice",
        pinging(users=[ID, int(ID)]),
        {
            "allowed_mentions.users.1": "SET_TYPE_ALREADY_CONTAINS_VALUE "
            "The set already contains this value"
        },
    ),
    (
        "everybody twice",
        pinging(parse=["everyone", "everyone"]),
        {
            "allowed_mentions.parse.1": "SET_TYPE_ALREADY_CONTAINS_VALUE "
            "The set already contains this value"
        },
    ),
    (
        "all users and some",
        pinging(parse=["users"], users=[ID]),
        {
            "allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE "
            'parse:["users"] and users: [ids...] are mutually exclusive.'
        },
    ),
    (
        "all roles and some",
        pinging(parse=["roles"], roles=[ID]),
        {
            "allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE "
            'parse:["roles"] and roles: [ids...] are mutually exclusive.'
        },
    ),
    ("a poll", {"content": "x", "poll": {"question": {}}}, {"poll": UNSUPPORTED}),
    ("stickers", {"content": "x", "sticker_ids": [ID]}, {"sticker_ids": UNSUPPORTED}),
    ("what isn't known", {"content": "x", "colour": 3}, {"colour": UNKNOWN}),
    ("what isn't known in an embed", embed(colour=3), {"embeds.0.colour": UNKNOWN}),
    (
        "a file that hasn't come",
        {"content": "x", "attachments": [{"id": 0}]},
        {"attachments.0": NOT_FOUND},
    ),
    (
        "a picture that hasn't come",
        embed(image={"url": "attachment://a.png"}),
        {
            "embeds.0.image.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND "
            "The referenced attachment 'attachment://a.png' was not found"
        },
    ),
    (
        "old fields of a message that is laid out",
        laid_out(text(), content="x", embeds=[{"title": "x"}]),
        {
            key: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2 "
            f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            for key in ("content", "embeds")
        },
    ),
]


@pytest.mark.parametrize(
    ("body", "said"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_what_is_wrong_with_new_messages_and_edits(body: Json, said: Said) -> None:
    assert wrong_with(forms.message, body) == said
    assert wrong_with(forms.edit, body) == said


def test_nobody_in_particular_may_be_added_to_everybody() -> None:
    assert forms.message(pinging(parse=["users", "roles"], users=[], roles=[]))


def test_numbers_as_nonces_go_as_far_down() -> None:
    assert forms.message({"content": "x", "nonce": -(2**63)})
    says = f"NONCE_TYPE_OUT_OF_BOUNDS Must be between {-(2**63)} and {2**63 - 1}."
    body = {"content": "x", "nonce": -(2**63) - 1}
    assert wrong_with(forms.message, body) == {"nonce": says}


@pytest.mark.parametrize("nonce", [1.5, True, []])
def test_a_nonce_is_a_text_or_a_number(nonce: Any) -> None:
    says = "NONCE_TYPE_INVALID_TYPE This field must be a string or integer."
    assert wrong_with(forms.message, {"content": "x", "nonce": nonce}) == {"nonce": says}


def test_what_is_not_supported_may_be_left_empty() -> None:
    body: Json = {"content": "x", "poll": None, "sticker_ids": []}
    assert not {"poll", "sticker_ids"} & forms.message(body).keys()
    assert forms.edit(body) == {"content": "x"}


def test_what_is_not_supported_is_not_passed_over() -> None:
    said = wrong_with(forms.message, {"content": "x", "poll": {}})
    assert said == {"poll": "SANDBOX_UNSUPPORTED This is not supported by the sandbox."}


def test_a_nonce_is_given_back_as_it_came() -> None:
    for nonce in (25, "25"):
        body = {"content": "x", "nonce": nonce, "enforce_nonce": True}
        written = forms.message(body)
        assert (written["nonce"], written["enforce_nonce"]) == (nonce, True)
    assert "nonce" not in forms.message({"content": "x", "nonce": None})


@pytest.mark.parametrize("value", ["x", "-1", "01", "", -1, True, 1.0, None, "9" * 5000])
def test_ids_are_numbers_or_their_digits(value: Any) -> None:
    shown = str(value)[:100]
    says = f'NUMBER_TYPE_COERCE Value "{shown}" is not snowflake.'
    where = "allowed_mentions.users.0"
    assert wrong_with(forms.message, pinging(users=[value])) == {where: says}


def test_ids_are_given_back_as_texts() -> None:
    written = forms.message(pinging(users=[int(ID), "0"]))
    assert written["allowed_mentions"] == {"users": [ID, "0"]}


ALLOWED = "SANDBOX_RULE Of the flags only those in {} can be set here."


@pytest.mark.parametrize(
    ("form", "flags", "allowed"),
    [
        (forms.message, [0, 4, 4096, 4100], 36868),
        (partial(forms.message, interaction=True), [0, 4, 64, 4096, 4164], 36932),
        (forms.edit, [0, 4], 32772),
    ],
    ids=["a message", "an answer", "an edit"],
)
def test_only_some_flags_can_be_set(
    form: Callable[[Json], Json], flags: list[int], allowed: int
) -> None:
    for each in flags:
        assert form({"content": "x", "flags": each})["flags"] == each
    for bit in range(31):
        if not allowed & 1 << bit:
            said = wrong_with(form, {"content": "x", "flags": 1 << bit})
            assert said == {"flags": ALLOWED.format(allowed)}
    assert wrong_with(form, {"content": "x", "flags": -1}) == {"flags": no_less_than(0)}


def test_only_channels_take_nonces_and_replies() -> None:
    reply = {"message_id": ID, "channel_id": ID, "fail_if_not_exists": False, "type": 0}
    body = {"content": "x", "nonce": 1, "message_reference": reply}
    assert forms.message(body)["message_reference"] == reply
    said = {"nonce": UNKNOWN, "message_reference": UNKNOWN}
    assert wrong_with(forms.message, body, interaction=True) == said
    assert wrong_with(forms.edit, body) == said


def test_forwarding_is_not_modelled() -> None:
    body = {"message_reference": {"type": 1, "message_id": ID}}
    assert wrong_with(forms.message, body) == {"message_reference.type": UNSUPPORTED}
    body = {"message_reference": {"type": 2, "message_id": ID}}
    says = "BASE_TYPE_CHOICES Value must be one of {0, 1}."
    assert wrong_with(forms.message, body) == {"message_reference.type": says}


@pytest.mark.parametrize(
    "body",
    [{}, {"content": " \n"}, {"content": None, "embeds": []}, laid_out(), {"components": None}],
)
def test_a_message_says_something(body: Json) -> None:
    with pytest.raises(ApiError) as refused:
        forms.message(body)
    assert refused.value.body == {"code": 50006, "message": "Cannot send an empty message"}


@pytest.mark.parametrize(
    "body",
    [{"content": "x"}, embed(), {"components": [row(button())]}, laid_out(text())],
)
def test_one_thing_is_enough_to_say(body: Json) -> None:
    assert not forms.blank(forms.message(body))


def test_a_file_is_enough_to_say() -> None:
    written = forms.message({}, {"0": "a.png"})
    assert written["attachments"] == [{"id": "0", "filename": "a.png"}]


def test_what_a_new_message_lacks_is_filled_in() -> None:
    body = {"content": "x", "embeds": None, "components": None, "flags": None, "tts": None}
    assert forms.message(body) == {
        "content": "x",
        "embeds": [],
        "components": [],
        "attachments": [],
        "flags": 0,
        "tts": False,
    }


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


def test_files_are_described() -> None:
    body = {"attachments": [{"id": 1, "filename": "b.png", "description": "x" * 1024}]}
    written = forms.message(body, {"0": "a.txt", "1": "x.png"})
    assert written["attachments"] == [
        {"id": "0", "filename": "a.txt"},
        {"id": "1", "filename": "b.png", "description": "x" * 1024},
    ]


@pytest.mark.parametrize(
    ("about", "where", "says"),
    [
        ({"description": "x" * 1025}, "description", at_most(1024)),
        ({"title": "x" * 1025}, "title", at_most(1024)),
        ({"filename": ""}, "filename", between(1, 1024)),
        ({"filename": "x" * 1025}, "filename", between(1, 1024)),
        ({"waveform": "x" * 401}, "waveform", at_most(400)),
        ({"duration_secs": "x"}, "duration_secs", 'NUMBER_TYPE_COERCE Value "x" is not float.'),
    ],
)
def test_descriptions_of_files_have_limits(about: Json, where: str, says: str) -> None:
    body = {"attachments": [{"id": 0, **about}]}
    said = wrong_with(forms.message, body, {"0": "a.txt"})
    assert said == {f"attachments.0.{where}": says}


def test_a_file_is_shown_by_the_name_that_it_is_given() -> None:
    renamed = {"attachments": [{"id": 0, "filename": "b.png"}]}
    shown = embed(image={"url": "attachment://b.png"})
    assert forms.message(shown | renamed, {"0": "a.png"})
    assert wrong_with(forms.message, shown, {"0": "a.png"})


def test_ten_files_are_as_many_as_there_may_be() -> None:
    files = {str(each): f"{each}.txt" for each in range(11)}
    assert wrong_with(forms.message, {}, files) == {"files": at_most(10)}
    del files["10"]
    attachments = [{"id": each} for each in files]
    assert len(forms.message({"attachments": attachments}, files)["attachments"]) == 10
    said = wrong_with(forms.message, {"attachments": [*attachments, {"id": 0}]}, files)
    assert said == {"attachments": at_most(10)}
