"""First answers to each type of interaction, modals included."""

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
    button,
    embed,
    no_less_than,
    no_more_than,
    picking,
    row,
    select,
    text,
    wrong_with,
)

PING, COMMAND, COMPONENT, TYPING, MODAL = 1, 2, 3, 4, 5
NOT_HERE = "SANDBOX_UNSUPPORTED This is not supported by the sandbox."
NOT_ZERO = "SANDBOX_RULE It can't be 0 where an answer is required."


def text_input(**facts: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, "label": "x", **facts}


def labelled(component: Json, **facts: Any) -> Json:
    return {"type": 18, "label": "x", "component": component, **facts}


def modal(*components: Json, **facts: Any) -> Json:
    return {"custom_id": "m", "title": "x", "components": list(components), **facts}


def asking(component: Json, **facts: Any) -> Json:
    return modal(labelled({"custom_id": "t", **component}), **facts)


SAMPLES: dict[int, Any] = {
    1: None,
    4: {"content": "x"},
    5: {"flags": 64},
    6: None,
    7: {"content": "x"},
    8: {"choices": []},
    9: modal(row(text_input())),
}
TAKES = [
    (PING, False, {1}),
    (COMMAND, False, {4, 5, 9}),
    (COMPONENT, False, {4, 5, 6, 7, 9}),
    (COMPONENT, True, {4, 5, 6, 7, 9}),
    (TYPING, False, {8}),
    (MODAL, False, {4, 5, 6}),
    (MODAL, True, {4, 5, 6, 7}),
    (COMMAND, True, {4, 5, 9}),
]


@pytest.mark.parametrize(("to", "from_message", "takes"), TAKES)
def test_each_asking_takes_its_kinds_of_answers(
    to: int, from_message: bool, takes: set[int]
) -> None:
    for kind, data in SAMPLES.items():
        body = {"type": kind, "data": data}
        if kind in takes:
            assert forms.callback(body, to=to, from_message=from_message)["type"] == kind
            continue
        listed = ", ".join(map(str, sorted(takes)))
        said = wrong_with(forms.callback, body, to=to, from_message=from_message)
        assert said == {"type": f"BASE_TYPE_CHOICES Value must be one of {{{listed}}}."}


def test_what_is_wrong_stands_below_the_data() -> None:
    for kind in (4, 7):
        body = {"type": kind, "data": {"embeds": [{"title": "x" * 257}]}}
        said = {"data.embeds.0.title": at_most(256)}
        assert wrong_with(forms.callback, body, to=COMPONENT) == said
        mixed = {"type": kind, "data": {"components": [row(button(), select())]}}
        assert list(wrong_with(forms.callback, mixed, to=COMPONENT)) == [
            "data.components.0.components.1"
        ]


def test_an_answer_may_be_for_one_person() -> None:
    body = {"type": 4, "data": {"content": "x", "flags": 64}}
    assert forms.callback(body, to=COMMAND)["data"]["flags"] == 64


@pytest.mark.parametrize("data", [None, {}])
def test_an_answer_says_something(data: Any) -> None:
    with pytest.raises(ApiError) as refused:
        forms.callback({"type": 4, "data": data}, to=COMMAND)
    assert refused.value.code == 50006


def test_an_answer_may_bring_files() -> None:
    answer = forms.callback({"type": 4, "data": {}}, {"0": "a.png"}, to=COMMAND)
    assert answer["data"]["attachments"] == [{"id": "0", "filename": "a.png"}]


def test_a_change_knows_the_message_that_it_is_of() -> None:
    body = {"type": 7, "data": {"components": [text()], "attachments": [{"id": ID}]}}
    assert forms.callback(body, to=COMPONENT, v2=True, attached={ID: "a.png"}) == body
    assert list(wrong_with(forms.callback, body, to=COMPONENT, v2=True)) == ["data.attachments.0"]
    assert list(wrong_with(forms.callback, body, to=COMPONENT)) == ["data.components.0"]


def test_who_waits_is_told_only_whether_it_is_for_them_alone() -> None:
    for data, flags in ((None, 0), ({}, 0), ({"flags": 64}, 64), ({"tts": False}, 0)):
        body: Json = {"type": 5, "data": data}
        assert forms.callback(body, to=COMMAND) == {"type": 5, "data": {"flags": flags}}
    says = "SANDBOX_RULE Of the flags only those in 64 can be set here."
    body = {"type": 5, "data": {"flags": 1 << 12}}
    assert wrong_with(forms.callback, body, to=COMMAND) == {"data.flags": says}


def test_nothing_is_said_with_what_changes_later() -> None:
    assert forms.callback({"type": 6}, to=COMPONENT) == {"type": 6, "data": {}}
    body = {"type": 6, "data": {"flags": 64}}
    says = "SANDBOX_RULE Of the flags only those in 0 can be set here."
    assert wrong_with(forms.callback, body, to=COMPONENT) == {"data.flags": says}


