"""Components V2: how much a message may be laid out of."""

from collections.abc import Callable

from deploy.sandbox import forms
from tests.deploy.form_errors import (
    INNER,
    Json,
    Limit,
    Said,
    at_most,
    between,
    cases,
    container,
    gallery,
    has_limit,
    laid_out,
    media,
    no_less_than,
    no_more_than,
    section,
    text,
    wrong_with,
)

WORDY = (
    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED "
    "Components displayable text size exceeds maximum size of 4000"
)


LIMITS: list[Limit] = [
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


@cases("body, most, where, says", LIMITS)
def test_so_many_and_no_more(body: Callable[[int], Json], most: int, where: str, says: str) -> None:
    for form in (forms.message, forms.edit):
        has_limit(form, body, most, where, says)


TOO_FEW: list[tuple[str, Json, Json, Said]] = [
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
]


@cases("enough, fewer, said", TOO_FEW)
def test_so_few_and_no_fewer(enough: Json, fewer: Json, said: Said) -> None:
    assert forms.message(enough)
    assert wrong_with(forms.message, fewer) == said
