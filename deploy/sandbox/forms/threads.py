"""A thread that is started from a message, or from none."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from deploy.sandbox.forms.fields import Form, OneOf, Whole32, filled, length
from deploy.sandbox.forms.form_errors import UNSUPPORTED, refused

PUBLIC = 11


Minutes = OneOf[Literal[60, 1440, 4320, 10080]]
# Nobody has to wait here between two messages.
Wait = Annotated[int, Field(ge=0, le=21_600)]


class Thread(Form):
    name: Annotated[str, length(1, 100)]
    auto_archive_duration: Minutes | None = None
    rate_limit_per_user: Wait | None = None


def _public(kind: int) -> int:
    if kind != PUBLIC:
        says = f"The sandbox has public threads only, which are of type {PUBLIC}."
        raise refused(UNSUPPORTED, says)
    return kind


class ThreadAlone(Thread):
    # Discord takes a thread without a type for a private one.
    type: Annotated[
        OneOf[Literal[10, 11, 12]], AfterValidator(_public), Field(validate_default=True)
    ] = 12
    # Who may be added to private threads, and by whom.
    invitable: bool | None = None


class ThreadChange(Form):
    name: Annotated[str, length(1, 100)] | None = None
    auto_archive_duration: Minutes | None = None
    rate_limit_per_user: Wait | None = None
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None
    flags: Whole32 | None = None


THREAD = TypeAdapter(Thread)
CHANGE = TypeAdapter(ThreadChange)
ALONE = TypeAdapter(ThreadAlone)


def thread(body: Any, *, strict: bool = False) -> dict[str, Any]:
    """All of it: a day without a message archives it, where nothing else is said."""
    return _told(filled(THREAD, body, strict=strict))


def thread_alone(body: Any, *, strict: bool = False) -> dict[str, Any]:
    return _told(filled(ALONE, body, strict=strict))


def thread_change(body: Any, *, strict: bool = False) -> dict[str, Any]:
    """Returns only what changes."""
    return filled(CHANGE, body, strict=strict).model_dump(exclude_none=True)


def _told(form: Thread) -> dict[str, Any]:
    return {"name": form.name, "auto_archive_duration": form.auto_archive_duration or 1440}
