"""Components V2: what a message may be laid out of, and how."""

from typing import Any

import pytest

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    ID,
    REQUIRED,
    UNKNOWN,
    Json,
    Said,
    button,
    buttons,
    container,
    gallery,
    laid_out,
    link,
    media,
    no_such_type,
    row,
    section,
    select,
    text,
    wrong_with,
)

NOT_FOUND = (
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND "
    "The referenced attachment 'attachment://a.png' was not found"
)


@pytest.mark.parametrize(
    "component",
    [
        text(),
        container(text()),
        section(text()),
        gallery(media()),
        {"type": 13, "file": {"url": "attachment://a.png"}},
        {"type": 14},
        button(),
    ],
    ids=lambda each: str(each["type"]),
)
def test_without_components_v2_there_are_only_rows(component: Json) -> None:
    said = {"components.0": no_such_type(1)}
    assert wrong_with(forms.message, {"content": "x", "components": [component]}) == said
    assert wrong_with(forms.edit, {"components": [component]}) == said


def test_what_has_no_type_may_have_been_a_row() -> None:
    said = {"components.0.type": REQUIRED}
    assert wrong_with(forms.message, {"components": [{"components": [button()]}]}) == said


EVERYTHING = [
    text("x" * 100, id=3),
    section(text(), accessory=link()),
    section(text(), accessory={"type": 11, "spoiler": True, **media("attachment://a.png")}),
    gallery(media("attachment://a.png"), media(description="x")),
    {"type": 13, "file": {"url": "attachment://a.png"}, "spoiler": False},
    {"type": 14, "divider": False, "spacing": 2},
    row(*buttons(5)),
    container(
        row(select()),
        text(),
        section(text(), accessory=button(9)),
        gallery(media()),
        {"type": 14},
        {"type": 13, "file": {"url": "attachment://a.png"}},
        accent_color=0,
        spoiler=True,
    ),
]


def test_everything_can_be_laid_out() -> None:
    written = forms.message(laid_out(*EVERYTHING), {"0": "a.png"})
    assert written["components"] == EVERYTHING
    listed = laid_out(*EVERYTHING, attachments=[{"id": 0}])
    assert forms.edit(listed, {"0": "a.png"})["components"] == EVERYTHING


def test_files_that_are_shown_have_come_along() -> None:
    assert wrong_with(forms.message, laid_out(*EVERYTHING)) == {
        f"components.{where}.url": NOT_FOUND
        for where in (
            "2.accessory.media",
            "3.items.0.media",
            "4.file",
            "7.components.5.file",
        )
    }


@pytest.mark.parametrize(
    ("attachments", "is_found"),
    [
        (None, True),
        ([{"id": ID, "filename": "a.png"}], True),
        ([{"id": ID, "filename": "renamed.png"}], True),
        # A file that stays is found by its name only if that is said again.
        ([{"id": ID}], False),
        ([], False),
    ],
)
def test_an_edit_may_show_what_it_leaves(attachments: Any, is_found: bool) -> None:
    body = laid_out(gallery(media("attachment://a.png")), attachments=attachments)
    if is_found:
        assert forms.edit(body, attached={ID: "a.png"})
    else:
        wrong = wrong_with(forms.edit, body, attached={ID: "a.png"})
        assert wrong == {"components.0.items.0.media.url": NOT_FOUND}


@pytest.mark.parametrize("attachments", [None, [], [{"id": ID, "filename": "b.png"}]])
def test_an_edit_shows_what_comes_only_if_it_is_listed(attachments: Any) -> None:
    body = laid_out(gallery(media("attachment://a.png")), attachments=attachments)
    wrong = wrong_with(forms.edit, body, {"0": "a.png"}, attached={ID: "b.png"})
    assert wrong == {"components.0.items.0.media.url": NOT_FOUND}
    body["attachments"] = [{"id": 0, "filename": "a.png"}]
    assert forms.edit(body, {"0": "a.png"}, attached={ID: "b.png"})


ANYWHERE = no_such_type(1, 9, 10, 12, 13, 14, 17)


@pytest.mark.parametrize(
    ("component", "said"),
    [
        (button(), {"": ANYWHERE}),
        ({"type": 11, **media()}, {"": ANYWHERE}),
        (container(container(text())), {".components.0": no_such_type(1, 10, 9, 12, 14, 13)}),
        (section(text(), accessory=text()), {".accessory": no_such_type(2, 11)}),
        ({"type": 9, "components": [text()]}, {".accessory": REQUIRED}),
        (
            section(button()),
            {
                ".components.0.type": "BASE_TYPE_CHOICES Value must be one of {10}.",
                ".components.0.content": REQUIRED,
                **{f".components.0.{key}": UNKNOWN for key in ("style", "label", "custom_id")},
            },
        ),
        (
            {"type": 14, "spacing": 3},
            {".spacing": "BASE_TYPE_CHOICES Value must be one of {1, 2}."},
        ),
        (
            {"type": 13, "file": {"url": "https://x"}},
            {
                ".file.url": 'URL_TYPE_INVALID_SCHEME Scheme "https" is not supported. '
                "Scheme must be one of ('attachment')."
            },
        ),
        (
            gallery(media("data://x")),
            {
                ".items.0.media.url": 'URL_TYPE_INVALID_SCHEME Scheme "data" is not supported. '
                "Scheme must be one of ('http', 'https', 'attachment')."
            },
        ),
    ],
)
def test_what_is_laid_out_wrongly(component: Json, said: Said) -> None:
    placed = {f"components.0{where}": says for where, says in said.items()}
    assert wrong_with(forms.message, laid_out(component)) == placed
