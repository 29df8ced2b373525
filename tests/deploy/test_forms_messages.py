"""Messages, and what is in them besides components, embeds and files."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.form_errors import (
    ID,
    UNKNOWN,
    Json,
    Limit,
    Said,
    Wrong,
    at_most,
    button,
    cases,
    embed,
    has_limit,
    laid_out,
    no_less_than,
    row,
    text,
    wrong_with,
)

UNSUPPORTED = "SANDBOX_UNSUPPORTED This is not supported by the sandbox."


def pinging(**facts: Any) -> Json:
    return {"content": "x", "allowed_mentions": facts}


LIMITS: list[Limit] = [
    ("content", lambda n: {"content": "x" * n}, 2000, "content", at_most(2000)),
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


@cases("body, most, where, says", LIMITS)
def test_so_much_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    has_limit(forms.message, body, most, where, says)
    if "nonce" not in body(most):
        has_limit(forms.edit, body, most, where, says)


WRONG: list[Wrong] = [
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


@cases("body, said", WRONG)
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
