"""Text inputs of modals. The sandbox has no uploads, radio buttons or checkboxes."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from deploy.sandbox.forms.components import Component, CustomId
from deploy.sandbox.forms.fields import OneOf, length
from deploy.sandbox.forms.form_errors import RULE, Mistake


class TextInput(Component):
    type: Literal[4]
    custom_id: CustomId
    required: bool | None = None
    style: OneOf[Literal[1, 2]]
    label: Annotated[str, length(1, 45)] | None = None
    min_length: Annotated[int, Field(ge=0, le=4000)] | None = None
    max_length: Annotated[int, Field(ge=1, le=4000)] | None = None
    value: Annotated[str, length(0, 4000)] | None = None
    placeholder: Annotated[str, length(0, 100)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        if (self.min_length or 0) > (self.max_length or 4000):
            yield Mistake(("min_length",), RULE, "It can't be more than max_length.")

    def pressed_as(self) -> str:
        return self.custom_id
