"""Rows of buttons, or of one select menu: all the components there are without Components V2."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from deploy.sandbox.forms.components import Component, CustomId, Emoji
from deploy.sandbox.forms.fields import OneOf, Snowflake, address, length, not_true
from deploy.sandbox.forms.form_errors import RULE, Mistake, Where, refused
from deploy.sandbox.forms.selects import (
    ChannelSelect,
    MentionableSelect,
    RoleSelect,
    StringSelect,
    UserSelect,
)

LINK, PREMIUM = 5, 6
# In the width of a button.
ROW = 5
BOTH = "A custom id and url cannot both be specified"


class Button(Component):
    type: Literal[2]
    style: OneOf[Literal[1, 2, 3, 4, 5, 6]]
    label: Annotated[str, length(0, 80)] | None = None
    emoji: Emoji | None = None
    custom_id: CustomId | None = None
    url: Annotated[str, address("http", "https", "discord", most=512)] | None = None
    sku_id: Snowflake | None = None
    disabled: bool | None = None

    def pressed_as(self) -> str | None:
        return self.custom_id

    def mistakes(self) -> Iterator[Mistake]:
        if self.custom_id and self.url:
            for key in ("custom_id", "url"):
                code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
                yield Mistake((key,), code, BOTH)
        elif self.style == PREMIUM:
            yield from self._wrong_with_premium()
        elif self.style == LINK:
            if not self.url:
                code = "BUTTON_COMPONENT_URL_REQUIRED"
                yield Mistake(("url",), code, "A url is required")
        elif not self.custom_id:
            code = "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"
            yield Mistake(("custom_id",), code, "A custom id is required")
        if self.style != PREMIUM:
            if self.sku_id:
                yield Mistake(("sku_id",), RULE, "Only premium buttons have a sku_id.")
            if not (self.label or self.emoji):
                yield Mistake((), RULE, "A button needs a label or an emoji.")

    def _wrong_with_premium(self) -> Iterator[Mistake]:
        if not self.sku_id:
            yield Mistake(("sku_id",), RULE, "A premium button needs a sku_id.")
        for key in ("custom_id", "label", "url", "emoji"):
            if getattr(self, key):
                yield Mistake((key,), RULE, f"A premium button has no {key}.")


InRow = Annotated[
    Button | StringSelect | UserSelect | RoleSelect | MentionableSelect | ChannelSelect,
    Field(discriminator="type"),
]


class Row(Component):
    type: Literal[1]
    components: Annotated[list[InRow], length(1, ROW)]

    _type = model_validator(mode="before")(not_true)

    def inside(self) -> Iterator[tuple[Where, Component]]:
        for index, each in enumerate(self.components):
            yield ("components", index), each

    def mistakes(self) -> Iterator[Mistake]:
        width = 0
        for index, each in enumerate(self.components):
            width += 1 if each.type == 2 else ROW
            if width > ROW:
                says = "The specified component exceeds the maximum width"
                where = ("components", index)
                yield Mistake(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", says)


def _a_row(component: Any) -> Any:
    """The others are for messages with the flag of Components V2."""
    if isinstance(component, dict) and component.get("type", 1) != 1:
        says = 'Value of field "type" must be one of (1,).'
        raise refused("UNION_TYPE_CHOICES", says)
    return component


Rows = Annotated[list[Annotated[Row, BeforeValidator(_a_row)]], length(0, 5)]
