"""Components of messages: rows of buttons or a select menu, and Components V2."""

from collections.abc import Callable

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    ID,
    REQUIRED,
    UNKNOWN,
    Json,
    Said,
    at_most,
    between,
    button,
    buttons,
    container,
    gallery,
    laid_out,
    link,
    media,
    no_less_than,
    no_more_than,
    no_such_type,
    option,
    picking,
    row,
    section,
    select,
    text,
    wrong_with,
)

INNER = "components.0.components.0"
WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED The specified component exceeds the maximum width"
TWICE = "COMPONENT_CUSTOM_ID_DUPLICATED Component custom id cannot be duplicated"
CROWDED = (
    "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES "
    "The specified number of default values exceeds the specified maximum values"
)

WORDY = (
    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED "
    "Components displayable text size exceeds maximum size of 4000"
)


def with_rows(*components: Json) -> Json:
    return {"components": [row(each) for each in components]}


def min_values(most: int) -> str:
    return f"NUMBER_TYPE_MAX min_values value should be less than or equal to {most}."


def options(count: int, **facts: bool) -> list[Json]:
    return [option(str(each), **facts) for each in range(count)]


def chosen(count: int, kind: str = "role") -> list[Json]:
    return [{"id": str(each), "type": kind} for each in range(count)]


SO_MANY: list[tuple[str, Callable[[int], Json], int, str, str]] = [
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
    ("texts", lambda n: laid_out(section(*[text()] * n)), 3, INNER[:-2], between(1, 3)),
    (
        "text",
        lambda n: laid_out(text("x" * n)),
        4000,
        "components.0.content",
        between(1, 4000),
    ),
    (
        "texts of a message",
        lambda n: laid_out(text("x" * 2000), container(text("x" * (n - 2000)))),
        4000,
        "components",
        WORDY,
    ),
    (
        "components of a message",
        lambda n: laid_out(section(text()), container(*[text()] * (n - 4))),
        40,
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED Total number of components cannot exceed 40",
    ),
    (
        "items",
        lambda n: laid_out(gallery(*[media()] * n)),
        10,
        "components.0.items",
        between(1, 10),
    ),
    (
        "item's description",
        lambda n: laid_out(gallery(media(description="x" * n))),
        1024,
        "components.0.items.0.description",
        between(1, 1024),
    ),
    (
        "thumbnail's description",
        lambda n: laid_out(section(text(), accessory={"type": 11, **media(description="x" * n)})),
        1024,
        "components.0.accessory.description",
        between(1, 1024),
    ),
    (
        "accent_color",
        lambda n: laid_out(container(text(), accent_color=n)),
        0xFFFFFF,
        "components.0.accent_color",
        no_more_than(0xFFFFFF),
    ),
    (
        "address",
        lambda n: laid_out(gallery(media("https://" + "x" * (n - 8)))),
        2048,
        "components.0.items.0.media.url",
        at_most(2048),
    ),
]


@pytest.mark.parametrize(
    ("body", "most", "where", "says"), [each[1:] for each in SO_MANY], ids=[e[0] for e in SO_MANY]
)
def test_so_many_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    assert forms.message(body(most))
    assert forms.edit(body(most))
    assert wrong_with(forms.message, body(most + 1)) == {where: says}
    assert wrong_with(forms.edit, body(most + 1)) == {where: says}


SO_FEW: list[tuple[str, Json, Json, Said]] = [
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
    ("text", laid_out(text("x")), laid_out(text("")), {"components.0.content": between(1, 4000)}),
    (
        "texts",
        laid_out(section(text())),
        laid_out(section()),
        {"components.0.components": between(1, 3)},
    ),
    (
        "items",
        laid_out(gallery(media())),
        laid_out(gallery()),
        {"components.0.items": between(1, 10)},
    ),
    (
        "container",
        laid_out(container(text())),
        laid_out(container()),
        {"components.0.components": between(1, 40)},
    ),
    (
        "accent_color",
        laid_out(container(text(), accent_color=0)),
        laid_out(container(text(), accent_color=-1)),
        {"components.0.accent_color": no_less_than(0)},
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


@pytest.mark.parametrize(
    ("enough", "fewer", "said"), [each[1:] for each in SO_FEW], ids=[each[0] for each in SO_FEW]
)
def test_so_few_and_no_fewer(enough: Json, fewer: Json, said: Said) -> None:
    assert forms.message(enough)
    assert wrong_with(forms.message, fewer) == said


def premium(**facts: object) -> Json:
    return {"type": 2, "style": 6, "sku_id": ID, **facts}


LACKS = "SANDBOX_RULE A premium button has no {}."
BOTH = (
    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE A custom id and url cannot both be specified"
)
BARE = "SANDBOX_RULE A button needs a label or an emoji."
NO_STYLE = "BASE_TYPE_CHOICES Value must be one of {1, 2, 3, 4, 5, 6}."
NO_CHANNEL = "BASE_TYPE_CHOICES Value must be one of {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}."
WRONG: list[tuple[str, Json, Said]] = [
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
    ("a text input", {"type": 4, "custom_id": "x"}, {"": no_such_type(2, 3, 5, 6, 7, 8)}),
    ("a row in a row", row(button()), {"": no_such_type(2, 3, 5, 6, 7, 8)}),
    ("a component of no type", {"style": 1}, {".type": REQUIRED}),
    ("what isn't known", button(colour=3), {".colour": UNKNOWN}),
    ("a text as id", button(id="1"), {".id": 'NUMBER_TYPE_COERCE Value "1" is not int.'}),
    ("an id below zero", button(id=-1), {".id": no_less_than(0)}),
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


@pytest.mark.parametrize(
    ("component", "said"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_what_is_wrong_in_a_row(component: Json, said: Said) -> None:
    below = {f"{INNER}{where}": says for where, says in said.items()}
    assert wrong_with(forms.message, with_rows(component)) == below
    inside = {f"components.0.{where}": says for where, says in below.items()}
    assert wrong_with(forms.edit, laid_out(container(row(component)))) == inside


@pytest.mark.parametrize(
    "component",
    [
        button(emoji={"id": ID, "name": "x", "animated": True}, label=None),
        button(disabled=True, id=0),
        link(url="discord://x"),
        premium(),
        select(min_values=0, disabled=False, required=True),
        picking(5, default_values=chosen(1, "user")),
        picking(6, default_values=[]),
        picking(7, default_values=[*chosen(1, "user"), *chosen(1)], max_values=2),
        picking(8, default_values=chosen(1, "channel"), channel_types=[0, 5, 15]),
    ],
    ids=str,
)
def test_components_come_back_as_they_were(component: Json) -> None:
    told = {key: each for key, each in component.items() if each is not None}
    assert forms.message(with_rows(component))["components"] == [row(told)]


def test_a_select_is_as_wide_as_a_row() -> None:
    mixed = {"components": [row(button(), select())]}
    assert wrong_with(forms.message, mixed) == {"components.0.components.1": WIDE}
    two = {"components": [row(select(), select(custom_id="t"))]}
    assert wrong_with(forms.message, two) == {"components.0.components.1": WIDE}
    turned = {"components": [row(select(), *buttons(2))]}
    assert wrong_with(forms.message, turned) == {
        f"components.0.components.{index}": WIDE for index in (1, 2)
    }


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
