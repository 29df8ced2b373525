"""Components of messages: rows, and the buttons in them."""

from collections.abc import Callable

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    ID,
    INNER,
    REQUIRED,
    UNKNOWN,
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
    container,
    has_limit,
    laid_out,
    link,
    no_less_than,
    no_more_than,
    no_such_type,
    row,
    section,
    text,
    with_rows,
    wrong_in_a_row,
    wrong_with,
)

TWICE = "COMPONENT_CUSTOM_ID_DUPLICATED Component custom id cannot be duplicated"
LACKS = "SANDBOX_RULE A premium button has no {}."
BOTH = (
    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE A custom id and url cannot both be specified"
)
BARE = "SANDBOX_RULE A button needs a label or an emoji."
NO_STYLE = "BASE_TYPE_CHOICES Value must be one of {1, 2, 3, 4, 5, 6}."


LIMITS: list[Limit] = [
    (
        "rows",
        lambda n: {"components": [row(button(each)) for each in range(n)]},
        5,
        "components",
        at_most(5),
    ),
    (
        "buttons",
        lambda n: {"components": [row(*buttons(n))]},
        5,
        "components.0.components",
        between(1, 5),
    ),
    ("label", lambda n: with_rows(button(label="x" * n)), 80, f"{INNER}.label", at_most(80)),
    (
        "custom_id",
        lambda n: with_rows(button(custom_id="x" * n)),
        100,
        f"{INNER}.custom_id",
        between(1, 100),
    ),
    (
        "url",
        lambda n: with_rows(link(url="https://" + "x" * (n - 8))),
        512,
        f"{INNER}.url",
        at_most(512),
    ),
    (
        "emoji",
        lambda n: with_rows(button(emoji={"name": "x" * n})),
        32,
        f"{INNER}.emoji.name",
        at_most(32),
    ),
    (
        "id",
        lambda n: with_rows(button(id=n)),
        2**31 - 1,
        f"{INNER}.id",
        no_more_than(2**31 - 1),
    ),
]


@cases("body, most, where, says", LIMITS)
def test_so_many_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    for form in (forms.message, forms.edit):
        has_limit(form, body, most, where, says)


TOO_FEW: list[tuple[str, Json, Json, Said]] = [
    (
        "buttons",
        with_rows(button()),
        {"components": [row()]},
        {"components.0.components": between(1, 5)},
    ),
    (
        "custom_id",
        with_rows(button(custom_id="x")),
        with_rows(button(custom_id="")),
        {f"{INNER}.custom_id": between(1, 100)},
    ),
]


@cases("enough, fewer, said", TOO_FEW)
def test_so_few_and_no_fewer(enough: Json, fewer: Json, said: Said) -> None:
    assert forms.message(enough)
    assert wrong_with(forms.message, fewer) == said


def premium(**facts: object) -> Json:
    return {"type": 2, "style": 6, "sku_id": ID, **facts}


WRONG: list[Wrong] = [
    (
        "a button that can't be pressed",
        {"type": 2, "style": 1, "label": "x"},
        {".custom_id": "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED A custom id is required"},
    ),
    ("a style that isn't one", button(style=7), {".style": NO_STYLE}),
    ("a button with nothing on it", button(label=None), {"": BARE}),
    (
        "a link that leads nowhere",
        link(url=None),  # type: ignore[arg-type]
        {".url": "BUTTON_COMPONENT_URL_REQUIRED A url is required"},
    ),
    ("a link that is heard of", link(custom_id="x"), {".custom_id": BOTH, ".url": BOTH}),
    (
        "a link to somewhere strange",
        link(url="steam://x"),
        {
            ".url": 'URL_TYPE_INVALID_SCHEME Scheme "steam" is not supported. '
            "Scheme must be one of ('http', 'https', 'discord')."
        },
    ),
    (
        "a button that leads somewhere",
        button(url="https://x"),
        {".custom_id": BOTH, ".url": BOTH},
    ),
    (
        "a button with goods",
        button(sku_id=ID),
        {".sku_id": "SANDBOX_RULE Only premium buttons have a sku_id."},
    ),
    (
        "a premium button without goods",
        premium(sku_id=None),
        {".sku_id": "SANDBOX_RULE A premium button needs a sku_id."},
    ),
    *(
        (f"a premium button with {key}", premium(**{key: value}), {f".{key}": LACKS.format(key)})
        for key, value in {
            "custom_id": "x",
            "label": "x",
            "url": "https://x",
            "emoji": {"name": "x"},
        }.items()
    ),
    ("a text input", {"type": 4, "custom_id": "x"}, {"": no_such_type(2, 3, 5, 6, 7, 8)}),
    ("a row in a row", row(button()), {"": no_such_type(2, 3, 5, 6, 7, 8)}),
    ("a component of no type", {"style": 1}, {".type": REQUIRED}),
    ("what isn't known", button(colour=3), {".colour": UNKNOWN}),
    ("a text as id", button(id="1"), {".id": 'NUMBER_TYPE_COERCE Value "1" is not int.'}),
    ("an id below zero", button(id=-1), {".id": no_less_than(0)}),
]


@cases("component, said", WRONG)
def test_what_is_wrong_in_a_row(component: Json, said: Said) -> None:
    wrong_in_a_row(component, said)


@pytest.mark.parametrize(
    "component",
    [
        button(emoji={"id": ID, "name": "x", "animated": True}, label=None),
        button(disabled=True, id=0),
        link(url="discord://x"),
        premium(),
    ],
    ids=str,
)
def test_components_come_back_as_they_were(component: Json) -> None:
    comes_back(component)


def test_custom_ids_are_unique_in_a_message() -> None:
    body = {"components": [row(button(1), button(2)), row(button(3), button(1))]}
    assert wrong_with(forms.message, body) == {"components.1.components.1.custom_id": TWICE}
    deep = laid_out(section(text()), container(row(button(1), button(0))))
    where = "components.1.components.0.components.1.custom_id"
    assert wrong_with(forms.message, deep) == {where: TWICE}


def test_ids_are_unique_in_a_message() -> None:
    says = "SANDBOX_RULE The id must be unique within the message."
    body = {"components": [row(button(1, id=7), button(2, id=0), button(3, id=0), id=7)]}
    assert wrong_with(forms.message, body) == {f"{INNER}.id": says}
