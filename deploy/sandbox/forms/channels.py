"""A text channel that is created or changed, and what roles and members may do in it."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainValidator, TypeAdapter

from deploy.sandbox.forms.fields import (
    NUMBER,
    Form,
    Ignored,
    OneOf,
    Snowflake,
    Unsupported,
    filled,
    length,
)
from deploy.sandbox.forms.form_errors import UNSUPPORTED, refused
from deploy.sandbox.guild.permissions import EVERYTHING, NOTHING, May

Name = Annotated[str, length(1, 100)]


def _bits(value: Any) -> May:
    """Discord takes both a text and a number."""
    if value is None:
        return NOTHING
    text = str(value) if type(value) is int else value
    if isinstance(text, str) and NUMBER.fullmatch(text):
        return May(int(text) & EVERYTHING)
    raise refused("NUMBER_TYPE_COERCE", f'Value "{str(value)[:100]}" is not int.')


def _text(kind: int) -> int:
    if kind:
        says = "The sandbox has text channels only, which are of type 0."
        raise refused(UNSUPPORTED, says)
    return kind


Bits = Annotated[May, PlainValidator(_bits)]


class Permissions(Form):
    # A role, or a member.
    type: OneOf[Literal[0, 1]] | None = None
    allow: Bits = NOTHING
    deny: Bits = NOTHING


class Overwrite(Permissions):
    id: Snowflake


class ChannelChange(Form):
    name: Name | None = None
    type: Annotated[OneOf[Literal[0, 2, 4, 5, 13, 14, 15]], AfterValidator(_text)] | None = None
    topic: Annotated[str, length(0, 1024)] | None = None
    rate_limit_per_user: Annotated[int, Field(ge=0, le=21_600)] | None = None
    permission_overwrites: Annotated[list[Overwrite], length(0, 500)] | None = None
    parent_id: Unsupported = None
    position: Ignored = None
    nsfw: Ignored = None
    default_auto_archive_duration: Ignored = None
    default_thread_rate_limit_per_user: Ignored = None
    flags: Ignored = None


class Channel(ChannelChange):
    name: Name


CHANNEL, CHANGE = TypeAdapter(Channel), TypeAdapter(ChannelChange)
PERMISSIONS = TypeAdapter(Permissions)


def channel(body: Any, *, strict: bool = False) -> dict[str, Any]:
    return _told(filled(CHANNEL, body, strict=strict))


def channel_change(body: Any, *, strict: bool = False) -> dict[str, Any]:
    """Returns only what changes."""
    return _told(filled(CHANGE, body, strict=strict))


def permissions(body: Any, *, strict: bool = False) -> tuple[May, May]:
    """Returns what is allowed, and what is denied."""
    form = filled(PERMISSIONS, body, strict=strict)
    return form.allow, form.deny


def _told(form: ChannelChange) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if form.name:
        # As Discord writes names of text channels.
        told["name"] = form.name.lower().replace(" ", "-")
    if "topic" in form.model_fields_set:
        told["topic"] = form.topic or ""
    if form.rate_limit_per_user is not None:
        told["slowmode"] = form.rate_limit_per_user
    if form.permission_overwrites is not None:
        told["opened"] = {each.id: each.allow for each in form.permission_overwrites}
        told["closed"] = {each.id: each.deny for each in form.permission_overwrites}
    return told
