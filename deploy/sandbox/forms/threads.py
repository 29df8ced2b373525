"""A thread that is started from a message."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from deploy.sandbox.forms.fields import Form, OneOf, filled, length


class Thread(Form):
    name: Annotated[str, length(1, 100)]
    # In minutes.
    auto_archive_duration: OneOf[Literal[60, 1440, 4320, 10080]] | None = None
    # Nobody has to wait here between two messages.
    rate_limit_per_user: Annotated[int, Field(ge=0, le=21_600)] | None = None


THREAD = TypeAdapter(Thread)


def thread(body: Any, *, strict: bool = False) -> dict[str, Any]:
    """All of it: a day without a message archives it, where nothing else is said."""
    form = filled(THREAD, body, strict=strict)
    return {"name": form.name, "auto_archive_duration": form.auto_archive_duration or 1440}
