"""Forms to fill in, and what is said about those that were filled in wrongly."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError

Json = dict[str, Any]
Said = dict[str, str]
# A name, a form with so much of something, how much there may be, and what is said of more, where.
Limit = tuple[str, Callable[[int], Any], int, str, str]
# A name, a wrong form, and what is said of it.
Wrong = tuple[str, Any, Said]

ID = "1456074443980800000"
# The first component of the first row.
INNER = "components.0.components.0"
UNKNOWN = "SANDBOX_UNKNOWN_FIELD The sandbox knows no such field."
REQUIRED = "BASE_TYPE_REQUIRED This field is required"
NOT_FOUND = "ATTACHMENT_NOT_FOUND Attachment data not found"


def at_most(most: int) -> str:
    return f"BASE_TYPE_MAX_LENGTH Must be {most} or fewer in length."


def between(least: int, most: int) -> str:
    return f"BASE_TYPE_BAD_LENGTH Must be between {least} and {most} in length."


def no_more_than(most: int) -> str:
    return f"NUMBER_TYPE_MAX int value should be less than or equal to {most}."


def no_less_than(least: int) -> str:
    return f"NUMBER_TYPE_MIN int value should be greater than or equal to {least}."


def cases(arguments: str, rows: Iterable[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Run a test once for each row, which begins with a name."""
    rows = list(rows)
    return pytest.mark.parametrize(arguments, [each[1:] for each in rows], ids=[e[0] for e in rows])


def has_limit(
    form: Callable[..., Any], body: Callable[[int], Any], most: int, where: str, says: str
) -> None:
    """Check that a form takes so much, and no more."""
    assert form(body(most))
    assert wrong_with(form, body(most + 1)) == {where: says}


def wrong_in_a_row(component: Json, said: Said) -> None:
    """Check what is wrong with a component in a row, of a message and of a container."""
    below = {f"{INNER}{where}": says for where, says in said.items()}
    assert wrong_with(forms.message, with_rows(component)) == below
    inside = {f"components.0.{where}": says for where, says in below.items()}
    assert wrong_with(forms.edit, laid_out(container(row(component)))) == inside


def comes_back(component: Json) -> None:
    """Check that a component in a row stays as it was."""
    told = {key: each for key, each in component.items() if each is not None}
    assert forms.message(with_rows(component))["components"] == [row(told)]


def wrong_with(form: Callable[..., Any], *args: Any, **how: Any) -> Said:
    """Each place in the form where something is wrong, and what. Unknown fields are wrong too."""
    with pytest.raises(ApiError) as refused:
        form(*args, strict=True, **how)
    assert (refused.value.status, refused.value.code) == (400, 50035), refused.value
    assert refused.value.message == "Invalid Form Body"
    assert refused.value.errors
    return dict(_flat(refused.value.errors, ()))


def _flat(errors: Json, where: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for step, below in errors.items():
        if step == "_errors":
            said = " | ".join(f"{each['code']} {each['message']}" for each in below)
            yield ".".join(where), said
        else:
            yield from _flat(below, (*where, step))


def button(number: int = 0, **facts: Any) -> Json:
    return {"type": 2, "style": 2, "label": "7", "custom_id": f"d1:{number}", **facts}


def buttons(count: int) -> list[Json]:
    return [button(each) for each in range(count)]


def row(*components: Json, **facts: Any) -> Json:
    return {"type": 1, "components": list(components), **facts}


def with_rows(*components: Json) -> Json:
    """A message with a row for each component."""
    return {"components": [row(each) for each in components]}


def option(value: Any = "a", **facts: Any) -> Json:
    return {"label": "A", "value": value, **facts}


def select(*options: Json, **facts: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": list(options or [option()]), **facts}


def picking(kind: int, **facts: Any) -> Json:
    """A select of people, roles or channels."""
    return {"type": kind, "custom_id": "s", **facts}


def text(content: str = "x", **facts: Any) -> Json:
    return {"type": 10, "content": content, **facts}


def laid_out(*components: Json, **facts: Any) -> Json:
    return {"flags": 1 << 15, "components": list(components), **facts}


def embed(**facts: Any) -> Json:
    return {"embeds": [{"description": "x", **facts}]}


def link(**facts: str) -> Json:
    return {"type": 2, "style": 5, "label": "x", "url": "https://x", **facts}


def media(url: str = "https://x/a.png", **facts: str) -> Json:
    return {"media": {"url": url}, **facts}


def gallery(*items: Json) -> Json:
    return {"type": 12, "items": list(items)}


def section(*components: Json, **facts: Json) -> Json:
    return {"type": 9, "components": list(components), "accessory": button(), **facts}


def container(*components: Json, **facts: int) -> Json:
    return {"type": 17, "components": list(components), **facts}


def no_such_type(*types: int) -> str:
    listed = f"({types[0]},)" if len(types) == 1 else str(types)
    return f'UNION_TYPE_CHOICES Value of field "type" must be one of {listed}.'
