"""The kinds of fields that Discord's forms have."""

import re
from collections.abc import Callable, Iterable, Iterator, Sized
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    WrapValidator,
)
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import CoreSchema, chain_schema, int_schema

from deploy.sandbox import api_errors
from deploy.sandbox.forms.form_errors import (
    NOT_HERE,
    RULE,
    Mistake,
    Where,
    below,
    found,
    refused,
    tree,
)

T = TypeVar("T")
N = TypeVar("N", bound=int)
Measured = TypeVar("Measured", bound=Sized)

# Mistakes that are told.
MOST = 1000


class Form(BaseModel):
    """The base of all forms. An optional field may also be null, as at Discord."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    def mistakes(self) -> Iterator[Mistake]:
        """Yields mistakes in how fields fit together."""
        yield from ()

    def links(self) -> Iterator[tuple[Where, str]]:
        """The addresses that may name one of the message's files."""
        yield from ()


def filled(form: TypeAdapter[T], body: Any, at: Where = (), *, strict: bool) -> T:
    """The form as it was filled in, if each of its fields can be read. An unknown field is ignored,
    as at Discord, and a mistake if `strict`, because its sender means something by it."""
    try:
        return form.validate_python(body, extra="forbid" if strict else "ignore")
    except ValidationError as wrong:
        if wrong.error_count() > MOST:
            says = f"There are more than {MOST} mistakes."
            refuse([Mistake((), RULE, says)], at)
        raise api_errors.invalid_form(tree(below(at, found(wrong, body)))) from None


def refuse(mistakes: Iterable[Mistake], at: Where = ()) -> None:
    if told := tree(below(at, islice(mistakes, MOST))):
        raise api_errors.invalid_form(told)


def not_true(told: Any) -> Any:
    """For what is of type 1, which pydantic finds by a type that is equal to it."""
    if isinstance(told, dict) and told.get("type") is True:
        raise refused("NUMBER_TYPE_COERCE", 'Value "True" is not int.')
    return told


def length(least: int, most: int) -> WrapValidator:
    def measured(value: Any, look: Callable[[Any], Measured]) -> Measured:
        # Nobody looks at each of millions.
        if isinstance(value, list) and len(value) > most:
            raise _wrong_length(least, most)
        found = look(value)
        if not least <= len(found) <= most:
            raise _wrong_length(least, most)
        return found

    return WrapValidator(measured)


def _wrong_length(least: int, most: int) -> PydanticCustomError:
    if least:
        return refused("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return refused("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def something(most: int) -> AfterValidator:
    """A text that Discord asks for where there is none."""

    def measured(value: str) -> str:
        if not value:
            raise refused("BASE_TYPE_REQUIRED", "This field is required")
        if len(value) > most:
            raise refused("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return value

    return AfterValidator(measured)


ADDRESS = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://[^\s/][^\s]*")


def address(*schemes: str, most: int = 2048) -> AfterValidator:
    def looked_at(value: str) -> str:
        if len(value) > most:
            raise refused("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        if not (parts := ADDRESS.fullmatch(value)):
            raise refused("URL_TYPE_INVALID_URL", "Not a well formed URL.")
        if (scheme := parts[1].lower()) not in schemes:
            allowed = ", ".join(repr(each) for each in schemes)
            says = f'Scheme "{scheme}" is not supported. Scheme must be one of ({allowed}).'
            raise refused("URL_TYPE_INVALID_SCHEME", says)
        return value

    return AfterValidator(looked_at)


NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")


def _snowflake(value: Any) -> str:
    """Discord takes both a text and a number, and gives back a text."""
    text = str(value) if type(value) is int else value
    if isinstance(text, str) and is_snowflake(text):
        return text
    raise refused(*not_a_snowflake(value))


def is_snowflake(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None and int(text) < 1 << 64


def not_a_snowflake(value: Any) -> tuple[str, str]:
    """Discord's code and message."""
    return "NUMBER_TYPE_COERCE", f'Value "{str(value)[:100]}" is not snowflake.'


def _moment(value: str) -> str:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        says = f"Could not parse {value[:100]}. Should be ISO8601."
        raise refused("DATE_TIME_TYPE_PARSE", says) from None
    return value


def _nothing(value: Any) -> None:
    if value not in (None, []):
        raise refused(*NOT_HERE)


def _ignored(_: Any) -> None:
    """Accepts a field that clients send and Discord makes nothing of."""


class _Whole:
    """In Python true is equal to 1. In JSON it is not."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return chain_schema([int_schema(strict=True), handler(source)])


OneOf = Annotated[N, _Whole()]
Snowflake = Annotated[str, PlainValidator(_snowflake)]
Moment = Annotated[str, AfterValidator(_moment)]
Unsupported = Annotated[None, PlainValidator(_nothing)]
Ignored = Annotated[None, PlainValidator(_ignored)]
Picture = Annotated[str, address("http", "https", "attachment")]
Page = Annotated[str, address("http", "https")]
Whole32 = Annotated[int, Field(ge=0, le=2**31 - 1)]
