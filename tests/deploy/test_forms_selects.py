"""Select menus in the rows of a message."""

from collections.abc import Callable

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    INNER,
    REQUIRED,
    Json,
    Limit,
    Said,
    Wrong,
    at_most,
    between,
    button,
    buttons,
    cases,
    comes_back,
    has_limit,
    no_less_than,
    no_more_than,
    option,
    picking,
    row,
    select,
    with_rows,
    wrong_in_a_row,
    wrong_with,
)

WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED The specified component exceeds the maximum width"
CROWDED = (
    "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES "
    "The specified number of default values exceeds the specified maximum values"
)
NO_CHANNEL = "BASE_TYPE_CHOICES Value must be one of {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}."


def min_values(most: int) -> str:
    return f"NUMBER_TYPE_MAX min_values value should be less than or equal to {most}."


def options(count: int, **facts: bool) -> list[Json]:
    return [option(str(each), **facts) for each in range(count)]


def chosen(count: int, kind: str = "role") -> list[Json]:
    return [{"id": str(each), "type": kind} for each in range(count)]


LIMITS: list[Limit] = [
    (
        "options",
        lambda n: with_rows(select(*options(n))),
        25,
        f"{INNER}.options",
        between(1, 25),
    ),
    (
        "option's label",
        lambda n: with_rows(select(option(label="x" * n))),
        100,
        f"{INNER}.options.0.label",
        between(1, 100),
    ),
    (
        "option's value",
        lambda n: with_rows(select(option("x" * n))),
        100,
        f"{INNER}.options.0.value",
        between(1, 100),
    ),
    (
        "option's description",
        lambda n: with_rows(select(option(description="x" * n))),
        100,
        f"{INNER}.options.0.description",
        at_most(100),
    ),
    (
        "placeholder",
        lambda n: with_rows(select(placeholder="x" * n)),
        150,
        f"{INNER}.placeholder",
        at_most(150),
    ),
    (
        "max_values",
        lambda n: with_rows(picking(6, max_values=n)),
        25,
        f"{INNER}.max_values",
        no_more_than(25),
    ),
    (
        "min_values",
        lambda n: with_rows(select(*options(4), min_values=n, max_values=3)),
        3,
        f"{INNER}.min_values",
        min_values(3),
    ),
    (
        "max_values among options",
        lambda n: with_rows(select(*options(3), max_values=n)),
        3,
        f"{INNER}.options",
        "BASE_TYPE_MIN_LENGTH Must be 4 or more in length.",
    ),
    (
        "default options",
        lambda n: with_rows(select(*options(n, default=True), option("x"), max_values=2)),
        2,
        f"{INNER}.options",
        CROWDED,
    ),
    (
        "default_values",
        lambda n: with_rows(picking(6, max_values=25, default_values=chosen(n))),
        25,
        f"{INNER}.default_values",
        at_most(25),
    ),
    (
        "default_values among so many",
        lambda n: with_rows(picking(6, max_values=3, default_values=chosen(n))),
        3,
        f"{INNER}.default_values",
        CROWDED,
    ),
]


@cases("body, most, where, says", LIMITS)
def test_so_many_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    for form in (forms.message, forms.edit):
        has_limit(form, body, most, where, says)


TOO_FEW: list[tuple[str, Json, Json, Said]] = [
    (
        "options",
        with_rows(select(option())),
        with_rows({"type": 3, "custom_id": "s", "options": []}),
        {f"{INNER}.options": between(1, 25)},
    ),
    (
        "option",
        with_rows(select(option("x", label="x"))),
        with_rows(select(option("", label=""))),
        {
            f"{INNER}.options.0.label": between(1, 100),
            f"{INNER}.options.0.value": between(1, 100),
        },
    ),
    (
        "min_values",
        with_rows(picking(5, min_values=0)),
        with_rows(picking(5, min_values=-1)),
        {f"{INNER}.min_values": no_less_than(0)},
    ),
    (
        "max_values",
        with_rows(picking(5, max_values=1)),
        with_rows(picking(5, min_values=0, max_values=0)),
        {f"{INNER}.max_values": no_less_than(1)},
    ),
    (
        "default_values",
        with_rows(picking(6, min_values=2, max_values=3, default_values=chosen(2))),
        with_rows(picking(6, min_values=2, max_values=3, default_values=chosen(1))),
        {f"{INNER}.default_values": "BASE_TYPE_MIN_LENGTH Must be 2 or more in length."},
    ),
    (
        "options for max_values",
        with_rows(select(*options(2), max_values=2)),
        with_rows(select(option(), max_values=2)),
        {f"{INNER}.options": "BASE_TYPE_MIN_LENGTH Must be 2 or more in length."},
    ),
    (
        "options for min_values",
        with_rows(select(*options(2), min_values=2, max_values=2)),
        with_rows(select(option(), min_values=2, max_values=2)),
        {
            f"{INNER}.min_values": min_values(1),
            f"{INNER}.options": "BASE_TYPE_MIN_LENGTH Must be 2 or more in length.",
        },
    ),
]


