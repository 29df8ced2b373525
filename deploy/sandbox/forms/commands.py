"""An application's commands, as it registers them all at once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, TypeAdapter, model_validator

from deploy.sandbox import api_errors
from deploy.sandbox.forms.command_names import Name, Named, Names
from deploy.sandbox.forms.fields import (
    NUMBER,
    Form,
    Ignored,
    OneOf,
    Snowflake,
    filled,
    length,
    not_true,
    refuse,
)
from deploy.sandbox.forms.form_errors import Mistake, below, refused, repeated
from deploy.sandbox.forms.options import TopLevel, wrong_with

CHAT = 1
# By type: those that are typed, and those in the menus of people and messages.
MOST: Mapping[int, int] = {CHAT: 100, 2: 15, 3: 15}
LARGEST = 8000
GUILD = 0


def _permissions(value: Any) -> str:
    text = str(value) if type(value) is int else value
    if isinstance(text, str) and NUMBER.fullmatch(text) and int(text) < 1 << 54:
        return text
    raise refused("NUMBER_TYPE_COERCE", f'Value "{str(value)[:100]}" is not int.')


def _typed(body: Any) -> Any:
    """A command without a type is a chat input command."""
    if isinstance(body, dict) and body.get("type") is None:
        return body | {"type": CHAT}
    return body


class Registered(Form):
    id: Snowflake | None = None
    default_member_permissions: Annotated[str, PlainValidator(_permissions)] | None = None
    dm_permission: bool | None = None
    contexts: Annotated[list[OneOf[Literal[0, 1, 2]]], length(1, 3)] | None = None
    integration_types: Annotated[list[OneOf[Literal[0, 1]]], length(1, 2)] | None = None
    nsfw: bool | None = None
    # From before there were permissions.
    default_permission: Ignored = None
    # Of the command that opens an activity, which the sandbox has none of.
    handler: Ignored = None

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from repeated(self.contexts or (), ("contexts",))
        yield from repeated(self.integration_types or (), ("integration_types",))


class ChatInput(Registered, Named):
    type: Literal[1]
    options: Annotated[list[TopLevel], length(0, 25)] | None = None

    _type = model_validator(mode="before")(not_true)

    def mistakes(self) -> Iterator[Mistake]:
        yield from super().mistakes()
        yield from wrong_with(self.options or ())
        if self.size() > LARGEST:
            says = f"Command exceeds maximum size ({LARGEST})"
            yield Mistake((), "APPLICATION_COMMAND_TOO_LARGE", says)

    def size(self) -> int:
        return super().size() + sum(each.size() for each in self.options or ())


class Menu(Registered):
    type: Literal[2, 3]
    name: Name
    name_localizations: Names | None = None
    description: Annotated[str, length(0, 0)] | None = None
    description_localizations: Annotated[dict[str, Any], length(0, 0)] | None = None
    options: Annotated[list[Any], length(0, 0)] | None = None


Command = Annotated[ChatInput | Menu, Field(discriminator="type"), BeforeValidator(_typed)]
COMMAND: TypeAdapter[ChatInput | Menu] = TypeAdapter(Command)
COMMANDS: TypeAdapter[list[ChatInput | Menu]] = TypeAdapter(list[Command])


def command(body: Any, *, strict: bool = False) -> dict[str, Any]:
    form = filled(COMMAND, body, strict=strict)
    refuse(form.mistakes())
    return _registered(form)


def commands(body: Any, *, strict: bool = False) -> list[dict[str, Any]]:
    forms = filled(COMMANDS, body, strict=strict)
    refuse(_wrong_with(forms))
    for kind, count in Counter(each.type for each in forms).items():
        if count > MOST[kind]:
            raise api_errors.too_many_commands(MOST[kind])
    return [_registered(each) for each in forms]


def _wrong_with(commands: Sequence[ChatInput | Menu]) -> Iterator[Mistake]:
    taken = set[tuple[int, str]]()
    for index, each in enumerate(commands):
        yield from below((index,), each.mistakes())
        if (each.type, each.name) in taken:
            says = "Application command names must be unique"
            yield Mistake((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", says)
        taken.add((each.type, each.name))


def _registered(command: ChatInput | Menu) -> dict[str, Any]:
    """As Discord gives it back, but for the ids."""
    elsewhere = None if command.dm_permission in (None, True) else [GUILD]
    defaults = {
        "name_localizations": None,
        "description": "",
        "description_localizations": None,
        "options": [],
        "default_member_permissions": None,
        "dm_permission": True,
        "contexts": elsewhere,
        "integration_types": [GUILD],
        "nsfw": False,
    }
    return defaults | command.model_dump(exclude_none=True)
