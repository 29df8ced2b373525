"""The commands that a bot registers."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.command_bodies import (
    ATTACHMENT,
    BAD_NAME,
    BOOLEAN,
    CHANNEL,
    FAR,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    SUBCOMMAND,
    TWICE,
    USER,
    chat,
    choice,
    inside,
    menu,
    option,
)
from tests.deploy.form_errors import (
    ID,
    REQUIRED,
    UNKNOWN,
    Json,
    Limit,
    Said,
    Wrong,
    at_most,
    between,
    cases,
    has_limit,
    wrong_with,
)

TOO_LARGE = "APPLICATION_COMMAND_TOO_LARGE Command exceeds maximum size (8000)"


def many(count: int, kind: int) -> list[Json]:
    command = chat()[0] if kind == 1 else menu(kind)[0]
    return [{**command, "name": f"x{each}"} for each in range(count)]


LIMITS: list[Limit] = [
    ("name", lambda n: chat(name="x" * n), 32, "0.name", between(1, 32)),
    ("description", lambda n: chat(description="x" * n), 100, "0.description", between(1, 100)),
    ("menu's name", lambda n: menu(name="X" * n), 32, "0.name", between(1, 32)),
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


@cases("body, most, where, says", LIMITS)
def test_commands_have_limits(
    body: Callable[[int], list[Json]], most: int, where: str, says: str
) -> None:
    has_limit(forms.commands, body, most, where, says)


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


@pytest.mark.parametrize("name", [*GOOD_NAMES, *BAD_NAMES])
def test_menus_are_called_anything(name: str) -> None:
    body = menu(name=name, name_localizations={"de": name})
    assert forms.commands(body)[0]["name"] == name


WRONG: list[Wrong] = [
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


@cases("body, said", WRONG)
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
