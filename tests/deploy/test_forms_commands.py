"""The commands that a bot registers."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.form_errors import (
    ID,
    REQUIRED,
    UNKNOWN,
    Json,
    Said,
    at_most,
    between,
    no_less_than,
    no_more_than,
    wrong_with,
)

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 8, 9, 10, 11
FAR = 2**53 - 1
BAD_NAME = "APPLICATION_COMMAND_INVALID_NAME Command name is invalid"
FIRST = (
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID "
    "Required options must be placed before non-required options"
)
MIXED = (
    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID Sub-command and sub-command group option types "
    "are mutually exclusive to all other types"
)
TOO_LARGE = "APPLICATION_COMMAND_TOO_LARGE Command exceeds maximum size (8000)"
TWICE = "SET_TYPE_ALREADY_CONTAINS_VALUE The set already contains this value"


def chat(*options: Json, **facts: Any) -> list[Json]:
    return [{"name": "duel", "description": "x", "options": list(options), **facts}]


def menu(kind: int = 2, **facts: Any) -> list[Json]:
    return [{"type": kind, "name": "Challenge to a duel", **facts}]


def option(kind: int = STRING, **facts: Any) -> Json:
    return {"type": kind, "name": "x", "description": "x", **facts}


def choice(value: Any = "x", **facts: Any) -> Json:
    return {"name": "x", "value": value, **facts}


def several(count: int, kind: int = STRING, **facts: Any) -> list[Json]:
    return [option(kind, **{"name": f"x{each}", **facts}) for each in range(count)]


def inside(*options: Json) -> list[Json]:
    """Deep in a group."""
    return chat(option(GROUP, options=[option(SUBCOMMAND, options=list(options))]))


def many(count: int, kind: int) -> list[Json]:
    command = chat()[0] if kind == 1 else menu(kind)[0]
    return [{**command, "name": f"x{each}"} for each in range(count)]


LIMITS: list[tuple[str, Callable[[int], list[Json]], int, str, str]] = [
    ("name", lambda n: chat(name="x" * n), 32, "0.name", between(1, 32)),
    ("description", lambda n: chat(description="x" * n), 100, "0.description", between(1, 100)),
    ("menu's name", lambda n: menu(name="X" * n), 32, "0.name", between(1, 32)),
    ("options", lambda n: chat(*several(n)), 25, "0.options", at_most(25)),
    (
        "options inside",
        lambda n: inside(*several(n)),
        25,
        "0.options.0.options.0.options",
        at_most(25),
    ),
    (
        "subcommands",
        lambda n: chat(option(GROUP, options=several(n, SUBCOMMAND))),
        25,
        "0.options.0.options",
        at_most(25),
    ),
    (
        "option's name",
        lambda n: inside(option(name="x" * n)),
        32,
        "0.options.0.options.0.options.0.name",
        between(1, 32),
    ),
    (
        "option's description",
        lambda n: chat(option(description="x" * n)),
        100,
        "0.options.0.description",
        between(1, 100),
    ),
    (
        "choices",
        lambda n: chat(option(choices=[choice()] * n)),
        25,
        "0.options.0.choices",
        at_most(25),
    ),
    (
        "choice's name",
        lambda n: chat(option(choices=[choice(name="x" * n)])),
        100,
        "0.options.0.choices.0.name",
        between(1, 100),
    ),
    (
        "choice's value",
        lambda n: chat(option(choices=[choice("x" * n)])),
        100,
        "0.options.0.choices.0.value",
        at_most(100),
    ),
    (
        "whole choice",
        lambda n: chat(option(INTEGER, choices=[choice(n)])),
        FAR,
        "0.options.0.choices.0.value",
        no_more_than(FAR),
    ),
    (
        "max_value",
        lambda n: chat(option(INTEGER, max_value=n)),
        FAR,
        "0.options.0.max_value",
        no_more_than(FAR),
    ),
    (
        "number's max_value",
        lambda n: chat(option(NUMBER, max_value=n)),
        FAR,
        "0.options.0.max_value",
        f"NUMBER_TYPE_MAX float value should be from {-FAR} to {FAR}.",
    ),
    (
        "max_length",
        lambda n: chat(option(max_length=n)),
        6000,
        "0.options.0.max_length",
        no_more_than(6000),
    ),
    (
        "min_length",
        lambda n: chat(option(min_length=n)),
        6000,
        "0.options.0.min_length",
        no_more_than(6000),
    ),
    (
        "min_length and max_length",
        lambda n: chat(option(min_length=n, max_length=3)),
        3,
        "0.options.0.min_length",
        "SANDBOX_RULE It can't be more than max_length.",
    ),
    *(
        (
            f"min_value and max_value of {kind}",
            lambda n, kind=kind: chat(option(kind, min_value=n, max_value=0)),
            0,
            "0.options.0.min_value",
            "SANDBOX_RULE It can't be more than max_value.",
        )
        for kind in (INTEGER, NUMBER)
    ),
    (
        "permissions",
        lambda n: chat(default_member_permissions=n),
        2**54 - 1,
        "0.default_member_permissions",
        f'NUMBER_TYPE_COERCE Value "{2**54}" is not int.',
    ),
    (
        "localized name",
        lambda n: chat(name_localizations={"de": "x" * n}),
        32,
        "0.name_localizations.de",
        between(1, 32),
    ),
    (
        "localized description",
        lambda n: chat(description_localizations={"de": "x" * n}),
        100,
        "0.description_localizations.de",
        between(1, 100),
    ),
]


@pytest.mark.parametrize(
    ("body", "most", "where", "says"), [each[1:] for each in LIMITS], ids=[e[0] for e in LIMITS]
)
def test_commands_have_limits(
    body: Callable[[int], list[Json]], most: int, where: str, says: str
) -> None:
    assert forms.commands(body(most))
    assert wrong_with(forms.commands, body(most + 1)) == {where: says}


@pytest.mark.parametrize(("kind", "most"), [(1, 100), (2, 15), (3, 15)])
def test_so_many_commands_and_no_more(kind: int, most: int) -> None:
    assert len(forms.commands(many(most, kind))) == most
    with pytest.raises(ApiError) as refused:
        forms.commands(many(most + 1, kind))
    assert refused.value.body == {
        "code": 30032,
        "message": f"Maximum number of application commands reached ({most}).",
    }


GOOD_NAMES = ["duel", "duel-admin", "d_'9", "дуэль", "決闘", "द्वंद्व", "ดวลกัน", "ß", "½"]
BAD_NAMES = ["Duel", "a duel", "du/el", "Дуэль", "x!", "้!", "।", "฿", "x😀", "\u0300"]


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_good_names(name: str) -> None:
    assert forms.commands(chat(name=name))[0]["name"] == name
    assert forms.commands(inside(option(name=name)))
    assert forms.commands(chat(name_localizations={"de": name}))


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_names(name: str) -> None:
    assert wrong_with(forms.commands, chat(name=name)) == {"0.name": BAD_NAME}
    where = "0.options.0.options.0.options.0.name"
    assert wrong_with(forms.commands, inside(option(name=name))) == {where: BAD_NAME}
    localized = chat(name_localizations={"de": "x", "fr": name})
    assert wrong_with(forms.commands, localized) == {"0.name_localizations.fr": BAD_NAME}


@pytest.mark.parametrize("kind", range(1, 12))
def test_options_of_every_kind_are_named_alike(kind: int) -> None:
    body = chat(option(kind, name="A"))
    assert wrong_with(forms.commands, body) == {"0.options.0.name": BAD_NAME}


@pytest.mark.parametrize("name", [*GOOD_NAMES, *BAD_NAMES])
def test_menus_are_called_anything(name: str) -> None:
    body = menu(name=name, name_localizations={"de": name})
    assert forms.commands(body)[0]["name"] == name


NO_CHOICES = "SANDBOX_RULE Where there are choices nothing can be completed."
WRONG: list[tuple[str, Any, Said]] = [
    ("no list", {}, {"": "LIST_TYPE_CONVERT Only iterables may be used in a ListType"}),
    ("no command", [3], {"0": "MODEL_TYPE_CONVERT Expected an object/dictionary."}),
    ("nothing said", [{}], {"0.name": REQUIRED, "0.description": REQUIRED}),
    ("no name", chat(name=""), {"0.name": between(1, 32)}),
    ("no description", chat(description=""), {"0.description": between(1, 100)}),
    ("a menu without a name", menu(name=""), {"0.name": between(1, 32)}),
    ("a menu with a description", menu(description="x"), {"0.description": at_most(0)}),
    ("a menu with options", menu(3, options=[option()]), {"0.options": at_most(0)}),
    (
        "another type",
        menu(4),
        {"0": 'UNION_TYPE_CHOICES Value of field "type" must be one of (1, 2, 3).'},
    ),
    ("what isn't known", chat(colour=3), {"0.colour": UNKNOWN}),
    (
        "the same name twice",
        [*chat(), *menu(name="duel"), *chat()],
        {"2": "APPLICATION_COMMANDS_DUPLICATE_NAME Application command names must be unique"},
    ),
    (
        "the same option twice",
        chat(option(), option(USER)),
        {
            "0.options.1": "APPLICATION_COMMAND_OPTIONS_NAME_INVALID "
            "Option name x is already used in these options"
        },
    ),
    (
        "the same subcommand twice",
        chat(option(GROUP, options=[option(SUBCOMMAND)] * 2)),
        {
            "0.options.0.options.1": "APPLICATION_COMMAND_OPTIONS_NAME_INVALID "
            "Option name x is already used in these options"
        },
    ),
    (
        "what is required last",
        chat(option(), option(name="y", required=True), option(USER, name="z", required=True)),
        {"0.options.1": FIRST, "0.options.2": FIRST},
    ),
    (
        "what is required last, inside",
        inside(option(required=False), option(name="y", required=True)),
        {"0.options.0.options.0.options.1": FIRST},
    ),
    (
        "options beside subcommands",
        chat(option(), option(SUBCOMMAND, name="y"), option(USER, name="z")),
        {"0.options.0": MIXED, "0.options.2": MIXED},
    ),
    (
        "options beside groups",
        chat(option(GROUP), option(name="y")),
        {"0.options.1": MIXED},
    ),
    (
        "a group in a group",
        chat(option(GROUP, options=[option(GROUP)])),
        {"0.options.0.options.0.type": "BASE_TYPE_CHOICES Value must be one of {1}."},
    ),
    (
        "a subcommand in a subcommand",
        chat(option(SUBCOMMAND, options=[option(SUBCOMMAND)])),
        {
            "0.options.0.options.0": 'UNION_TYPE_CHOICES Value of field "type" '
            "must be one of (5, 6, 8, 9, 11, 7, 3, 4, 10)."
        },
    ),
    (
        "an option of no type",
        chat({"name": "x", "description": "x"}),
        {"0.options.0.type": REQUIRED},
    ),
    (
        "choices of people",
        chat(option(USER, choices=[choice()])),
        {"0.options.0.choices": UNKNOWN},
    ),
    (
        "completed channels",
        chat(option(CHANNEL, autocomplete=True)),
        {"0.options.0.autocomplete": UNKNOWN},
    ),
    (
        "choices and completion",
        chat(option(choices=[choice()], autocomplete=True)),
        {"0.options.0.autocomplete": NO_CHOICES},
    ),
    (
        "a number as text",
        chat(option(choices=[choice(3)])),
        {"0.options.0.choices.0.value": 'STRING_TYPE_CONVERT Could not interpret "3" as string.'},
    ),
    (
        "a text as number",
        chat(option(INTEGER, choices=[choice("3")])),
        {"0.options.0.choices.0.value": 'NUMBER_TYPE_COERCE Value "3" is not int.'},
    ),
    (
        "half a whole number",
        chat(option(INTEGER, min_value=0.5)),
        {"0.options.0.min_value": 'NUMBER_TYPE_COERCE Value "0.5" is not int.'},
    ),
    (
        "a text as any number",
        chat(option(NUMBER, choices=[choice("3")])),
        {"0.options.0.choices.0.value": 'NUMBER_TYPE_COERCE Value "3" is not float.'},
    ),
    (
        "the length of a number",
        chat(option(INTEGER, max_length=3)),
        {"0.options.0.max_length": UNKNOWN},
    ),
    ("the size of a text", chat(option(min_value=3)), {"0.options.0.min_value": UNKNOWN}),
    (
        "a length of nothing",
        chat(option(max_length=0)),
        {"0.options.0.max_length": no_less_than(1)},
    ),
    ("a length below", chat(option(min_length=-1)), {"0.options.0.min_length": no_less_than(0)}),
    (
        "channels of people",
        chat(option(USER, channel_types=[0])),
        {"0.options.0.channel_types": UNKNOWN},
    ),
    (
        "a type of channel that isn't one",
        chat(option(CHANNEL, channel_types=[16])),
        {
            "0.options.0.channel_types.0": "BASE_TYPE_CHOICES "
            "Value must be one of {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}."
        },
    ),
    (
        "a type of channel twice",
        chat(option(CHANNEL, channel_types=[0, 0])),
        {"0.options.0.channel_types.1": TWICE},
    ),
    *(
        (
            f"permissions {value!r}",
            chat(default_member_permissions=value),
            {"0.default_member_permissions": f'NUMBER_TYPE_COERCE Value "{value}" is not int.'},
        )
        for value in (-1, "x", "-1", True, 1.0)
    ),
    (
        "a place that isn't one",
        chat(contexts=[3]),
        {"0.contexts.0": "BASE_TYPE_CHOICES Value must be one of {0, 1, 2}."},
    ),
    ("no place", menu(contexts=[]), {"0.contexts": between(1, 3)}),
    ("a place twice", menu(contexts=[0, 0]), {"0.contexts.1": TWICE}),
    ("no kind of installing", chat(integration_types=[]), {"0.integration_types": between(1, 2)}),
    (
        "a kind of installing twice",
        chat(integration_types=[1, 1]),
        {"0.integration_types.1": TWICE},
    ),
]


@pytest.mark.parametrize(
    ("body", "said"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_what_is_wrong_with_commands(body: Any, said: Said) -> None:
    assert wrong_with(forms.commands, body) == said


def test_locales_are_those_of_discord() -> None:
    for key in ("name_localizations", "description_localizations"):
        said = wrong_with(forms.commands, chat(**{key: {"en": "x"}}))
        assert list(said) == [f"0.{key}.en"]
        assert said[f"0.{key}.en"].startswith("BASE_TYPE_CHOICES Value must be one of {'ar', ")


def test_eight_thousand_characters_are_all_there_is_room_for() -> None:
    choices = [choice("x" * 99)] * 25
    filled = [option(name=f"o{each}", choices=choices) for each in range(3)]
    numbers = option(INTEGER, name="n", choices=[choice(-100)])
    subcommand = option(SUBCOMMAND, options=[*filled, numbers])
    localized = {"de": "x" * 50, "fr": "x"}
    group = option(GROUP, options=[subcommand], description_localizations=localized)
    others = [
        option(SUBCOMMAND, name=sign * 32, description="x" * 100, name_localizations={"de": "y"})
        for sign in "abc"
    ]
    #       choices  options  numbers   subcommand  group    others   duel
    taken = 7500 + 3 * (2 + 1) + (1 + 1 + 1 + 4) + (1 + 1) + (1 + 50) + 3 * 132 + 4
    body = chat(group, *others, description="x" * (8000 - taken))
    assert forms.commands(body)
    body[0]["description"] += "x"
    assert wrong_with(forms.commands, body) == {"0": TOO_LARGE}


def test_what_a_command_lacks_is_filled_in() -> None:
    assert forms.commands([{"name": "duel", "description": "x"}]) == [
        {
            "type": 1,
            "name": "duel",
            "name_localizations": None,
            "description": "x",
            "description_localizations": None,
            "options": [],
            "default_member_permissions": None,
            "dm_permission": True,
            "contexts": None,
            "integration_types": [0],
            "nsfw": False,
        }
    ]


def test_a_menu_has_an_empty_description() -> None:
    for body in (menu(), menu(description=None), menu(description="", options=[])):
        registered = forms.commands(body)[0]
        assert (registered["description"], registered["options"]) == ("", [])


def test_what_is_said_of_a_command_is_kept() -> None:
    said: Json = {
        "id": ID,
        "type": 1,
        "name": "duel",
        "name_localizations": {"de": "duell"},
        "description": "x",
        "description_localizations": {"de": "X"},
        "options": [
            option(choices=[choice(name_localizations={"de": "y"})], required=True),
            option(INTEGER, name="i", min_value=-FAR, max_value=FAR, required=True),
            option(NUMBER, name="n", min_value=0.5, autocomplete=True),
            option(BOOLEAN, name="b"),
            option(USER, name="u"),
            option(CHANNEL, name="c", channel_types=[0, 11]),
            option(ROLE, name="r"),
            option(MENTIONABLE, name="m"),
            option(ATTACHMENT, name="a"),
        ],
        "default_member_permissions": "32",
        "dm_permission": False,
        "contexts": [0, 1, 2],
        "integration_types": [0, 1],
        "nsfw": True,
    }
    assert forms.commands([said]) == [said]
    assert forms.commands([said | {"default_member_permissions": 32}]) == [said]


@pytest.mark.parametrize(
    ("dm_permission", "contexts", "where"),
    [(None, None, None), (True, None, None), (False, None, [0]), (False, [1], [1])],
)
def test_where_a_command_can_be_used(
    dm_permission: bool | None, contexts: list[int] | None, where: list[int] | None
) -> None:
    body = chat(dm_permission=dm_permission, contexts=contexts)
    assert forms.commands(body)[0]["contexts"] == where
