"""Select menus: of options that the bot names, or of people, roles and channels."""

from collections.abc import Iterator
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from deploy.sandbox.forms.components import Component, CustomId, Emoji, Label
from deploy.sandbox.forms.fields import Form, OneOf, Snowflake, length
from deploy.sandbox.forms.form_errors import Mistake, repeated

K = TypeVar("K")

ChannelType = OneOf[Literal[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]]


class Option(Form):
    label: Label
    value: Annotated[str, length(1, 100)]
    description: Annotated[str, length(0, 100)] | None = None
    emoji: Emoji | None = None
    default: bool | None = None


class Chosen(Form, Generic[K]):
    id: Snowflake
    type: K


class Select(Component):
    custom_id: CustomId
    placeholder: Annotated[str, length(0, 150)] | None = None
    min_values: Annotated[int, Field(ge=0, le=25)] | None = None
    max_values: Annotated[int, Field(ge=1, le=25)] | None = None
    disabled: bool | None = None
    # Only modals ask for an answer.
    required: bool | None = None

    @property
    def least(self) -> int:
        return 1 if self.min_values is None else self.min_values

    @property
    def most(self) -> int:
        return 1 if self.max_values is None else self.max_values

    def pressed_as(self) -> str:
        return self.custom_id

    def mistakes(self) -> Iterator[Mistake]:
        if self.least > self.most:
            yield _too_big(self.most)


class StringSelect(Select):
    type: Literal[3]
    options: Annotated[list[Option], length(1, 25)]

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        if self.least > len(self.options):
            yield _too_big(len(self.options))
        if self.most > len(self.options):
            says = f"Must be {self.most} or more in length."
            yield Mistake(("options",), "BASE_TYPE_MIN_LENGTH", says)
        for twice in repeated((each.value for each in self.options), ("options",)):
            says = "The specified option value is already used"
            yield Mistake(twice.where, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", says)
        if sum(bool(each.default) for each in self.options) > self.most:
            yield _too_many_chosen("options")


class Picking(Select, Generic[K]):
    default_values: Annotated[list[Chosen[K]], length(0, 25)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        chosen = len(self.default_values or ())
        if chosen > self.most:
            yield _too_many_chosen("default_values")
        if 0 < chosen < self.least:
            says = f"Must be {self.least} or more in length."
            yield Mistake(("default_values",), "BASE_TYPE_MIN_LENGTH", says)


class UserSelect(Picking[Literal["user"]]):
    type: Literal[5]


class RoleSelect(Picking[Literal["role"]]):
    type: Literal[6]


class MentionableSelect(Picking[Literal["user", "role"]]):
    type: Literal[7]


class ChannelSelect(Picking[Literal["channel"]]):
    type: Literal[8]
    channel_types: list[ChannelType] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from repeated(self.channel_types or (), ("channel_types",))


def _too_big(most: int) -> Mistake:
    says = f"min_values value should be less than or equal to {most}."
    return Mistake(("min_values",), "NUMBER_TYPE_MAX", says)


def _too_many_chosen(where: str) -> Mistake:
    says = "The specified number of default values exceeds the specified maximum values"
    return Mistake((where,), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", says)
