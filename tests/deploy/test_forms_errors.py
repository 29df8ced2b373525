"""The error bodies with which Discord refuses a request."""

from typing import Any

import pytest

from deploy.sandbox import api_errors, forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.form_errors import button, row, wrong_with

SAID = [
    (api_errors.unauthorized(), 401, 0, "401: Unauthorized"),
    (api_errors.not_found("GET", "/x"), 404, 0, "404: Not Found. The sandbox has no GET /x"),
    (
        api_errors.method_not_allowed("GET", "/" + 200 * "x"),
        405,
        0,
        f"405: Method Not Allowed. The sandbox has no GET /{99 * 'x'}",
    ),
    (api_errors.unknown_channel(), 404, 10003, "Unknown Channel"),
    (api_errors.unknown_guild(), 404, 10004, "Unknown Guild"),
    (api_errors.unknown_member(), 404, 10007, "Unknown Member"),
    (api_errors.unknown_message(), 404, 10008, "Unknown Message"),
    (api_errors.unknown_user(), 404, 10013, "Unknown User"),
    (api_errors.unknown_webhook(), 404, 10015, "Unknown Webhook"),
    (api_errors.unknown_interaction(), 404, 10062, "Unknown interaction"),
    (api_errors.unknown_command(), 404, 10063, "Unknown application command"),
    (
        api_errors.not_yours(),
        403,
        20012,
        "You are not authorized to perform this action on this application",
    ),
    (
        api_errors.too_many_commands(100),
        400,
        30032,
        "Maximum number of application commands reached (100).",
    ),
    (api_errors.too_large(), 413, 40005, "Request entity too large"),
    (
        api_errors.already_acknowledged(),
        400,
        40060,
        "Interaction has already been acknowledged.",
    ),
    (api_errors.missing_access(), 403, 50001, "Missing Access"),
    (
        api_errors.not_your_message(),
        403,
        50005,
        "Cannot edit a message authored by another user",
    ),
    (api_errors.empty_message(), 400, 50006, "Cannot send an empty message"),
    (api_errors.missing_permissions(), 403, 50013, "Missing Permissions"),
    (api_errors.invalid_webhook_token(), 401, 50027, "Invalid Webhook Token"),
    (api_errors.invalid_api_version(), 400, 50041, "Invalid API version provided"),
    (api_errors.invalid_json(), 400, 50109, "The request body contains invalid JSON."),
]


@pytest.mark.parametrize(("said", "status", "code", "message"), SAID, ids=str)
def test_each_complaint_is_put_as_discord_puts_it(
    said: ApiError, status: int, code: int, message: str
) -> None:
    assert said.status == status
    assert said.body == {"code": code, "message": message}
    assert str(said) == message


def test_every_complaint_is_a_new_one() -> None:
    assert api_errors.unknown_channel() is not api_errors.unknown_channel()


def test_a_form_is_told_where_it_is_wrong() -> None:
    body = {"content": "x" * 2001, "embeds": [{"title": "x"}, {"title": "x" * 257}]}
    with pytest.raises(ApiError) as refused:
        forms.message(body)
    assert refused.value.body == {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {
            "content": {
                "_errors": [
                    {
                        "code": "BASE_TYPE_MAX_LENGTH",
                        "message": "Must be 2000 or fewer in length.",
                    }
                ]
            },
            "embeds": {
                "1": {
                    "title": {
                        "_errors": [
                            {
                                "code": "BASE_TYPE_MAX_LENGTH",
                                "message": "Must be 256 or fewer in length.",
                            }
                        ]
                    }
                }
            },
        },
    }


OBJECT = "MODEL_TYPE_CONVERT Expected an object/dictionary."
LIST = "LIST_TYPE_CONVERT Only iterables may be used in a ListType"


@pytest.mark.parametrize(
    ("body", "where", "says"),
    [
        (None, "", OBJECT),
        ([], "", OBJECT),
        ({"content": 7}, "content", 'STRING_TYPE_CONVERT Could not interpret "7" as string.'),
        ({"tts": "yes"}, "tts", "BOOLEAN_TYPE_CONVERT Must be either true or false."),
        ({"flags": "4"}, "flags", 'NUMBER_TYPE_COERCE Value "4" is not int.'),
        ({"flags": True}, "flags", 'NUMBER_TYPE_COERCE Value "True" is not int.'),
        ({"embeds": {}}, "embeds", LIST),
        ({"embeds": [3]}, "embeds.0", OBJECT),
        ({"components": [3]}, "components.0", OBJECT),
        ({"flags": 1 << 15, "components": [3]}, "components.0", OBJECT),
        ({"allowed_mentions": []}, "allowed_mentions", OBJECT),
    ],
)
def test_fields_of_the_wrong_kind(body: Any, where: str, says: str) -> None:
    assert wrong_with(forms.message, body) == {where: says}


def test_what_is_wrong_is_repeated_only_so_far() -> None:
    says = f'NUMBER_TYPE_COERCE Value "{"9" * 100}" is not int.'
    assert wrong_with(forms.message, {"flags": "9" * 101}) == {"flags": says}


def test_true_is_not_one() -> None:
    says = 'NUMBER_TYPE_COERCE Value "True" is not int.'
    rows = {"components": [row(button()) | {"type": True}]}
    assert wrong_with(forms.message, rows) == {"components.0": says}
    assert wrong_with(forms.message, rows | {"flags": 1 << 15}) == {"components.0": says}
    field = {"type": 4, "custom_id": "x", "style": 1, "label": "x"}
    modal = {"custom_id": "x", "title": "x", "components": [{"type": True, "components": [field]}]}
    assert wrong_with(forms.modal, modal) == {"components.0": says}
    named = {"type": True, "name": "x", "description": "x"}
    assert wrong_with(forms.commands, [named]) == {"0": says}
    command = named | {"type": 1, "options": [named]}
    assert wrong_with(forms.commands, [command]) == {"0.options.0": says}
    pressed = {"components": [row(button(style=True))]}
    assert wrong_with(forms.message, pressed) == {"components.0.components.0.style": says}


def test_localizations_are_an_object() -> None:
    body = [{"name": "x", "description": "x", "name_localizations": []}]
    says = "DICT_TYPE_CONVERT Only dictionaries may be used in a DictType"
    assert wrong_with(forms.commands, body) == {"0.name_localizations": says}


def test_two_things_may_be_wrong_in_one_place() -> None:
    body = {
        "content": "x",
        "allowed_mentions": {"parse": ["users", "roles"], "users": ["1"], "roles": ["2"]},
    }
    code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
    assert wrong_with(forms.message, body) == {
        "allowed_mentions": " | ".join(
            f'{code} parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            for key in ("users", "roles")
        )
    }
