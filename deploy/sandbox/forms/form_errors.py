"""Mistakes in a form, as Discord reports them.

Discord's codes are used as far as somebody has written down what it answered. A rule of Discord's
whose code nobody has is broken with a code of the sandbox's own."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

Where = tuple[str | int, ...]

RULE = "SANDBOX_RULE"
UNKNOWN = "SANDBOX_UNKNOWN_FIELD"
UNSUPPORTED = "SANDBOX_UNSUPPORTED"
NOT_HERE = (UNSUPPORTED, "This is not supported by the sandbox.")
# Uploads, radio buttons and checkboxes of modals.
NO_COMPONENTS = ("19", "21", "22", "23")


class Mistake(NamedTuple):
    where: Where
    code: str
    says: str

    def below(self, at: Where) -> "Mistake":
        return self._replace(where=(*at, *self.where))


def required(*where: str | int) -> Mistake:
    return Mistake(where, "BASE_TYPE_REQUIRED", "This field is required")


def below(at: Where, mistakes: Iterable[Mistake]) -> Iterator[Mistake]:
    """The mistakes of a part, seen from the whole."""
    return (each.below(at) for each in mistakes)


def repeated(values: Iterable[Hashable], at: Where = ()) -> Iterator[Mistake]:
    seen = set[Hashable]()
    for index, each in enumerate(values):
        if each in seen:
            says = "The set already contains this value"
            yield Mistake((*at, index), "SET_TYPE_ALREADY_CONTAINS_VALUE", says)
        seen.add(each)


def refused(code: str, says: str) -> PydanticCustomError:
    """For what is wrong with one field by itself. The sentence is as it stands, braces and all."""
    return PydanticCustomError(code, "{says}", {"says": says})


def tree(mistakes: Iterable[Mistake]) -> dict[str, Any]:
    """Nested as the form is, with lists by their indices."""
    root: dict[str, Any] = {}
    for where, code, says in mistakes:
        here = root
        for step in where:
            here = here.setdefault(str(step), {})
        here.setdefault("_errors", []).append({"code": code, "message": says})
    return root


def found(wrong: ValidationError, form: Any) -> list[Mistake]:
    return [_found(each, form) for each in wrong.errors(include_url=False)]


# By pydantic's name: Discord's code and message.
KNOWN: Mapping[str, tuple[str, str]] = {
    "missing": ("BASE_TYPE_REQUIRED", "This field is required"),
    "extra_forbidden": (UNKNOWN, "The sandbox knows no such field."),
    "bool_type": ("BOOLEAN_TYPE_CONVERT", "Must be either true or false."),
    "dict_type": ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"),
    "finite_number": ("NUMBER_TYPE_COERCE", 'Value "{input}" is not float.'),
    "float_type": ("NUMBER_TYPE_COERCE", 'Value "{input}" is not float.'),
    "greater_than_equal": (
        "NUMBER_TYPE_MIN",
        "int value should be greater than or equal to {ge}.",
    ),
    "int_type": ("NUMBER_TYPE_COERCE", 'Value "{input}" is not int.'),
    "less_than_equal": ("NUMBER_TYPE_MAX", "int value should be less than or equal to {le}."),
    "list_type": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "literal_error": ("BASE_TYPE_CHOICES", "Value must be one of {{{choices}}}."),
    "model_attributes_type": ("MODEL_TYPE_CONVERT", "Expected an object/dictionary."),
    "model_type": ("MODEL_TYPE_CONVERT", "Expected an object/dictionary."),
    "string_type": ("STRING_TYPE_CONVERT", 'Could not interpret "{input}" as string.'),
    "union_tag_invalid": (
        "UNION_TYPE_CHOICES",
        'Value of field "type" must be one of ({expected_tags}).',
    ),
    "union_tag_not_found": ("BASE_TYPE_REQUIRED", "This field is required"),
}


def _found(error: ErrorDetails, form: Any) -> Mistake:
    where = _place(error["loc"], form)
    kind, facts = error["type"], error.get("ctx", {})
    if kind not in KNOWN:
        return Mistake(where, kind, error["msg"])
    if kind == "union_tag_not_found":
        where = (*where, "type")
    if kind == "union_tag_invalid" and facts["tag"] in NO_COMPONENTS:
        return Mistake((*where, "type"), *NOT_HERE)
    code, says = KNOWN[kind]
    choices = str(facts.get("expected", "")).replace(" or ", ", ")
    given = str(error["input"])[:100]
    return Mistake(where, code, says.format(**facts, choices=choices, input=given))


def _place(location: Where, form: Any) -> Where:
    """Pydantic also names the member of a union that it took, by its number: no object has a key
    that is a number."""
    where: list[str | int] = []
    for step in location:
        if (isinstance(form, dict) and isinstance(step, int)) or step == "[key]":
            continue
        where.append(step)
        try:
            form = form[step]
        except (KeyError, IndexError, TypeError):
            form = None
    return tuple(where)