@cases("enough, fewer, said", TOO_FEW)
def test_so_few_and_no_fewer(enough: Json, fewer: Json, said: Said) -> None:
    assert forms.message(enough)
    assert wrong_with(forms.message, fewer) == said


WRONG: list[Wrong] = [
    ("a select without options", {"type": 3, "custom_id": "x"}, {".options": REQUIRED}),
    ("a select that isn't heard of", {"type": 5}, {".custom_id": REQUIRED}),
    (
        "the same option twice",
        select(option(), option()),
        {
            ".options.1": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED "
            "The specified option value is already used"
        },
    ),
    (
        "more than there may be",
        picking(5, min_values=2),
        {".min_values": min_values(1)},
    ),
    (
        "more channels than there may be",
        picking(8, min_values=2),
        {".min_values": min_values(1)},
    ),
    (
        "more than anybody may choose",
        picking(5, min_values=26, max_values=25),
        {".min_values": no_more_than(25)},
    ),
    (
        "people among roles",
        picking(6, default_values=chosen(1, "user")),
        {".default_values.0.type": "BASE_TYPE_CHOICES Value must be one of {'role'}."},
    ),
    (
        "roles among people",
        picking(5, default_values=chosen(1)),
        {".default_values.0.type": "BASE_TYPE_CHOICES Value must be one of {'user'}."},
    ),
    (
        "channels among those who can be mentioned",
        picking(7, default_values=chosen(1, "channel")),
        {".default_values.0.type": "BASE_TYPE_CHOICES Value must be one of {'user', 'role'}."},
    ),
    (
        "people among channels",
        picking(8, default_values=chosen(1, "user")),
        {".default_values.0.type": "BASE_TYPE_CHOICES Value must be one of {'channel'}."},
    ),
    (
        "a type of channel that isn't one",
        picking(8, channel_types=[6]),
        {".channel_types.0": NO_CHANNEL},
    ),
    (
        "a type of channel twice",
        picking(8, channel_types=[0, 0]),
        {".channel_types.1": "SET_TYPE_ALREADY_CONTAINS_VALUE The set already contains this value"},
    ),
]


@cases("component, said", WRONG)
def test_what_is_wrong_in_a_row(component: Json, said: Said) -> None:
    wrong_in_a_row(component, said)


@pytest.mark.parametrize(
    "component",
    [
        select(min_values=0, disabled=False, required=True),
        picking(5, default_values=chosen(1, "user")),
        picking(6, default_values=[]),
        picking(7, default_values=[*chosen(1, "user"), *chosen(1)], max_values=2),
        picking(8, default_values=chosen(1, "channel"), channel_types=[0, 5, 15]),
    ],
    ids=str,
)
def test_components_come_back_as_they_were(component: Json) -> None:
    comes_back(component)


def test_a_select_is_as_wide_as_a_row() -> None:
    mixed = {"components": [row(button(), select())]}
    assert wrong_with(forms.message, mixed) == {"components.0.components.1": WIDE}
    two = {"components": [row(select(), select(custom_id="t"))]}
    assert wrong_with(forms.message, two) == {"components.0.components.1": WIDE}
    turned = {"components": [row(select(), *buttons(2))]}
    assert wrong_with(forms.message, turned) == {
        f"components.0.components.{index}": WIDE for index in (1, 2)
    }
