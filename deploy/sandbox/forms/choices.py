"""The choices of a command's option."""

from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, PlainValidator

from deploy.sandbox.forms.fields import Form, length
from deploy.sandbox.forms.form_errors import refused

V = TypeVar("V")

Locale = Literal[
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr",
    "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro",
    "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
]  # fmt: skip
Localized = dict[Locale, Annotated[str, length(1, 100)]]

# JavaScript, which is what most of Discord's clients are written in, counts no further.
FURTHEST = 2**53 - 1

Text = Annotated[str, length(0, 100)]
Whole = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]


def _number(value: Any) -> int | float:
    if type(value) not in (int, float):
        raise refused("NUMBER_TYPE_COERCE", f'Value "{str(value)[:100]}" is not float.')
    if not -FURTHEST <= value <= FURTHEST:
        code = "NUMBER_TYPE_MAX" if value > 0 else "NUMBER_TYPE_MIN"
        raise refused(code, f"float value should be from {-FURTHEST} to {FURTHEST}.")
    return value  # type: ignore[no-any-return]


def _any_value(value: Any) -> str | int | float:
    if not isinstance(value, str):
        return _number(value)
    if len(value) > 100:
        raise refused("BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
    return value


Number = Annotated[int | float, PlainValidator(_number)]
AnyValue = Annotated[str | int | float, PlainValidator(_any_value)]


class Choice(Form, Generic[V]):
    name: Annotated[str, length(1, 100)]
    name_localizations: Localized | None = None
    value: V

    def size(self) -> int:
        return longest(self.name, self.name_localizations) + len(str(self.value))


def longest(text: str, localized: Mapping[Locale, str] | None) -> int:
    """Returns the length of the longest translation, which alone counts."""
    return max(map(len, (text, *(localized or {}).values())))
