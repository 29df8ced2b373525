"""Options and choices of the commands that a bot registers."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.sandbox import forms
from tests.deploy.command_bodies import (
    BAD_NAME,
    CHANNEL,
    FAR,
    GROUP,
    INTEGER,
    NUMBER,
    SUBCOMMAND,
    TWICE,
    USER,
    chat,
    choice,
    inside,
    option,
    several,
)
from tests.deploy.form_errors import (
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
    no_less_than,
    no_more_than,
    wrong_with,
)

FIRST = (
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID "
    "Required options must be placed before non-required options"
)
MIXED = (
    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID Sub-command and sub-command group option types "
    "are mutually exclusive to all other types"
)
NO_CHOICES = "SANDBOX_RULE Where there are choices nothing can be completed."


LIMITS: list[Limit] = [
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
]


@cases("body, most, where, says", LIMITS)
def test_commands_have_limits(
    body: Callable[[int], list[Json]], most: int, where: str, says: str
) -> None:
    has_limit(forms.commands, body, most, where, says)


@pytest.mark.parametrize("kind", range(1, 12))
def test_options_of_every_kind_are_named_alike(kind: int) -> None:
    body = chat(option(kind, name="A"))
    assert wrong_with(forms.commands, body) == {"0.options.0.name": BAD_NAME}


WRONG: list[Wrong] = [
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
]


@cases("body, said", WRONG)
def test_what_is_wrong_with_commands(body: Any, said: Said) -> None:
    assert wrong_with(forms.commands, body) == said