@pytest.mark.parametrize(("kind", "left"), [(5, {"flags": 64}), (6, {})])
def test_a_message_that_is_deferred_is_left_out(kind: int, left: Json) -> None:
    message = {"content": "x", "embeds": [embed()["embeds"][0]], "components": [row(button())]}
    more = {"allowed_mentions": {"parse": []}, "flags": 64, "tts": False, "attachments": None}
    body = {"type": kind, "data": message | more}
    assert forms.callback(body, to=COMPONENT) == {"type": kind, "data": left}
    says = "SANDBOX_RULE A deferred response shows none."
    body = {"type": kind, "data": message}
    said = {f"data.{key}": says for key in message}
    assert wrong_with(forms.callback, body, to=COMPONENT) == said
    body = {"type": kind, "data": {"content": "x" * 2001}}
    with pytest.raises(ApiError):
        forms.callback(body, to=COMPONENT)


def test_callbacks_have_a_type() -> None:
    assert wrong_with(forms.callback, {}, to=COMMAND) == {"type": REQUIRED}
    body = {"type": 4, "data": {"content": "x"}, "token": "x"}
    assert wrong_with(forms.callback, body, to=COMMAND) == {"token": UNKNOWN}


def test_suggestions_and_modals_are_data() -> None:
    for kind, to in ((8, TYPING), (9, COMMAND)):
        for body in ({"type": kind}, {"type": kind, "data": None}):
            assert wrong_with(forms.callback, body, to=to) == {"data": REQUIRED}


def suggesting(*values: Any, **facts: Any) -> Json:
    choices = [{"name": "x", "value": each, **facts} for each in values]
    return {"type": 8, "data": {"choices": choices}}


FAR = 2**53 - 1
OUT = f"float value should be from {-FAR} to {FAR}."


@pytest.mark.parametrize(
    "values",
    [(), ("x",) * 25, ("x" * 100, ""), (1, 2.5), (FAR, -FAR), (0,)],
    ids=lambda each: str(each)[:20],
)
def test_suggestions_come_back_as_they_were(values: tuple[Any, ...]) -> None:
    body = suggesting(*values)
    assert forms.callback(body, to=TYPING) == body


def test_there_may_be_no_suggestions() -> None:
    nothing: tuple[Json, ...] = ({}, {"choices": None}, {"choices": []})
    for data in nothing:
        answer = forms.callback({"type": 8, "data": data}, to=TYPING)
        assert answer["data"] == {"choices": []}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (suggesting(*["x"] * 26), {"": at_most(25)}),
        (suggesting("x" * 101), {".0.value": at_most(100)}),
        (suggesting("x", name="x" * 101), {".0.name": between(1, 100)}),
        (suggesting("x", name=""), {".0.name": between(1, 100)}),
        (suggesting(True), {".0.value": 'NUMBER_TYPE_COERCE Value "True" is not float.'}),
        (suggesting(None), {".0.value": 'NUMBER_TYPE_COERCE Value "None" is not float.'}),
        (suggesting(FAR + 1), {".0.value": f"NUMBER_TYPE_MAX {OUT}"}),
        (suggesting(-FAR - 1), {".0.value": f"NUMBER_TYPE_MIN {OUT}"}),
        (suggesting(float("inf")), {".0.value": f"NUMBER_TYPE_MAX {OUT}"}),
        (suggesting(float("nan")), {".0.value": f"NUMBER_TYPE_MIN {OUT}"}),
        (
            suggesting("x", 1),
            {"": "SANDBOX_RULE They are values of one option: all texts, or all numbers."},
        ),
        (
            suggesting("x", name_localizations={"de": ""}),
            {".0.name_localizations.de": between(1, 100)},
        ),
    ],
)
def test_what_is_wrong_with_suggestions(body: Json, said: Said) -> None:
    placed = {f"data.choices{where}": says for where, says in said.items()}
    assert wrong_with(forms.callback, body, to=TYPING) == placed


