"""Initial responses to interactions: each type of interaction takes only some of them."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import TypeAdapter

from deploy.sandbox.forms.attachments import Files
from deploy.sandbox.forms.choices import AnyValue, Choice
from deploy.sandbox.forms.fields import Form, filled, length, refuse
from deploy.sandbox.forms.form_errors import RULE, Mistake, Where, required
from deploy.sandbox.forms.messages import EPHEMERAL, answer, edit, message
from deploy.sandbox.forms.modals import modal

PONG, ANSWER, LATER, LATER_CHANGE, CHANGE, SUGGESTIONS, MODAL = 1, 4, 5, 6, 7, 8, 9
ANSWERS_TO: Mapping[int, set[int]] = {
    1: {PONG},
    2: {ANSWER, LATER, MODAL},
    3: {ANSWER, LATER, LATER_CHANGE, CHANGE, MODAL},
    4: {SUGGESTIONS},
    5: {ANSWER, LATER, LATER_CHANGE},
}
WITH_DATA = {SUGGESTIONS, MODAL}
PARTS = ("content", "embeds", "components", "attachments")
DATA: Where = ("data",)


class Callback(Form):
    type: int
    data: Any = None


class Nothing(Form):
    pass


class Suggestions(Form):
    choices: Annotated[list[Choice[AnyValue]], length(0, 25)] | None = None


CALLBACK, EMPTY = TypeAdapter(Callback), TypeAdapter(Nothing)
SUGGESTED = TypeAdapter(Suggestions)


def callback(  # noqa: PLR0913  (what may be answered depends on all of these)
    body: Any,
    files: Files | None = None,
    *,
    to: int,
    v2: bool = False,
    attached: Files | None = None,
    from_message: bool = False,
    strict: bool = False,
) -> dict[str, Any]:
    form = filled(CALLBACK, body, strict=strict)
    # A form that a command opened has no message to change.
    kinds = ANSWERS_TO[to] | ({CHANGE} if from_message and to == 5 else set())
    if form.type not in kinds:
        says = f"Value must be one of {{{', '.join(map(str, sorted(kinds)))}}}."
        refuse([Mistake(("type",), "BASE_TYPE_CHOICES", says)])
    if form.type in WITH_DATA and form.data is None:
        refuse([required("data")])
    data = {} if form.data is None else form.data
    if form.type == ANSWER:
        data = message(data, files, interaction=True, at=DATA, strict=strict)
    elif form.type == CHANGE:
        data = edit(data, files, v2=v2, attached=attached, at=DATA, strict=strict)
    else:
        data = OTHERWISE[form.type](data, strict=strict)
    return {"type": form.type, "data": data}


def _nothing(data: Any, *, strict: bool) -> dict[str, Any]:
    return filled(EMPTY, data, DATA, strict=strict).model_dump()


def _later(data: Any, *, strict: bool) -> dict[str, Any]:
    """A deferred response only says whether it will be ephemeral."""
    return {"flags": _unshown(data, EPHEMERAL, strict=strict) & EPHEMERAL}


def _later_change(data: Any, *, strict: bool) -> dict[str, Any]:
    _unshown(data, 0, strict=strict)
    return {}


def _unshown(data: Any, may_set: int, *, strict: bool) -> int:
    """The flags of a message that isn't shown. Discord leaves the rest of it out; if `strict`, that
    is a mistake."""
    form = answer(data, DATA, strict=strict)
    flags = form.flags or 0
    if strict:
        if flags & ~may_set:
            says = f"Of the flags only those in {may_set} can be set here."
            refuse([Mistake(("flags",), RULE, says)], DATA)
        lost = (key for key in PARTS if getattr(form, key))
        refuse((Mistake((key,), RULE, "A deferred response shows none.") for key in lost), DATA)
    return flags


def _suggestions(data: Any, *, strict: bool) -> dict[str, Any]:
    choices = filled(SUGGESTED, data, DATA, strict=strict).choices or []
    if len({isinstance(each.value, str) for each in choices}) > 1:
        says = "They are values of one option: all texts, or all numbers."
        refuse([Mistake(("choices",), RULE, says)], DATA)
    return {"choices": [each.model_dump(exclude_none=True) for each in choices]}


def _modal(data: Any, *, strict: bool) -> dict[str, Any]:
    return modal(data, at=DATA, strict=strict)


OTHERWISE: Mapping[int, Callable[..., dict[str, Any]]] = {
    PONG: _nothing,
    LATER: _later,
    LATER_CHANGE: _later_change,
    SUGGESTIONS: _suggestions,
    MODAL: _modal,
}
