"""What somebody fills in of a modal, besides select menus."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from deploy.sandbox.forms.components import Component, CustomId, Label
from deploy.sandbox.forms.fields import Form, OneOf, length
from deploy.sandbox.forms.mistake import RULE, Mistake, repeated


class Asking(Component):
    custom_id: CustomId
    required: bool | None = None

    def pressed_as(self) -> str:
        return self.custom_id


class TextInput(Asking):
    type: Literal[4]
    style: OneOf[Literal[1, 2]]
    label: Annotated[str, length(1, 45)] | None = None
    min_length: Annotated[int, Field(ge=0, le=4000)] | None = None
    max_length: Annotated[int, Field(ge=1, le=4000)] | None = None
    value: Annotated[str, length(0, 4000)] | None = None
    placeholder: Annotated[str, length(0, 100)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        if (self.min_length or 0) > (self.max_length or 4000):
            yield Mistake(("min_length",), RULE, "It can't be more than max_length.")


class Several(Asking):
    min_values: Annotated[int, Field(ge=0, le=10)] | None = None
    max_values: Annotated[int, Field(ge=1, le=10)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        if (self.min_values or 0) > (self.max_values or 10):
            yield Mistake(("min_values",), RULE, "It can't be more than max_values.")


class Upload(Several):
    type: Literal[19]


class Choice(Form):
    label: Label
    value: Annotated[str, length(1, 100)]
    description: Annotated[str, length(0, 100)] | None = None
    default: bool | None = None


class RadioGroup(Asking):
    type: Literal[21]
    options: Annotated[list[Choice], length(2, 10)]

    def mistakes(self) -> Iterator[Mistake]:
        yield from repeated((each.value for each in self.options), ("options",))


class CheckboxGroup(Several):
    type: Literal[22]
    options: Annotated[list[Choice], length(1, 10)]

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from repeated((each.value for each in self.options), ("options",))


class Checkbox(Component):
    type: Literal[23]
    custom_id: CustomId
    default: bool | None = None

    def pressed_as(self) -> str:
        return self.custom_id