FIELD = "components.0.component"
LIMITS: list[tuple[str, Callable[[int], Json], int, str, str]] = [
    ("title", lambda n: modal(row(text_input()), title="x" * n), 45, "title", between(1, 45)),
    (
        "custom_id",
        lambda n: modal(row(text_input()), custom_id="x" * n),
        100,
        "custom_id",
        between(1, 100),
    ),
    (
        "components",
        lambda n: modal(*[row(text_input(custom_id=str(each))) for each in range(n)]),
        5,
        "components",
        between(1, 5),
    ),
    (
        "old row",
        lambda n: modal(row(*[text_input(custom_id=str(each)) for each in range(n)])),
        1,
        "components.0.components",
        between(1, 1),
    ),
    (
        "old label",
        lambda n: modal(row(text_input(label="x" * n))),
        45,
        "components.0.components.0.label",
        between(1, 45),
    ),
    (
        "label",
        lambda n: modal(labelled(text_input(), label="x" * n)),
        45,
        "components.0.label",
        between(1, 45),
    ),
    (
        "description",
        lambda n: modal(labelled(text_input(), description="x" * n)),
        100,
        "components.0.description",
        between(1, 100),
    ),
    (
        "value",
        lambda n: asking(text_input(value="x" * n)),
        4000,
        f"{FIELD}.value",
        at_most(4000),
    ),
    (
        "placeholder",
        lambda n: asking(text_input(placeholder="x" * n)),
        100,
        f"{FIELD}.placeholder",
        at_most(100),
    ),
    (
        "min_length",
        lambda n: asking(text_input(min_length=n)),
        4000,
        f"{FIELD}.min_length",
        no_more_than(4000),
    ),
    (
        "max_length",
        lambda n: asking(text_input(max_length=n)),
        4000,
        f"{FIELD}.max_length",
        no_more_than(4000),
    ),
    (
        "min_length and max_length",
        lambda n: asking(text_input(min_length=n, max_length=7)),
        7,
        f"{FIELD}.min_length",
        "SANDBOX_RULE It can't be more than max_length.",
    ),
    (
        "text",
        lambda n: modal(text("x" * n)),
        4000,
        "components.0.content",
        between(1, 4000),
    ),
]


@pytest.mark.parametrize(
    ("data", "most", "where", "says"), [each[1:] for each in LIMITS], ids=[e[0] for e in LIMITS]
)
def test_modals_have_limits(data: Callable[[int], Json], most: int, where: str, says: str) -> None:
    assert forms.modal(data(most)) == data(most)
    assert wrong_with(forms.modal, data(most + 1)) == {where: says}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (modal(), {"components": between(1, 5)}),
        (modal(row(text_input()), title=""), {"title": between(1, 45)}),
        (modal(row(text_input(label=None))), {"components.0.components.0.label": REQUIRED}),
        (
            modal(row({"type": 3, "custom_id": "t", "style": 1})),
            {"components.0.components.0.type": "BASE_TYPE_CHOICES Value must be one of {4}."},
        ),
        (
            modal(text_input()),
            {
                "components.0": 'UNION_TYPE_CHOICES Value of field "type" '
                "must be one of (1, 18, 10)."
            },
        ),
        (
            asking(button()),
            {FIELD: 'UNION_TYPE_CHOICES Value of field "type" must be one of (3, 5, 6, 7, 8, 4).'},
        ),
        *(
            (asking({"type": kind, "custom_id": "x"}), {f"{FIELD}.type": NOT_HERE})
            for kind in (19, 21, 22, 23)
        ),
        (
            modal(labelled(text_input()), labelled(text_input())),
            {
                "components.1.component.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED "
                "Component custom id cannot be duplicated"
            },
        ),
        (
            modal(row(text_input()), row(text_input())),
            {
                "components.1.components.0.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED "
                "Component custom id cannot be duplicated"
            },
        ),
        (
            modal(row(text_input(min_length=3, max_length=2))),
            {
                "components.0.components.0.min_length": "SANDBOX_RULE "
                "It can't be more than max_length."
            },
        ),
        (
            asking(select(disabled=True)),
            {f"{FIELD}.disabled": "SANDBOX_RULE Nothing in a modal is disabled."},
        ),
        (asking(select(min_values=0)), {f"{FIELD}.min_values": NOT_ZERO}),
        (asking(picking(5, min_values=0, required=True)), {f"{FIELD}.min_values": NOT_ZERO}),
        (
            asking(text_input(style=3)),
            {f"{FIELD}.style": "BASE_TYPE_CHOICES Value must be one of {1, 2}."},
        ),
        (asking(text_input(min_length=-1)), {f"{FIELD}.min_length": no_less_than(0)}),
        (asking(text_input(max_length=0)), {f"{FIELD}.max_length": no_less_than(1)}),
    ],
)
def test_what_is_wrong_with_modals(data: Json, said: Said) -> None:
    assert wrong_with(forms.modal, data) == said
    answered = wrong_with(forms.callback, {"type": 9, "data": data}, to=COMMAND)
    assert answered == {f"data.{where}": says for where, says in said.items()}


@pytest.mark.parametrize(
    "component",
    [
        text_input(required=False, min_length=0, max_length=1, value="x"),
        select(min_values=0, required=False, disabled=False),
        picking(5),
        picking(6),
        picking(7),
        picking(8, channel_types=[0]),
    ],
    ids=lambda each: str(each["type"]),
)
def test_everything_can_be_asked(component: Json) -> None:
    assert forms.modal(asking(component)) == asking(component)
    assert forms.callback({"type": 9, "data": asking(component)}, to=COMPONENT)
