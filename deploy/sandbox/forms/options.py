"""Options of commands: what somebody types after a command's name, subcommands included."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, model_validator

from deploy.sandbox.forms.choices import Choice, Number, Text, Whole
from deploy.sandbox.forms.command_names import Named
from deploy.sandbox.forms.fields import length, not_true
from deploy.sandbox.forms.form_errors import RULE, Mistake, below, repeated
from deploy.sandbox.forms.selects import ChannelType

V = TypeVar("V")


# The fields of options of some types.
SPECIAL = frozenset(
    {
        "autocomplete",
        "channel_types",
        "choices",
        "max_length",
        "max_value",
        "min_length",
        "min_value",
        "options",
    }
)


class Option(Named):
    required: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _fields(cls, told: Any) -> Any:
        """Drops the empty fields of other types of options, which some clients send."""
        if not isinstance(told, dict):
            return told
        others = SPECIAL - cls.model_fields.keys()
        return {key: each for key, each in told.items() if each or key not in others}


class Plain(Option):
    """Yes or no, somebody or something, or a file."""

    type: Literal[5, 6, 8, 9, 11]


class Channel(Option):
    type: Literal[7]
    channel_types: list[ChannelType] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from repeated(self.channel_types or (), ("channel_types",))


class Valued(Option, Generic[V]):
    choices: Annotated[list[Choice[V]], length(0, 25)] | None = None
    autocomplete: bool | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        if self.choices and self.autocomplete:
            says = "Where there are choices nothing can be completed."
            yield Mistake(("autocomplete",), RULE, says)

    def size(self) -> int:
        return super().size() + sum(each.size() for each in self.choices or ())


class String(Valued[Text]):
    type: Literal[3]
    min_length: Annotated[int, Field(ge=0, le=6000)] | None = None
    max_length: Annotated[int, Field(ge=1, le=6000)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        if (self.min_length or 0) > (self.max_length or 6000):
            yield Mistake(("min_length",), RULE, "It can't be more than max_length.")


class Integer(Valued[Whole]):
    type: Literal[4]
    min_value: Whole | None = None
    max_value: Whole | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from _out_of_order(self.min_value, self.max_value)


class Decimal(Valued[Number]):
    type: Literal[10]
    min_value: Number | None = None
    max_value: Number | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from _out_of_order(self.min_value, self.max_value)


Typed = Annotated[
    Plain | Channel | String | Integer | Decimal,
    Field(discriminator="type"),
]


class Subcommand(Named):
    type: Literal[1]
    # Clients send it, and it means nothing here.
    required: bool | None = Field(None, exclude=True)
    options: Annotated[list[Typed], length(0, 25)] | None = None

    _type = model_validator(mode="before")(not_true)

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from wrong_with(self.options or ())

    def size(self) -> int:
        return super().size() + sum(each.size() for each in self.options or ())


class Group(Named):
    type: Literal[2]
    # Clients send it, and it means nothing here.
    required: bool | None = Field(None, exclude=True)
    options: Annotated[list[Subcommand], length(0, 25)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from wrong_with(self.options or ())

    def size(self) -> int:
        return super().size() + sum(each.size() for each in self.options or ())


TopLevel = Annotated[
    Subcommand | Group | Plain | Channel | String | Integer | Decimal,
    Field(discriminator="type"),
]


def wrong_with(options: Sequence[Named]) -> Iterator[Mistake]:
    names, optional = set[str](), False
    nested = any(isinstance(each, Subcommand | Group) for each in options)
    for index, each in enumerate(options):
        at = ("options", index)
        yield from below(at, each.mistakes())
        if each.name in names:
            says = f"Option name {each.name} is already used in these options"
            yield Mistake(at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", says)
        names.add(each.name)
        if not isinstance(each, Option):
            continue
        if nested:
            kinds = "Sub-command and sub-command group option types"
            says = f"{kinds} are mutually exclusive to all other types"
            yield Mistake(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", says)
        if each.required and optional:
            says = "Required options must be placed before non-required options"
            yield Mistake(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", says)
        optional = optional or not each.required


def _out_of_order(least: float | None, most: float | None) -> Iterator[Mistake]:
    if least is not None and most is not None and least > most:
        yield Mistake(("min_value",), RULE, "It can't be more than max_value.")
